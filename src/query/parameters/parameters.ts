/**
 * Parameters of a capability as a table. The rows validate arguments and also define the JSON Schema of the tool and
 * the flags of its command. Invalid values are rejected by parameter name; values above a maximum are clamped and
 * unknown parameters ignored, each with a warning.
 */
import { CodedError, type ErrorCode } from '../../errors.ts';

interface Row {
  readonly description: string;
  /** The flag on the command line, if it is not the name in kebab case; `false` for no flag. */
  readonly flag?: string | false;
  /** The placeholder of the value in help texts. */
  readonly placeholder?: string;
  /** Its name says enough to a model: the schema leaves out description and bounds, which many tools would repeat. */
  readonly isObvious?: true;
}

/** What a text identifies. Generated tests and shell completion depend on the role. */
export type Role = 'query' | 'symbol' | 'path' | 'file' | 'ref' | 'language' | 'workspace';

export interface TextRow extends Row {
  readonly type: 'text';
  readonly role: Role;
  readonly required?: true;
  readonly maxLength: number;
  /** Other names under which the parameter is accepted, most specific first. */
  readonly alsoNamed?: readonly string[];
}

export interface IntegerRow extends Row {
  readonly type: 'integer';
  /** Absent if the default depends on other parameters. */
  readonly default?: number;
  readonly min: number;
  readonly max: number;
  /** The error code for a value below the minimum, if the contract defines one. */
  readonly code?: ErrorCode;
  /** The default is for MCP clients; the command line and programs have none. */
  readonly servedDefault?: boolean;
}

