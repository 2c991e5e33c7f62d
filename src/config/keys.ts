/**
 * The table of settings. A key is its name in `config.toml`; its environment variable follows from the name by rule.
 * A project's own file may set only what cannot harm the machine that reads it.
 */
export interface IntegerRow extends KeyRow {
  readonly type: 'integer';
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

export interface ListRow extends KeyRow {
  readonly type: 'list';
  readonly default: readonly string[];
  readonly maxItems: number;
}

export interface ChoiceRow extends KeyRow {
  readonly type: 'choice';
  readonly values: readonly string[];
  readonly default: string;
}

interface KeyRow {
  readonly description: string;
  /** The flag of the commands that use the setting, without its dashes. */
  readonly flag: string;
  /** What stands for the value in help. */
  readonly placeholder: string;
  readonly projectMaySet: boolean;
}

export const keys = {
  'index.max_file_bytes': {
    type: 'integer',
    default: 1_048_576,
    min: 1,
    max: 67_108_864,
    flag: 'max-file-bytes',
    placeholder: 'BYTES',
    projectMaySet: true,
    description: 'Skip files over this size',
  },
  'index.workers': {
    type: 'integer',
    default: 0,
    min: 0,
    max: 64,
    flag: 'workers',
    placeholder: 'COUNT',
    projectMaySet: false,
    description: 'Parse workers; 0 means one per core, at most 8',
  },
  'index.parse_timeout_ms': {
    type: 'integer',
    default: 10_000,
    min: 1,
    max: 600_000,
    flag: 'parse-timeout-ms',
    placeholder: 'MS',
    projectMaySet: false,
    description: 'Give up on the syntax of a file after this long',
  },
  'index.max_memory_mb': {
    type: 'integer',
    default: 1_024,
    min: 256,
    max: 1_048_576,
    flag: 'max-memory-mb',
    placeholder: 'MB',
    projectMaySet: false,
    description: 'Memory that an index job may take',
  },
  'index.exclude': {
    type: 'list',
    default: [],
    maxItems: 1_000,
    flag: 'exclude',
    placeholder: 'PATTERN',
    projectMaySet: true,
    description: 'Patterns in .gitignore syntax of files to leave out',
  },
  'query.freshness_policy': {
    type: 'choice',
    values: ['strict', 'balanced', 'best_effort'],
    default: 'balanced',
    flag: 'freshness-policy',
    placeholder: 'POLICY',
    projectMaySet: true,
    description: 'On a stale index: refuse, answer and sync, or just answer',
  },
  'query.ranking_explain_level': {
    type: 'choice',
    values: ['off', 'basic', 'full'],
    default: 'off',
    flag: 'ranking-explain-level',
    placeholder: 'LEVEL',
    projectMaySet: true,
    description: 'How much of the ranking an answer explains',
  },
  'serve.max_auto_workspaces': {
    type: 'integer',
    default: 10,
    min: 1,
    max: 1_000,
    flag: 'max-auto-workspaces',
    placeholder: 'COUNT',
    projectMaySet: false,
    description: 'Workspaces that a server may discover by itself',
  },
  'serve.warmset_capacity': {
    type: 'integer',
    default: 3,
    min: 1,
    max: 50,
    flag: 'warmset-capacity',
    placeholder: 'COUNT',
    projectMaySet: false,
    description: 'Workspaces that a server loads when it starts',
  },
} as const satisfies Record<string, AnyRow>;

export type AnyRow = IntegerRow | ListRow | ChoiceRow;
type ValueOfRow<R> = R extends { type: 'integer' }
  ? number
  : R extends { type: 'choice'; values: readonly (infer Word)[] }
    ? Word
    : readonly string[];

export type Key = keyof typeof keys;
export type ValueOf<K extends Key> = ValueOfRow<(typeof keys)[K]>;
export type Values = { readonly [K in Key]: ValueOf<K> };

export const keyNames = Object.keys(keys) as Key[];

export function isKey(name: string): name is Key {
  return Object.hasOwn(keys, name);
}

/** `index.max_file_bytes` is `CODECOMPASS_INDEX_MAX_FILE_BYTES`. */
export function environmentVariable(key: Key): string {
  return `CODECOMPASS_${key.replaceAll('.', '_').toUpperCase()}`;
}

/** What a key takes, in words. */
export function allowedValues(key: Key): string {
  const row: AnyRow = keys[key];
  if (row.type === 'integer') return `a whole number from ${row.min} to ${row.max}`;
  if (row.type === 'choice') return `one of ${row.values.join(', ')}`;
  return `a list of strings, at most ${row.maxItems}`;
}

/** The value if the key takes it, else nothing. */
export function acceptValue(key: Key, value: unknown): number | string | readonly string[] | undefined {
  const row: AnyRow = keys[key];
  if (row.type === 'integer') {
    return typeof value === 'number' && Number.isInteger(value) && value >= row.min && value <= row.max
      ? value
      : undefined;
  }
  if (row.type === 'choice') return typeof value === 'string' && row.values.includes(value) ? value : undefined;
  const isList =
    Array.isArray(value) && value.length <= row.maxItems && value.every((item) => typeof item === 'string');
  return isList ? (value as string[]) : undefined;
}

/** What was written as text in a variable or a flag, in the type of its key; lists are separated by commas. */
export function valueFromText(key: Key, text: string): unknown {
  if (keys[key].type === 'integer') return /^\d{1,15}$/.test(text.trim()) ? Number(text) : text;
  if (keys[key].type === 'choice') return text.trim();
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
