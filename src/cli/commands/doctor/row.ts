/** The row of `codecompass doctor`. */
import type { CommandRow } from '../../command-row.ts';

export const doctorCommand: CommandRow = {
  summary: 'Check everything that indexing needs',
  group: 'more',
  details:
    'Checks the runtime, SQLite, the grammars, git, this folder and the data folder, and says how to mend what is wrong.',
  operands: [],
  flags: {},
  examples: [{ line: 'codecompass doctor', does: 'check this machine and this folder' }],
  json: { ok: 'whether nothing failed', checks: 'name, status, detail and remedy of each check' },
  alsoCalled: ['check', 'health', 'diagnose'],
  load: () => import('./run.ts'),
};
