/** The completions for each position of a command line, derived from the tables of commands and flags. */
import type { CommandTable } from '../command-row.ts';
import { type Completion, type FlagTable, globalFlags } from '../flags.ts';

export interface CompletionTable {
  readonly commands: readonly CompletedCommand[];
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  /** By position. The last one also applies to all further arguments if the operand takes many. */
  readonly operands: readonly Offer[];
}

export interface CompletedFlag {
  readonly name: string;
  readonly short?: string;
  readonly description: string;
  /** Absent for a switch. */
  readonly value?: Offer;
}

/** Fixed words, or a kind of value that the shell looks up; `nothing` for free text. */
export type Offer = readonly string[] | 'file' | 'folder' | 'ref' | 'nothing';

export async function completionTable(commands: CommandTable): Promise<CompletionTable> {
  const { languages } = await import('../../languages/languages.ts');
  const languageNames = languages.map(({ name }) => name).sort();
  const offer = (completion: Completion | undefined): Offer =>
    completion === 'language' ? languageNames : (completion ?? 'nothing');
  const flagsOf = (table: FlagTable): CompletedFlag[] =>
    Object.entries(table).map(([name, { short, description, value, completes }]) => ({
      name,
      description,
      ...(short === undefined ? {} : { short }),
      ...(value === undefined ? {} : { value: offer(completes) }),
    }));
  const rows = Object.entries(commands).map(([name, row]) => ({
    name,
    summary: row.summary,
    flags: flagsOf({ ...row.flags, ...globalFlags }),
    operands: row.operands.map(({ completes }) => offer(completes)),
  }));
  const help = { name: 'help', summary: 'Show help for a command', flags: flagsOf(globalFlags) };
  return { commands: [...rows, { ...help, operands: [Object.keys(commands)] }] };
}

/** Quotes a word for a shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
