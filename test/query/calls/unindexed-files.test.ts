/** A file that is not in the index, or whose syntax was not parsed in full, makes only answers partial that need it. */
import { expect, test } from 'vitest';
import { readParameters } from '../../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../../src/query/tools/call-graph.ts';
import { sharedView } from '../../support/query-view.ts';

const files = {
  'a.ts': 'export function used(): void {}\nexport function mentioned(): void {}\nexport function unused(): void {}\n',
  'b.ts': "import { unused } from './a.ts';\n\nexport function run(): void {\n  unused();\n}\n",
  'broken.ts':
    "import { used, mentioned } from './a.ts';\n\nused();\n\nexport function broken(): void {\n  const text = `${ mentioned( `;;; {\n",
  'broken.py': 'def used(:\n    mentioned(\n',
};

const ask = sharedView(files);

async function check(symbol_name: string, direction: string, warnings: readonly unknown[] | undefined): Promise<void> {
  const { values } = readParameters(callGraphParameters, { symbol_name, direction, path: 'a.ts' });
  const { metadata } = await ask((view) => callGraph(view, values));
  expect(metadata.warnings).toEqual(warnings);
  expect(metadata.result_completeness).toBe(warnings === undefined ? 'complete' : 'partial');
}

test('an answer about a name that a file with syntax errors does not contain is complete', async () => {
  await check('unused', 'both', undefined);
  await check('mentioned', 'callees', undefined);
});

test('an answer about a name in the part that was not parsed is partial and names the file', async () => {
  const warnings = ['Calls in these files may be missing: broken.ts (recovered from syntax errors).'];
  const other = 'No caller was found, but the function may be used otherwise: 4 lines in 3 files contain "mentioned"; ';
  await check('mentioned', 'callers', [...warnings, expect.stringContaining(other)]);
  await check('used', 'callers', undefined);
  const { values } = readParameters(callGraphParameters, { symbol_name: 'broken', direction: 'callees' });
  expect((await ask((view) => callGraph(view, values))).metadata).toMatchObject({
    result_completeness: 'partial',
    warnings,
  });
});
