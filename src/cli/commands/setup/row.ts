/** The row of `codecompass setup`. */
import type { CommandRow } from '../../command-row.ts';
import { clients } from '../../setup/clients.ts';

export const setupCommand: CommandRow = {
  summary: 'Show or write the configuration of an MCP client',
  group: 'agents',
  details:
    'Prints the configuration for claude-code, cursor, vscode, codex, gemini or zed, and the file it belongs in. With ' +
    '--write it shows the change, then merges it into that file and keeps everything else. The entry contains your current ' +
    'settings: CODECOMPASS_HOME, the other variables and --config. With --instructions it prints a short text for the ' +
    "project's rules file instead (CLAUDE.md, AGENTS.md, …), which tells the agent when to use which tool. The text goes into " +
    'the file that the client already reads; one is created only if there is none. With --hooks it adds a hook to the settings of ' +
    'Claude Code: when an agent greps for the name of an indexed symbol, it is told what CodeCompass knows of it. --hooks --undo takes ' +
    'back exactly that.',
  operands: [{ name: 'CLIENT', required: true, completes: Object.keys(clients) }],
  flags: {
    instructions: { description: 'Use the rules file of this project instead of the server configuration' },
    hooks: { description: 'Claude Code: remind the agent when it greps for a known name' },
    undo: { description: 'With --hooks: take the hook back' },
    write: { description: 'Merge into the file' },
    project: { description: 'Use the shared file of this project instead of your own' },
  },
  examples: [
    { line: 'codecompass setup claude-code', does: 'show what Claude Code needs' },
    { line: 'codecompass setup cursor --write', does: 'set up Cursor' },
    { line: 'codecompass setup codex --instructions --write', does: 'tell Codex when to use which tool' },
    { line: 'codecompass setup claude-code --hooks --write', does: 'remind Claude Code when it greps' },
    { line: 'codecompass setup claude-code --hooks --undo --write', does: 'take that back' },
  ],
  json: {
    client: 'the client',
    file: 'its configuration file',
    entry: 'the entry for the file',
    changed: 'whether the file needs a change',
    written: 'whether the file was written',
  },
  alsoCalled: ['install', 'configure', 'connect'],
  load: () => import('./run.ts'),
};
