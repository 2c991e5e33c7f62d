/** The row of `codecompass setup`. */
import type { CommandRow } from '../../command-row.ts';
import { clients } from '../../setup/clients.ts';

export const setupCommand: CommandRow = {
  summary: 'Show or write the configuration that lets a client use the server',
  group: 'agents',
  details:
    'Prints what has to go into the configuration of claude-code, cursor, vscode, codex, gemini or zed, and where. With ' +
    '--write it is merged into that file, after the change was shown; everything else in it stays as it is. With ' +
    '--instructions it is a short text for the rules file of this project instead (CLAUDE.md, AGENTS.md, …), which tells the ' +
    'agent when to use which tool.',
  operands: [{ name: 'CLIENT', required: true, completes: Object.keys(clients) }],
  flags: {
    instructions: { description: 'The rules for the agent in this project, instead of the server' },
    write: { description: 'Merge it into the file' },
    project: { description: 'Into the file of this project, which others share, instead of your own' },
  },
  examples: [
    { line: 'codecompass setup claude-code', does: 'show what Claude Code needs' },
    { line: 'codecompass setup cursor --write', does: 'set up Cursor' },
    { line: 'codecompass setup codex --instructions --write', does: 'tell Codex when to use which tool' },
  ],
  json: {
    client: 'the client',
    file: 'its configuration file',
    entry: 'what has to stand there',
    changed: 'whether the file lacks it',
    written: 'whether it was written',
  },
  alsoCalled: ['install', 'configure', 'connect'],
  load: () => import('./run.ts'),
};
