import { expect, test } from 'vitest';
import { CodedError, type ErrorCode, errorTable } from '../../errors.ts';
import { printedError } from './printed-error.ts';

function remedyOf(remediation: string): string {
  return printedError(new CodedError('invalid_input', 'Wrong.', { remediation })).remedy;
}

test('names commands and flags where a query names tools and parameters', () => {
  const check = (wire: string, spoken: string) => expect(remedyOf(wire)).toBe(spoken);
  check(
    'Did you mean get, set? Otherwise try search_code.',
    'Did you mean get, set? Otherwise try `codecompass search`.',
  );
  check(
    'Call again with the "path" of the one you mean, or with a qualified name.',
    'Run it again with --path and the file of the one you mean, or with a qualified name.',
  );
  check('Call index_repo with "ref": "v1", or run `codecompass index --ref v1`.', 'Run `codecompass index --ref v1`.');
});

test('leaves no word of the wire in a remedy of the table', () => {
  for (const [code, { remediation }] of Object.entries(errorTable)) {
    const { remedy } = printedError(new CodedError(code as ErrorCode, 'Wrong.', { remediation }));
    expect(remedy, code).not.toMatch(/\b(?:index_repo|sync_repo|index_status|search_code)\b|Call /);
  }
});

test('lists the candidates as places that can be opened', () => {
  const method = { path: 'src/a.ts', line_start: 3, kind: 'method', qualified_name: 'a.Job.run' };
  const candidates = [method, { path: 'b.ts' }, 7];
  const error = new CodedError('ambiguous_symbol', 'Two.', { data: { candidates } });
  expect(printedError(error).candidates).toEqual(['src/a.ts:3  method a.Job.run', 'b.ts']);
  const more = new CodedError('ambiguous_symbol', 'Nine.', { data: { candidates: [method], total_candidates: 9 } });
  expect(printedError(more).candidates).toEqual(['src/a.ts:3  method a.Job.run', '… and 8 more']);
});
