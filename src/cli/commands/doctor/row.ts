/** The row of `codecompass doctor`. */
import type { CommandRow } from '../../command-row.ts';

export const doctorCommand: CommandRow = {
  summary: 'Check the requirements for indexing',
  group: 'more',
  details:
    'Checks the runtime, SQLite, the grammars, git, this folder and the data directory, and shows how to fix problems.',
  operands: [],
  flags: {},
  examples: [{ line: 'codecompass doctor', does: 'check this machine and this folder' }],
  json: { ok: 'whether all checks passed', checks: 'name, status, detail and remedy of each check' },
  alsoCalled: ['check', 'health', 'diagnose'],
  load: () => import('./run.ts'),
};
