/**
 * The table of commands. A command has a folder here: its row, and `run`, which is loaded only when it runs. Commands that
 * ask the index have no folder; they come from the table of capabilities.
 */
import type { CommandTable } from '../command-row.ts';
import { completionCommand } from './completion/row.ts';
import { doctorCommand } from './doctor/row.ts';
import { evalCommand } from './eval/row.ts';
import { indexCommand } from './index/row.ts';
import { initCommand } from './init/row.ts';
import { pruneCommand } from './prune/row.ts';
import { refsCommand } from './refs/row.ts';
import { serveMcpCommand } from './serve-mcp/row.ts';
import { setupCommand } from './setup/row.ts';
import { skippedCommand } from './skipped/row.ts';
import { statusCommand } from './status/row.ts';
import { syncCommand } from './sync/row.ts';
import { watchCommand } from './watch/row.ts';

/** The commands that do not ask the index. */
export const ownCommands = {
  init: initCommand,
  index: indexCommand,
  sync: syncCommand,
  skipped: skippedCommand,
  eval: evalCommand,
  'serve-mcp': serveMcpCommand,
  setup: setupCommand,
  doctor: doctorCommand,
  status: statusCommand,
  refs: refsCommand,
  watch: watchCommand,
  prune: pruneCommand,
  completion: completionCommand,
} satisfies CommandTable;

/** Every command: first those that make an index, then those that ask it. */
export async function allCommands(): Promise<CommandTable> {
  const { capabilityCommands } = await import('./capability-commands.ts');
  const { init, index, sync, ...others } = ownCommands;
  return { init, index, sync, ...capabilityCommands, ...others };
}

/** The commands that a line may mean. The query layer takes time to load, so lines that cannot ask the index go without. */
export async function commandsFor(argv: readonly string[]): Promise<CommandTable> {
  const [first = '--version', ...others] = argv;
  const isOwn = Object.hasOwn(ownCommands, first) || (others.length === 0 && ['--version', '-V'].includes(first));
  return isOwn ? ownCommands : allCommands();
}
