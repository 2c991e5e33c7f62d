import { expect, test } from 'vitest';
import { CodedError } from '../../errors.ts';
import { printedError } from './printed-error.ts';

test('prints the remedy for the command line', () => {
  const remediation = { agent: 'Call index_repo.', cli: 'Run `codecompass index`.' };
  expect(printedError(new CodedError('invalid_input', 'Wrong.', { remediation })).remedy).toBe(remediation.cli);
});

test('lists the candidates as places that can be opened', () => {
  const method = { path: 'src/a.ts', line_start: 3, kind: 'method', qualified_name: 'a.Job.run' };
  const candidates = [method, { path: 'b.ts' }, 7];
  const error = new CodedError('ambiguous_symbol', 'Two.', { data: { candidates } });
  expect(printedError(error).candidates).toEqual(['src/a.ts:3  method a.Job.run', 'b.ts']);
  const more = new CodedError('ambiguous_symbol', 'Nine.', { data: { candidates: [method], total_candidates: 9 } });
  expect(printedError(more).candidates).toEqual(['src/a.ts:3  method a.Job.run', '… and 8 more']);
});
