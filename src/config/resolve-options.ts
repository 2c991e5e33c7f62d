/**
 * Options are the final values of all settings. Each source overrides the one before it: the user's file, the project's
 * file as far as its rights go, the environment, the flags. Code that uses options does not know their source.
 */
import path from 'node:path';
import { CodedError } from '../errors.ts';
import { type ConfigFile, readProjectConfig, readUserConfig } from './config-file.ts';
import { mostFileBytes } from './file-memory.ts';
import {
  type AnyRow,
  acceptValue,
  allowedValues,
  environmentVariable,
  isKey,
  type Key,
  keyNames,
  keys,
  type Values,
  valueFromText,
} from './keys.ts';
import { nearestWord } from './nearest-word.ts';
import { currentEnvironment, dataDirectory, type Environment, projectConfigPath, userConfigFile } from './paths.ts';

export interface Options {
  /** The folder with all indexes. It may not exist yet. */
  readonly home: string;
  readonly index: IndexOptions;
  readonly query: QueryOptions;
  readonly serve: ServeOptions;
  /** Warnings about settings that have no effect. */
  readonly warnings: readonly string[];
  /** The config files that were read, lowest precedence first. */
  readonly configFiles: readonly string[];
}

export interface IndexOptions {
  readonly maxFileBytes: number;
  readonly workers: number;
  readonly parseTimeoutMs: number;
  readonly maxMemoryMb: number;
  readonly exclude: readonly string[];
  /** Those of the user among them, where the project has added some. */
  readonly ownExclude?: readonly string[];
  readonly vectors?: boolean;
}

export interface QueryOptions {
  readonly freshnessPolicy: Values['query.freshness_policy'];
  readonly freshnessWaitMs: number;
  readonly rankingExplainLevel: Values['query.ranking_explain_level'];
  readonly vectors?: boolean;
}

export interface ServeOptions {
  readonly maxAutoWorkspaces: number;
  readonly warmsetCapacity: number;
  readonly idleSeconds: number;
  /** Undefined: registers on stdio only. */
  readonly autoRegister: boolean | undefined;
  readonly format: 'json' | 'text';
  readonly tools: readonly string[];
}

export interface TypedSettings {
  /** `--config`: replaces the user's file and must exist. */
  readonly config?: string | undefined;
  /** Settings from flags, unparsed. A list has one entry per occurrence of the flag. */
  readonly settings?: Readonly<Partial<Record<Key, readonly string[]>>>;
}

/** Unknown keys reported per file. A hostile file could contain thousands. */
const maxUnknownKeys = 10;

export async function resolveOptions(
  typed: TypedSettings,
  root?: string,
  around: Environment = currentEnvironment(),
): Promise<Options> {
  const warnings: string[] = [];
  const configFiles: string[] = [];
  const values: Partial<Record<Key, unknown>> = {};

  const user = await readUserConfig(typed.config ?? userConfigFile(around), typed.config !== undefined);
  if (user) {
    configFiles.push(user.file);
    Object.assign(values, fromFile(user, false, warnings));
  }
  const own = (values['index.exclude'] ?? []) as readonly string[];
  const project = root === undefined ? undefined : await readProjectConfig(root);
  if (project && 'ignored' in project) warnings.push(`${project.file} is ignored: it ${project.ignored}.`);
  else if (project) {
    configFiles.push(project.file);
    Object.assign(values, withinRights(project.file, fromFile(project, true, warnings), values, warnings));
  }
  const isProjects = values['index.exclude'] !== undefined && values['index.exclude'] !== own;
  const overriding = { ...fromEnvironment(around.env, warnings), ...fromFlags(typed.settings ?? {}) };
  Object.assign(values, overriding);
  const hasOwn = isProjects && overriding['index.exclude'] === undefined;

  const complete = fitFiles(withDefaults(values), warnings);
  return {
    home: dataDirectory(around),
    index: { ...indexOptions(complete), ...(hasOwn ? { ownExclude: own } : {}) },
    query: queryOptions(complete),
    serve: serveOptions(complete),
    warnings,
    configFiles,
  };
}

/** The config files that `resolveOptions` reads, whether or not they exist. */
export function configFiles(
  { config }: TypedSettings,
  root: string,
  around: Environment = currentEnvironment(),
): readonly string[] {
  return [config ?? userConfigFile(around), path.join(root, projectConfigPath)];
}

function fromFile(config: ConfigFile, isProject: boolean, warnings: string[]): Partial<Record<Key, unknown>> {
  const values: Partial<Record<Key, unknown>> = {};
  const unknown: string[] = [];
  for (const [name, value] of config.settings) {
    if (name === 'debug.ranking_reasons' && typeof value === 'boolean') {
      // The old name of this setting. The new name takes precedence.
      values['query.ranking_explain_level'] ??= value ? 'full' : 'off';
    } else if (!isKey(name)) {
      unknown.push(name);
    } else if (isProject && keys[name].project === 'no') {
      warnings.push(`${name} in ${config.file} is ignored: only your own settings may change it.`);
    } else {
      values[name] = accepted(name, value, `in ${config.file}`);
    }
  }
  for (const name of unknown.slice(0, maxUnknownKeys)) {
    warnings.push(unknownName(`Unknown key ${shortened(name)} in ${config.file}`, name, keyNames));
  }
  if (unknown.length > maxUnknownKeys) {
    warnings.push(`${unknown.length - maxUnknownKeys} more unknown keys in ${config.file}.`);
  }
  return values;
}

