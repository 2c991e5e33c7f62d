/**
 * The table of settings. A key is the name in `config.toml`; the environment variable is derived from it.
 * A project's file is untrusted. `project` says what it may do to a key; no row lets it use more of the machine, or read
 * more of it, than the user's own settings allow.
 */

/**
 * `no`: ignored. `lower`: only a smaller number, or a choice nearer to the first. `add`: its items join the user's list
 * and cannot undo them.
 */
export type ProjectRight = 'no' | 'lower' | 'add';

export interface IntegerRow extends KeyRow {
  readonly type: 'integer';
  readonly project: 'no' | 'lower';
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

export interface ListRow extends KeyRow {
  readonly type: 'list';
  readonly project: 'no' | 'add';
  readonly default: readonly string[];
  readonly maxItems: number;
}

export interface ChoiceRow extends KeyRow {
  readonly type: 'choice';
  readonly project: 'no' | 'lower';
  /** From the most cautious or cheapest to the least. */
  readonly values: readonly string[];
  readonly default: string;
}

export interface BooleanRow extends KeyRow {
  readonly type: 'boolean';
  readonly project: 'no';
  /** Undefined if the default depends on how the program is used; `defaultWords` then says how. */
  readonly default: boolean | undefined;
  readonly defaultWords?: string;
}

interface KeyRow {
  readonly description: string;
  /** The command-line flag, without its dashes. */
  readonly flag: string;
  /** The placeholder for the value in help. */
  readonly placeholder: string;
  readonly project: ProjectRight;
}

export const keys = {
  'index.max_file_bytes': {
    type: 'integer',
    default: 1_048_576,
    min: 1,
    max: 67_108_864,
    flag: 'max-file-bytes',
    placeholder: 'BYTES',
    project: 'lower',
    description: 'Skip files larger than this',
  },
  'index.workers': {
    type: 'integer',
    default: 0,
    min: 0,
    max: 64,
    flag: 'workers',
    placeholder: 'COUNT',
    project: 'no',
    description: 'Number of parse workers; 0 means one per core, at most 8',
  },
  'index.parse_timeout_ms': {
    type: 'integer',
    default: 10_000,
    min: 1,
    max: 600_000,
    flag: 'parse-timeout-ms',
    placeholder: 'MS',
    project: 'no',
    description: 'Stop parsing a file after this many milliseconds',
  },
  'index.max_memory_mb': {
    type: 'integer',
    default: 1_024,
    min: 256,
    max: 1_048_576,
    flag: 'max-memory-mb',
    placeholder: 'MB',
    project: 'no',
    description: 'Memory limit of an index job, in megabytes; a server runs at most two jobs at once',
  },
  'index.exclude': {
    type: 'list',
    default: [],
    maxItems: 1_000,
    flag: 'exclude',
    placeholder: 'PATTERN',
    project: 'add',
    description: 'Patterns of files to exclude, in .gitignore syntax',
  },
  'search.vectors': {
    type: 'boolean',
    default: true,
    flag: 'vectors',
    placeholder: 'BOOLEAN',
    project: 'no',
    description: 'Match questions to code by word vectors too; indexing gives symbols their vectors only if this is on',
  },
  'query.freshness_policy': {
    type: 'choice',
    values: ['strict', 'balanced', 'best_effort'],
    default: 'balanced',
    flag: 'freshness-policy',
    placeholder: 'POLICY',
    project: 'lower',
    description: 'If the index is stale: fail, answer and sync, or only answer',
  },
  'freshness.wait_ms': {
    type: 'integer',
    default: 300,
    min: 0,
    max: 60_000,
    flag: 'freshness-wait-ms',
    placeholder: 'MS',
    project: 'lower',
    description: 'How long an answer waits for a sync of changed files, under the balanced policy',
  },
  'query.ranking_explain_level': {
    type: 'choice',
    values: ['off', 'basic', 'full'],
    default: 'off',
    flag: 'ranking-explain-level',
    placeholder: 'LEVEL',
    project: 'lower',
    description: 'How much ranking detail answers include',
  },
  'serve.max_auto_workspaces': {
    type: 'integer',
    default: 10,
    min: 1,
    max: 1_000,
    flag: 'max-auto-workspaces',
    placeholder: 'COUNT',
    project: 'no',
    description:
      'How many workspaces a server may discover on its own; over it, the least recently used one is evicted with its index',
  },
  'serve.warmset_capacity': {
    type: 'integer',
    default: 3,
    min: 1,
    max: 50,
    flag: 'warmset-capacity',
    placeholder: 'COUNT',
    project: 'no',
    description: 'How many workspaces a server loads at startup',
  },
  'serve.idle_seconds': {
    type: 'integer',
    default: 300,
    min: 5,
    max: 86_400,
    flag: 'idle-seconds',
    placeholder: 'SECONDS',
    project: 'no',
    description: 'After so many seconds without a call, a server gives back its memory; the next call takes longer',
  },
  'serve.format': {
    type: 'choice',
    values: ['json', 'text'],
    default: 'json',
    flag: 'format',
    placeholder: 'FORMAT',
    project: 'no',
    description: 'Format of answers over MCP: json, or text for clients that show answers to a model',
  },
  'serve.tools': {
    type: 'list',
    default: ['all'],
    maxItems: 100,
    flag: 'tools',
    placeholder: 'TOOLS',
    project: 'no',
    description: 'Tools that MCP clients see: all, agent (those that coding agents need), or names of tools',
  },
  'serve.auto_register': {
    type: 'boolean',
    default: undefined,
    defaultWords: '`true` on stdio, `false` over HTTP',
    flag: 'auto-register',
    placeholder: 'BOOLEAN',
    project: 'no',
    description: 'Register the git repository that a server runs in, or that its client opened, on the first call',
  },
} as const satisfies Record<string, AnyRow>;

export type AnyRow = IntegerRow | ListRow | ChoiceRow | BooleanRow;
type ValueOfRow<R> = R extends { type: 'integer' }
  ? number
  : R extends { type: 'choice'; values: readonly (infer Word)[] }
    ? Word
    : R extends { type: 'boolean' }
      ? boolean | R['default' & keyof R]
      : readonly string[];

export type Key = keyof typeof keys;
export type ValueOf<K extends Key> = ValueOfRow<(typeof keys)[K]>;
export type Values = { readonly [K in Key]: ValueOf<K> };

export const keyNames = Object.keys(keys) as Key[];

export function isKey(name: string): name is Key {
  return Object.hasOwn(keys, name);
}

/** `index.max_file_bytes` → `CODECOMPASS_INDEX_MAX_FILE_BYTES`. */
export function environmentVariable(key: Key): string {
  return `CODECOMPASS_${key.replaceAll('.', '_').toUpperCase()}`;
}

/** Describes the values a key accepts, for error messages. */
export function allowedValues(key: Key): string {
  const row: AnyRow = keys[key];
  if (row.type === 'integer') return `a whole number from ${row.min} to ${row.max}`;
  if (row.type === 'choice') return `one of ${row.values.join(', ')}`;
  if (row.type === 'boolean') return 'true or false';
  return `a list of strings, at most ${row.maxItems}`;
}

/** Returns the value if the key accepts it, else undefined. */
export function acceptValue(key: Key, value: unknown): number | string | boolean | readonly string[] | undefined {
  const row: AnyRow = keys[key];
  if (row.type === 'integer') {
    return typeof value === 'number' && Number.isInteger(value) && value >= row.min && value <= row.max
      ? value
      : undefined;
  }
  if (row.type === 'choice') return typeof value === 'string' && row.values.includes(value) ? value : undefined;
  if (row.type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  const isList =
    Array.isArray(value) && value.length <= row.maxItems && value.every((item) => typeof item === 'string');
  return isList ? (value as string[]) : undefined;
}

/** Converts the text of a variable or flag to the key's type. Commas separate list items. */
export function valueFromText(key: Key, text: string): unknown {
  const { type } = keys[key];
  const word = text.trim();
  if (type === 'integer') return /^\d{1,15}$/.test(word) ? Number(word) : text;
  if (type === 'choice') return word;
  if (type === 'boolean') return word === 'true' || word === 'false' ? word === 'true' : text;
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
