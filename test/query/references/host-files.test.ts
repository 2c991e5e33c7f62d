/** Components, templates and notebooks have no grammar, but use the code of a language. */
import { expect, test } from 'vitest';
import { readParameters } from '../../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../../src/query/tools/call-graph.ts';
import { findReferences, findReferencesParameters } from '../../../src/query/tools/find-references.ts';
import { sharedView } from '../../support/query-view.ts';

const ask = sharedView({
  'src/price.ts': 'export function format(): void {}\nexport function round(): void {}\n',
  'src/cart.ts': "import { format, round } from './price.ts';\n\nformat();\nround();\n",
  'src/Cart.vue': '<script>\nimport { format } from "./price.ts";\n</script>\n<p>{{ format() }}</p>\n',
  'shop/user.py': 'def title():\n    pass\n\n\ntitle()\n',
  'shop/templates/user.html': '<h1>{{ user.title }}</h1>\n',
  'shop/report.kt': 'fun main() { round() }\n',
});

const graphOf = (symbol_name: string) =>
  ask((view) => callGraph(view, readParameters(callGraphParameters, { symbol_name, direction: 'callers' }).values));
const referencesOf = (sent: Record<string, unknown>) =>
  ask((view) => findReferences(view, readParameters(findReferencesParameters, sent).values));

test.each([
  ['format', 'src/Cart.vue'],
  ['title', 'shop/templates/user.html'],
])('callers of %s are not complete, because %s may contain more', async (name, path) => {
  const { callers, metadata } = await graphOf(name);
  expect(callers).toHaveLength(1);
  expect(metadata).toEqual({
    result_completeness: 'partial',
    warnings: [`Calls in these files may be missing: ${path} (not parsed).`],
  });
});

test('a name that is only in files of other languages has complete callers', async () => {
  expect((await graphOf('round')).metadata).toEqual({ result_completeness: 'complete' });
});

test('references name the files, whose lines are listed as mentions', async () => {
  const { total, by_kind, metadata } = await referencesOf({ symbol_name: 'format' });
  expect([total, by_kind.mention, metadata.result_completeness]).toEqual([2, 2, 'partial']);
  expect(metadata.warnings).toEqual([expect.stringContaining('src/Cart.vue (not parsed)')]);
  const listed = await referencesOf({ symbol_name: 'format', kinds: ['mention'] });
  expect(listed.references.map(({ path, line }) => `${path}:${line}`)).toEqual(['src/Cart.vue:2', 'src/Cart.vue:4']);
});

test('an empty list says how many files the filters leave out', async () => {
  const { total, metadata } = await referencesOf({ symbol_name: 'round', within: ['docs'] });
  expect(total).toBe(0);
  expect(metadata.warnings).toContain('The filters leave out 3 files that may contain "round".');
});
