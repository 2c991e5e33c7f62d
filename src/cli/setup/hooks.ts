/** The hook that reminds an agent of CodeCompass when it searches for a known name, and the settings that it goes into. */
import { join } from 'node:path';
import type { Environment } from '../../config/paths.ts';
import type { StartCommand } from './clients.ts';
import type { HookGroup } from './edit-hooks.ts';

/** After the call, so that nothing can block it. */
export const reminderEvent = 'PostToolUse';

const timeoutSeconds = 5;

/** The settings of Claude Code: of the user, or of a project, relative to its root. */
export function hooksFile({ homeFolder }: Environment, root: string | undefined): string {
  return join(root ?? homeFolder, '.claude', 'settings.json');
}

/** A client runs the command in a shell. */
export function reminderHook({ command, args, env }: StartCommand): HookGroup {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  const words = [...variables, ...[command, ...args].map(quoted), 'hook'];
  return { matcher: 'Grep|Bash', hooks: [{ type: 'command', command: words.join(' '), timeout: timeoutSeconds }] };
}

function quoted(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