/** A number that need not be an integer. */
export interface NumberRow extends Row {
  readonly type: 'number';
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

export interface FlagRow extends Row {
  readonly type: 'flag';
  /** Absent if omitting the parameter is different from `false`. */
  readonly default?: boolean;
}

export interface ChoiceRow extends Row {
  readonly type: 'choice';
  readonly values: readonly string[];
  /** Absent if the default is decided elsewhere. */
  readonly default?: string;
  /** The values that a shell offers, if not all of them. */
  readonly offered?: readonly string[];
  /** Alternative names of values. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly code?: ErrorCode;
}

/** Several texts, or words of a choice. A single one may be sent as a string; words also with commas between them. */
export interface ListRow extends Row {
  readonly type: 'list';
  /** What the items are, if they are not words. */
  readonly holds?: 'paths' | 'symbols';
  /** The permitted items; absent if any text is permitted. */
  readonly values?: readonly string[];
  readonly maxItems: number;
  /** The maximum length of one item. */
  readonly maxLength: number;
}

/** An object whose fields the capability validates itself. */
export interface ObjectRow extends Row {
  readonly type: 'object';
  readonly required?: true;
}

export type ParameterRow = TextRow | IntegerRow | NumberRow | FlagRow | ChoiceRow | ListRow | ObjectRow;
export type ParameterTable = Readonly<Record<string, ParameterRow>>;

type ValueOf<R extends ParameterRow> = R extends TextRow
  ? R extends { required: true }
    ? string
    : string | undefined
  : R extends IntegerRow | NumberRow
    ? R extends { default: number }
      ? number
      : number | undefined
    : R extends FlagRow
      ? R extends { default: boolean }
        ? boolean
        : boolean | undefined
      : R extends ChoiceRow
        ? R extends { default: string }
          ? R['values'][number]
          : R['values'][number] | undefined
        : R extends ListRow
          ? readonly (R extends { values: readonly string[] } ? R['values'][number] : string)[] | undefined
          : R extends { required: true }
            ? Readonly<Record<string, unknown>>
            : Readonly<Record<string, unknown>> | undefined;

export type ParametersOf<T extends ParameterTable> = { readonly [Name in keyof T]: ValueOf<T[Name]> };

/** The arguments of a call: only required parameters must be present. */
export type RequestOf<T extends ParameterTable> = {
  readonly [Name in RequiredOf<T>]: NonNullable<ParametersOf<T>[Name]>;
} & {
  readonly [Name in Exclude<keyof T, RequiredOf<T>>]?: NonNullable<ParametersOf<T>[Name]> | undefined;
};

type RequiredOf<T extends ParameterTable> = {
  [Name in keyof T]: T[Name] extends { readonly required: true } ? Name : never;
}[keyof T];

/** Validates the arguments of a call; throws `invalid_input` or the code of the row. */
export function readParameters<T extends ParameterTable>(
  table: T,
  sent: unknown,
): { values: ParametersOf<T>; warnings: string[] } {
  if (sent !== undefined && !isObject(sent)) throw invalid('arguments', 'must be an object');
  const given = sent ?? {};
  const warnings = warningsAbout(Object.keys(given).filter((name) => !isKnown(table, name)));
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(table)) {
    // Some clients send null for optional parameters.
    const sentAs = namesOf(name, row).filter(
      (each) => Object.hasOwn(given, each) && (given[each] ?? undefined) !== undefined,
    );
    const [used = name, ...unused] = sentAs;
    values[name] = readers[row.type](used, row as never, given[used] ?? undefined, warnings);
    for (const other of unused) {
      if (given[other] !== given[used]) warnings.push(`"${other}" was ignored, because "${used}" names the symbol.`);
    }
  }
  return { values: values as ParametersOf<T>, warnings };
}

/** The names under which a parameter may be sent, in order of precedence. An alias may be a parameter of its own. */
function namesOf(name: string, row: ParameterRow): readonly string[] {
  return row.type === 'text' && row.alsoNamed !== undefined
    ? [...new Set([row.alsoNamed[0] as string, name, ...row.alsoNamed])]
    : [name];
}

function isKnown(table: ParameterTable, name: string): boolean {
  return Object.hasOwn(table, name) || Object.entries(table).some(([own, row]) => namesOf(own, row).includes(name));
}

/** A message may have very many unknown parameters. */
const maxNamed = 10;

function warningsAbout(unknown: readonly string[]): string[] {
  const warnings = unknown
    .slice(0, maxNamed)
    .map((name) => `The parameter "${short(name)}" is unknown and was ignored.`);
  const others = unknown.length - maxNamed;
  return others > 0 ? [...warnings, `${others} more parameters are unknown and were ignored.`] : warnings;
}

/** Returns the JSON Schema of a tool with these parameters. */
export function schemaOf(table: ParameterTable): Record<string, unknown> {
  const required = Object.entries(table)
    .filter(([, row]) => 'required' in row && row.required)
    .map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(table).map(([name, row]) => [name, propertyOf(row)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

const readers: {
  readonly [Type in ParameterRow['type']]: (
    name: string,
    row: Extract<ParameterRow, { type: Type }>,
    value: unknown,
    warnings: string[],
  ) => unknown;
} = {
  text: (name, row, value, warnings) => {
    if (value === undefined) return row.required ? missing(name, warnings) : undefined;
    if (typeof value !== 'string') throw invalid(name, `must be a string, not ${typeName(value)}`);
    if (value.length > row.maxLength) {
      throw invalid(name, `is ${value.length} characters long; the maximum is ${row.maxLength}`);
    }
    if (value.trim() === '') throw invalid(name, 'must not be empty');
    return value;
  },
  integer: (name, row, value, warnings) => {
    if (value === undefined) return row.default;
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      throw invalid(name, `must be a whole number, not ${typeof value === 'number' ? value : typeName(value)}`);
    }
    if (value < row.min) throw invalid(name, `must be at least ${row.min}, not ${value}`, row.code);
    if (value <= row.max) return value;
    warnings.push(`"${name}" was clamped from ${value} to its maximum, ${row.max}.`);
    return row.max;
  },
  number: (name, row, value, warnings) => {
    if (value === undefined) return row.default;
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw invalid(name, `must be a number, not ${typeName(value)}`);
    }
    if (value < row.min) throw invalid(name, `must be at least ${row.min}, not ${value}`);
    if (value <= row.max) return value;
    warnings.push(`"${name}" was clamped from ${value} to its maximum, ${row.max}.`);
    return row.max;
  },
  flag: (name, row, value) => {
    if (value === undefined) return row.default;
    if (typeof value !== 'boolean') throw invalid(name, `must be true or false, not ${typeName(value)}`);
    return value;
  },
  choice: (name, row, value) => {
    if (value === undefined) return row.default;
    if (typeof value !== 'string') throw invalid(name, `must be a string, not ${typeName(value)}`, row.code);
    const meant = Object.hasOwn(row.aliases ?? {}, value) ? row.aliases?.[value] : value;
    if (meant !== undefined && row.values.includes(meant)) return meant;
    throw invalid(name, `must be one of ${row.values.join(', ')}, not ${JSON.stringify(short(value))}`, row.code);
  },
  list: (name, row, value) => {
    if (value === undefined) return undefined;
    const items = typeof value === 'string' ? (row.values === undefined ? [value] : value.split(',')) : value;
    if (!Array.isArray(items)) throw invalid(name, `must be a list of strings, not ${typeName(value)}`);
    if (items.length === 0) throw invalid(name, 'must not be empty');
    if (items.length > row.maxItems) {
      throw invalid(name, `has ${items.length} items; the maximum is ${row.maxItems}`);
    }
    return [...new Set(items.map((item) => listItem(name, row, item)))];
  },
  object: (name, row, value, warnings) => {
    if (value === undefined) return row.required ? missing(name, warnings) : undefined;
    if (!isObject(value)) throw invalid(name, `must be an object, not ${typeName(value)}`);
    return value;
  },
};

function listItem(name: string, { values, maxLength }: ListRow, item: unknown): string {
  if (typeof item !== 'string') throw invalid(name, `must contain only strings, not ${typeName(item)}`);
  const text = item.trim();
  if (text === '') throw invalid(name, 'must not contain an empty text');
  if (text.length > maxLength) {
    throw invalid(name, `contains a text of ${text.length} characters; the maximum is ${maxLength}`);
  }
  if (values === undefined || values.includes(text)) return text;
  throw invalid(name, `must contain only ${values.join(', ')}, not ${JSON.stringify(short(text))}`);
}

function propertyOf(row: ParameterRow): Record<string, unknown> {
  const description = row.isObvious ? {} : { description: row.description };
  if (row.type === 'text') return { type: 'string', ...description };
  if (row.type === 'object') return { type: 'object', ...description };
  if (row.type === 'list') {
    return { type: 'array', ...description, items: { type: 'string', ...(row.values && { enum: row.values }) } };
  }
  const fallback = row.default === undefined ? {} : { default: row.default };
  if (row.type === 'integer' || row.type === 'number')
    return {
      type: row.type,
      ...description,
      ...fallback,
      ...(row.isObvious ? {} : { minimum: row.min, maximum: row.max }),
    };
  if (row.type === 'flag') return { type: 'boolean', ...description, ...(row.default === true ? fallback : {}) };
  return { type: 'string', ...description, enum: row.values, ...(row.isObvious ? {} : fallback) };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Often it was sent under a name that is unknown, as the warnings say. */
function missing(name: string, warnings: readonly string[]): never {
  const { code, message, data } = invalid(name, 'is missing');
  throw new CodedError(code, [message, ...warnings].join(' '), { data });
}

export function invalid(name: string, problem: string, code: ErrorCode = 'invalid_input'): CodedError {
  return new CodedError(code, `The parameter "${name}" ${problem}.`, { data: { parameter: name } });
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
