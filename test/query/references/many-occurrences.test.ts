/** A name that occurs very often: the search pauses for other calls, and says what it did not resolve. */
import { expect, test } from 'vitest';
import { readParameters } from '../../../src/query/parameters/parameters.ts';
import { findReferences, findReferencesParameters } from '../../../src/query/tools/find-references.ts';
import type { RefView } from '../../../src/query/view/ref-view.ts';
import { sharedView } from '../../support/query-view.ts';
import { referencesIn } from './check-references.ts';

const lines = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at)).join('');
const readers = (module: string, count: number) =>
  `import ${module}\n${lines(count, (at) => `def r${at}():\n    return ${module}.val\n`)}`;

test('the search pauses many times in one file', async () => {
  const uses = 20_000;
  const ask = sharedView({
    'often.ts': `export const often = 1;\nexport function read() {\n${'  use(often, often);\n'.repeat(uses / 2)}}\n`,
  });
  let pauses = 0;
  const { values } = readParameters(findReferencesParameters, { symbol_name: 'often' });
  const answer = await ask((view: RefView) => {
    const pause = () => {
      pauses++;
      return view.pause();
    };
    return findReferences({ ...view, pause, isPauseDue: () => true }, values);
  });
  expect(answer.total).toBe(uses);
  expect(pauses).toBeGreaterThan(uses / 500);
});

test('places that were not resolved are unresolved if another symbol has the name', async () => {
  const references = referencesIn({
    'a.py': 'val = 1\n',
    'b.py': 'val = 2\n',
    'u.py': readers('b', 3_500),
    'z.py': 'import b\ndef setter():\n    b.val = 3\n',
  });
  const { answer, shown } = await references('val', { path: 'a.py', limit: 1_000 });
  expect([shown, answer.completeness]).toMatchObject([[], { static: 0, heuristic: 0, unresolved: 501 }]);
  expect(answer.unresolved_sites.at(-1)).toEqual({ path: 'z.py', line: 3, text: 'b.val = 3' });
  expect(answer.metadata.result_completeness).toBe('partial');
  expect(answer.metadata.warnings).toContain('501 places were matched by name only, because there are too many.');
});

test('places that were not resolved are heuristic if no other symbol has the name', async () => {
  const references = referencesIn({ 'a.py': 'val = 1\n', 'u.py': readers('a', 3_500) });
  const { answer } = await references('val');
  expect(answer.completeness).toMatchObject({ static: 3_000, heuristic: 500, unresolved: 0 });
  expect(answer.metadata.result_completeness).toBe('partial');
});

test('places under an import alias that were not resolved are unresolved', async () => {
  const references = referencesIn({
    'a.py': 'val = 1\n',
    'u.py': `from a import val as other\n${lines(3_500, (at) => `def r${at}():\n    return other\n`)}`,
  });
  const { answer } = await references('val');
  expect(answer.completeness).toMatchObject({ heuristic: 0, unresolved: 500, renamed: 3_500 });
  expect(answer.metadata.result_completeness).toBe('partial');
});
