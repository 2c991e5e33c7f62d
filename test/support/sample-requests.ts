/** Requests and command lines derived from the table of tools, so that a new row is tested automatically. */
import type { ParameterRow, Role } from '../../src/query/parameters/parameters.ts';
import type { CommandForm, ToolDescription } from '../../src/query/tools/capability.ts';

/** The values of a repository for each role. The second ref and symbol are for tools that take two. */
export type Words = Readonly<Partial<Record<Exclude<Role, 'ref'>, string>>> & {
  readonly refs?: readonly string[];
  readonly secondSymbol?: string;
};

/** Returns the example of a tool with the values of another repository. */
export function requestFor({ example, parameters }: ToolDescription, words: Words): Record<string, unknown> {
  const left = wordsLeft(words);
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, wordFor(parameters[name], words, left) ?? value]),
  );
}

/** Returns the operands of a command in order. */
export function operandsFor(form: CommandForm, { parameters }: ToolDescription, words: Words): string[] {
  const left = wordsLeft(words);
  return form.operands.map((name) => {
    const word = wordFor(parameters[name], words, left);
    if (word === undefined) throw new Error(`No word for ${name}.`);
    return word;
  });
}

/** The words that are used up in order. */
interface WordsLeft {
  readonly refs: string[];
  readonly symbols: string[];
}

function wordsLeft({ refs = [], symbol, secondSymbol = symbol }: Words): WordsLeft {
  return { refs: [...refs], symbols: [symbol, secondSymbol].filter((word) => word !== undefined) };
}

function wordFor(row: ParameterRow | undefined, words: Words, left: WordsLeft): string | undefined {
  if (row?.type !== 'text') return undefined;
  if (row.role === 'ref') return left.refs.shift();
  if (row.role === 'symbol') return left.symbols.shift();
  return words[row.role] ?? (row.role === 'path' ? words.file : undefined);
}

/** Returns the parameters of a tool with one of these roles. */
export function parametersOf({ parameters }: ToolDescription, roles: readonly Role[]): string[] {
  return Object.entries(parameters).flatMap(([name, row]) =>
    row.type === 'text' && roles.includes(row.role) ? [name] : [],
  );
}

/** Returns copies of an object with a field set to a value, one for each nested object. */
export function variantsWith(object: unknown, field: string, value: unknown): unknown[] {
  if (typeof object !== 'object' || object === null) return [];
  const inner = Object.entries(object).flatMap(([name, below]) =>
    variantsWith(below, field, value).map((variant) =>
      Array.isArray(object) ? object.with(Number(name), variant) : { ...object, [name]: variant },
    ),
  );
  return Array.isArray(object) ? inner : [{ ...object, [field]: value }, ...inner];
}
