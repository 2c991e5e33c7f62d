/** Tables of flags. Help, parsing and validation are derived from these rows. */
import { type AnyRow, type Key, keyNames, keys } from '../config/keys.ts';
import { CodedError } from '../errors.ts';

export interface FlagRow {
  readonly description: string;
  /** One letter, for `-v`. */
  readonly short?: string;
  /** The placeholder for the value in help; a flag without it is a switch. */
  readonly value?: string;
  /** All values count if the flag is repeated. Otherwise the last one wins. */
  readonly many?: boolean;
  /** The flag that this is another name of. */
  readonly aliasOf?: string;
  /** How a shell completes the value; a setting with fixed values completes those. */
  readonly completes?: Completion;
}

/** Fixed words, or a kind of value that the shell looks up. */
export type Completion = readonly string[] | 'file' | 'folder' | 'ref' | 'language';

/** Flags by name, without the dashes. */
export type FlagTable = Readonly<Record<string, FlagRow>>;

/** Flags of every command, before or after its name. */
export const globalFlags: FlagTable = {
  verbose: { short: 'v', description: 'Print more detail' },
  json: { description: 'Print one JSON document instead of text' },
  config: { value: 'PATH', description: 'Read this file instead of your config.toml', completes: 'file' },
  help: { short: 'h', description: 'Show help' },
  version: { short: 'V', description: 'Show the version' },
};

/** The index settings as flags, for commands that start a job. */
export const settingFlags: FlagTable = settingFlagsOf('index');

/** The settings of a section (`index`, `query`, `serve`) as flags. */
export function settingFlagsOf(section: string): FlagTable {
  return Object.fromEntries(
    keyNames
      .filter((key) => key.startsWith(`${section}.`))
      .map((key) => {
        const row: AnyRow = keys[key];
        const { flag, placeholder, type, description } = row;
        const words = row.type === 'choice' ? row.values : row.type === 'boolean' ? ['true', 'false'] : undefined;
        const offered = words === undefined ? {} : { completes: words };
        return [flag, { value: placeholder, many: type === 'list', description, ...offered }];
      }),
  );
}

/** The folder and ref that a command reads. */
export const projectFlags = {
  workspace: { value: 'PATH', description: 'Use this folder instead of the current one', completes: 'folder' },
  ref: { value: 'REF', description: 'Branch, tag or commit; default: the current checkout', completes: 'ref' },
} satisfies FlagTable;

/** For commands that index a folder on their own before they answer. */
export const confirmFlags = {
  yes: { short: 'y', description: 'Index a folder that is not a git repository without asking' },
} satisfies FlagTable;

/** The folder alone, for commands that do not read a single ref. */
export const workspaceFlag: FlagTable = {
  workspace: { value: 'PATH', description: 'Use this folder instead of the current one', completes: 'folder' },
};

/** `--path` for commands that had it before `--workspace`. Elsewhere `--path` names a file. */
export const workspaceAlias: FlagTable = {
  path: { value: 'PATH', description: 'Same as --workspace', completes: 'folder', aliasOf: 'workspace' },
};

/** The flags of a command line by name. Reading a flag that the command does not have is a bug and throws. */
export class TypedFlags {
  readonly #known: ReadonlySet<string>;
  readonly #typed: ReadonlyMap<string, readonly string[]>;

  /** A switch has one empty value per occurrence. */
  constructor(known: Iterable<string>, typed: ReadonlyMap<string, readonly string[]>) {
    this.#known = new Set(known);
    this.#typed = typed;
  }

  has(name: string): boolean {
    return this.all(name).length > 0;
  }

  value(name: string): string | undefined {
    return this.all(name).at(-1);
  }

  all(name: string): readonly string[] {
    if (!this.#known.has(name)) throw new Error(`The command has no flag --${name}.`);
    return this.#typed.get(name) ?? [];
  }

  /** The settings among the flags, for `resolveOptions`. */
  settings(): Partial<Record<Key, readonly string[]>> {
    const given = keyNames.filter((key) => this.#typed.has(keys[key].flag));
    return Object.fromEntries(given.map((key) => [key, this.all(keys[key].flag)]));
  }
}

/** Returns the value of a flag that takes a whole number. Throws `invalid_input` for any other value. */
export function numberFlag(flags: TypedFlags, name: string): number | undefined {
  const typed = flags.value(name);
  if (typed === undefined) return undefined;
  if (/^-?\d{1,15}$/.test(typed)) return Number(typed);
  throw new CodedError('invalid_input', `--${name} takes a whole number, not ${JSON.stringify(typed)}.`);
}
