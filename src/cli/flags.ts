/** Flags as tables: help, parsing and validation all come from these rows. */
import { type AnyRow, type Key, keyNames, keys } from '../config/keys.ts';
import { CodedError } from '../errors.ts';

export interface FlagRow {
  readonly description: string;
  /** One letter, for `-v`. */
  readonly short?: string;
  /** What stands for the value in help; a flag without it is a switch. */
  readonly value?: string;
  /** May be given several times, and each counts. Otherwise the last one does. */
  readonly many?: boolean;
  /** What a shell offers for the value; a setting with fixed values offers those. */
  readonly completes?: Completion;
}

/** Words, or what a shell has to look up. */
export type Completion = readonly string[] | 'file' | 'folder' | 'ref' | 'language';

/** By name, without the dashes. */
export type FlagTable = Readonly<Record<string, FlagRow>>;

/** Every command takes these, before or after its name. */
export const globalFlags: FlagTable = {
  verbose: { short: 'v', description: 'Say more' },
  json: { description: 'Print one JSON document instead of text' },
  config: { value: 'PATH', description: 'Read this file instead of your config.toml', completes: 'file' },
  help: { short: 'h', description: 'Show help' },
  version: { short: 'V', description: 'Show the version' },
};

/** The settings of jobs as flags, for commands that start one. */
export const settingFlags: FlagTable = settingFlagsOf('index');

/** The settings of a section (`index`, `query`, `serve`) as flags. */
export function settingFlagsOf(section: string): FlagTable {
  return Object.fromEntries(
    keyNames
      .filter((key) => key.startsWith(`${section}.`))
      .map((key) => {
        const row: AnyRow = keys[key];
        const { flag, placeholder, type, description } = row;
        const offered = row.type === 'choice' ? { completes: row.values } : {};
        return [flag, { value: placeholder, many: type === 'list', description, ...offered }];
      }),
  );
}

/** The folder and ref that a command asks about. */
export const projectFlags = {
  workspace: { value: 'PATH', description: 'Ask about this folder instead of the current one', completes: 'folder' },
  ref: { value: 'REF', description: 'Branch, tag or commit; what is checked out if left out', completes: 'ref' },
} satisfies FlagTable;

/** The folder alone, for commands that ask about no single ref. */
export const workspaceFlag: FlagTable = {
  workspace: { value: 'PATH', description: 'This folder instead of the current one', completes: 'folder' },
};

/** What was typed, by the names in the tables. Asking for a flag that no table has is a bug and throws. */
export class TypedFlags {
  readonly #known: ReadonlySet<string>;
  readonly #typed: ReadonlyMap<string, readonly string[]>;

  /** A switch has as many empty values as it was given times. */
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

/** The value of a flag that takes a whole number; anything else is refused by the flag's name. */
export function numberFlag(flags: TypedFlags, name: string): number | undefined {
  const typed = flags.value(name);
  if (typed === undefined) return undefined;
  if (/^-?\d{1,15}$/.test(typed)) return Number(typed);
  throw new CodedError('invalid_input', `--${name} takes a whole number, not ${JSON.stringify(typed)}.`);
}
