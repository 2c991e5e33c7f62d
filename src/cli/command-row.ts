/** A command as a row of the table: help, parsing, completion and the document of commands all come from it. */
import type { JobRequest } from '../indexing/job/job.ts';
import type { Example } from '../query/tools/capability.ts';
import type { Completion, FlagTable } from './flags.ts';
import type { Invocation } from './invocation.ts';

export interface CommandRow {
  readonly summary: string;
  readonly group: CommandGroup;
  /** Sentences for the command's own help. */
  readonly details: string;
  readonly operands: readonly OperandRow[];
  readonly flags: FlagTable;
  readonly examples: readonly Example[];
  readonly json: JsonShape;
  /** Other words that people try for it; they are not taken, but lead to the right one. */
  readonly alsoCalled?: readonly string[];
  /** The job that every run of it begins; `run` is handed a process that is ready for it. */
  readonly job?: JobRequest['operation'];
  /** Loaded when it is run, so that no command pays for another. */
  readonly load: () => Promise<{ run(call: Invocation): Promise<number> }>;
}

/** In the order of help, with their headings. */
export const commandGroups = {
  find: 'Find code',
  keep: 'Keep the index',
  agents: 'Serve AI agents',
  more: 'More',
} as const;

export type CommandGroup = keyof typeof commandGroups;

/** A word after the command's name. */
export interface OperandRow {
  readonly name: string;
  readonly required: boolean;
  /** Takes every word that follows. */
  readonly many?: boolean;
  readonly completes?: Completion;
}

export type { Example };

/** The fields of the document that `--json` prints, each with what it holds; `?` ends the name of one that may be absent. */
export type JsonShape = Readonly<Record<string, string>>;

export type CommandTable = Readonly<Record<string, CommandRow>>;