/**
 * Limits the settings of a project's file to what its rights allow. `own` are the user's settings; the environment and the
 * flags are not among them, because they override the project's file in any case.
 */
function withinRights(
  file: string,
  wanted: Partial<Record<Key, unknown>>,
  own: Partial<Record<Key, unknown>>,
  warnings: string[],
): Partial<Record<Key, unknown>> {
  const values: Partial<Record<Key, unknown>> = {};
  for (const key of keyNames.filter((name) => wanted[name] !== undefined)) {
    const row: AnyRow = keys[key];
    const [value, limit] = [wanted[key], own[key] ?? row.default];
    if (row.project === 'add') {
      // The user's patterns come last, so that a negated pattern of the project does not undo them.
      values[key] = [...(value as string[]), ...(limit as string[])];
    } else if (isAbove(row, value, limit)) {
      warnings.push(`${key} in ${file} is ${value}; a project may only lower it, so it stays at ${limit}.`);
    } else values[key] = value;
  }
  return values;
}

function isAbove(row: AnyRow, value: unknown, limit: unknown): boolean {
  if (row.type !== 'choice') return (value as number) > (limit as number);
  return row.values.indexOf(value as string) > row.values.indexOf(limit as string);
}

function fromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  warnings: string[],
): Partial<Record<Key, unknown>> {
  const values: Partial<Record<Key, unknown>> = {};
  for (const key of keyNames) {
    const variable = environmentVariable(key);
    const text = env[variable];
    if (text) values[key] = accepted(key, valueFromText(key, text), `from the variable ${variable}`);
  }
  const variables = keyNames.map(environmentVariable);
  const sections = new Set(keyNames.map((key) => `CODECOMPASS_${key.split('.')[0]?.toUpperCase()}_`));
  for (const name of Object.keys(env)) {
    const isOurs = [...sections].some((section) => name.startsWith(section));
    if (isOurs && !variables.includes(name)) {
      warnings.push(unknownName(`Unknown variable ${name} in the environment`, name, variables));
    }
  }
  return values;
}

function fromFlags(settings: NonNullable<TypedSettings['settings']>): Partial<Record<Key, unknown>> {
  const values: Partial<Record<Key, unknown>> = {};
  for (const key of keyNames) {
    const texts = settings[key];
    const text = texts?.at(-1);
    if (texts === undefined || text === undefined) continue;
    // A pattern in a flag may contain a comma, so flags are not split.
    const value = keys[key].type === 'list' ? texts : valueFromText(key, text);
    values[key] = accepted(key, value, `from --${keys[key].flag}`);
  }
  return values;
}

function accepted(key: Key, value: unknown, source: string): unknown {
  const result = acceptValue(key, value);
  if (result !== undefined) return result;
  const allowed = allowedValues(key);
  throw new CodedError('invalid_input', `${key} ${source} is ${shown(value)}; it takes ${allowed}.`, {
    remediation: `Set ${key} to ${allowed}.`,
    data: { key, allowed },
  });
}

function withDefaults(values: Partial<Record<Key, unknown>>): Values {
  const complete = Object.fromEntries(keyNames.map((key) => [key, values[key] ?? keys[key].default]));
  // Each value passed `acceptValue` for its key or is the default from the same row.
  return complete as unknown as Values;
}

/** A file must fit into the memory of a job. */
function fitFiles(values: Values, warnings: string[]): Values {
  const wanted = values['index.max_file_bytes'];
  const memory = values['index.max_memory_mb'];
  const most = mostFileBytes(memory);
  if (wanted <= most) return values;
  warnings.push(
    `index.max_file_bytes is ${wanted}, but index.max_memory_mb = ${memory} has room for files of ${most} bytes only; larger files are skipped.`,
  );
  return { ...values, 'index.max_file_bytes': most };
}

function indexOptions(values: Values): IndexOptions {
  return {
    maxFileBytes: values['index.max_file_bytes'],
    workers: values['index.workers'],
    parseTimeoutMs: values['index.parse_timeout_ms'],
    maxMemoryMb: values['index.max_memory_mb'],
    exclude: values['index.exclude'],
    vectors: values['search.vectors'],
  };
}

function queryOptions(values: Values): QueryOptions {
  return {
    freshnessPolicy: values['query.freshness_policy'],
    freshnessWaitMs: values['freshness.wait_ms'],
    rankingExplainLevel: values['query.ranking_explain_level'],
    vectors: values['search.vectors'],
  };
}

function serveOptions(values: Values): ServeOptions {
  return {
    maxAutoWorkspaces: values['serve.max_auto_workspaces'],
    warmsetCapacity: values['serve.warmset_capacity'],
    idleSeconds: values['serve.idle_seconds'],
    autoRegister: values['serve.auto_register'],
    format: values['serve.format'],
    tools: values['serve.tools'],
  };
}

function unknownName(sentence: string, name: string, known: readonly string[]): string {
  const nearest = nearestWord(name, known);
  return nearest === undefined ? `${sentence}.` : `${sentence}; did you mean ${nearest}?`;
}

/** Formats a value for an error message, shortened. */
function shown(value: unknown): string {
  const text =
    typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))
      ? String(value)
      : (JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item)) ?? String(value));
  return shortened(text);
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
