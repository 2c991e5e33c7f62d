/** A row of the table of commands. Help, parsing, completion and docs/cli.md are derived from it. */
import type { JobRequest } from '../indexing/job/job.ts';
import type { Example } from '../query/tools/capability.ts';
import type { Completion, FlagTable } from './flags.ts';
import type { Invocation } from './invocation.ts';

export interface CommandRow {
  readonly summary: string;
  readonly group: CommandGroup;
  /** Sentences for `codecompass COMMAND --help`. */
  readonly details: string;
  readonly operands: readonly OperandRow[];
  readonly flags: FlagTable;
  readonly examples: readonly Example[];
  readonly json: JsonShape;
  /** Other names that users try. They are rejected with a suggestion of the right name. */
  readonly alsoCalled?: readonly string[];
  /** The job that every run starts; `run` gets a process that is ready for it. */
  readonly job?: JobRequest['operation'];
  /** Loads the implementation on demand, so that no command waits for the code of another. */
  readonly load: () => Promise<{ run(call: Invocation): Promise<number> }>;
}

/** The groups of commands in the order of help, with their headings. */
export const commandGroups = {
  find: 'Find code',
  keep: 'Manage the index',
  agents: 'Serve AI agents',
  more: 'More',
} as const;

export type CommandGroup = keyof typeof commandGroups;

/** A positional argument. */
export interface OperandRow {
  readonly name: string;
  readonly required: boolean;
  /** Takes all remaining arguments. */
  readonly many?: boolean;
  readonly completes?: Completion;
}

export type { Example };

/** The fields of the `--json` document with their meanings. The name of an optional field ends in `?`. */
export type JsonShape = Readonly<Record<string, string>>;

export type CommandTable = Readonly<Record<string, CommandRow>>;
