/** The row of `codecompass hook`. */
import type { CommandRow } from '../../command-row.ts';

export const hookCommand: CommandRow = {
  summary: 'Remind an agent of CodeCompass after a grep',
  group: 'agents',
  details:
    'A hook of Claude Code runs this after a tool call; `codecompass setup claude-code --hooks` adds it. It reads the call ' +
    'from standard input. If the agent searched for the name of an indexed symbol, it prints which tools show its source and ' +
    'its uses. It reads the index as it is, prints nothing in every other case, and never fails.',
  operands: [],
  flags: {},
  examples: [{ line: 'codecompass hook < call.json', does: 'see what the hook would add to a call' }],
  json: { 'hookSpecificOutput?': 'the text for the agent, in the shape of the hook' },
  load: () => import('./run.ts'),
};
