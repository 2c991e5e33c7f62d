/**
 * The table of commands. Each command has a folder here with its row and `run`, which is loaded on demand. Query
 * commands have no folder; they are derived from the table of capabilities.
 */
import type { CommandTable } from '../command-row.ts';
import { completionCommand } from './completion/row.ts';
import { doctorCommand } from './doctor/row.ts';
import { evalCommand } from './eval/row.ts';
import { hookCommand } from './hook/row.ts';
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

/** The commands that are not queries. */
export const ownCommands = {
  init: initCommand,
  index: indexCommand,
  sync: syncCommand,
  skipped: skippedCommand,
  eval: evalCommand,
  'serve-mcp': serveMcpCommand,
  setup: setupCommand,
  hook: hookCommand,
  doctor: doctorCommand,
  status: statusCommand,
  refs: refsCommand,
  watch: watchCommand,
  prune: pruneCommand,
  completion: completionCommand,
} satisfies CommandTable;

/** Returns all commands: first those that build an index, then the queries, then the others. */
export async function allCommands(): Promise<CommandTable> {
  const { capabilityCommands } = await import('./capability-commands.ts');
  const { init, index, sync, ...others } = ownCommands;
  return { init, index, sync, ...capabilityCommands, ...others };
}

/**
 * Returns the commands needed to run a command line. Loads the query layer, which takes time, only if it may be needed.
 */
export async function commandsFor(argv: readonly string[]): Promise<CommandTable> {
  const [first = '--version', ...others] = argv;
  const isOwn = Object.hasOwn(ownCommands, first) || (others.length === 0 && ['--version', '-V'].includes(first));
  return isOwn ? ownCommands : allCommands();
}
