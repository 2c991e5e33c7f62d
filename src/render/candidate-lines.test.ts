import { expect, test } from 'vitest';
import { candidateLines } from './candidate-lines.ts';

const method = { path: 'src/a.ts', line_start: 3, kind: 'method', qualified_name: 'a.Job.run' };

test('lists the candidates as places that can be opened', () => {
  expect(candidateLines({ candidates: [method, { path: 'b.ts' }, 7] })).toEqual([
    'src/a.ts:3  method a.Job.run',
    'b.ts',
  ]);
});

test('counts the candidates that are not listed', () => {
  const data = { candidates: [method], total_candidates: 9 };
  expect(candidateLines(data)).toEqual(['src/a.ts:3  method a.Job.run', '… and 8 more']);
});

test('returns nothing without candidates', () => expect(candidateLines({})).toEqual([]));
