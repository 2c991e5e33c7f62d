/** A repository that excludes files by its own rules may hide uses of a symbol: answers about all of them say so. */
import { expect, test } from 'vitest';
import { type ParametersOf, readParameters } from '../../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../../src/query/tools/call-graph.ts';
import { findReferences, findReferencesParameters } from '../../../src/query/tools/find-references.ts';
import { ProjectReader } from '../../../src/query/view/ref-view.ts';
import { openStore } from '../../../src/store/sqlite/open-store.ts';
import { indexInProcess, usualSettings } from '../../support/run-job.ts';
import { createFolder, createRepository, type TestFiles, temporaryFolder } from '../../support/test-repository.ts';

const files = {
  'a.ts': 'export function used(): void {}\n',
  'b.ts': "import { used } from './a.ts';\n\nexport function run(): void {\n  used();\n}\n",
  'hidden/c.ts': "import { used } from '../a.ts';\n\nexport function secretly(): void {\n  used();\n}\n",
  'notes/d.txt': 'used\n',
};

interface Place {
  readonly root: string;
  readonly settings?: Partial<typeof usualSettings>;
}

async function answers({ root, settings }: Place) {
  const home = temporaryFolder();
  const { projectId, ref } = await indexInProcess(home, root, { settings: { ...usualSettings, ...settings } });
  const store = await openStore(home, projectId);
  const read = <P extends Parameters<typeof readParameters>[0]>(parameters: P) =>
    readParameters(parameters, { symbol_name: 'used' }).values as ParametersOf<P>;
  try {
    return await new ProjectReader(projectId, store).view(ref, async (view) => [
      (await callGraph(view, read(callGraphParameters))).metadata,
      (await findReferences(view, read(findReferencesParameters))).metadata,
    ]);
  } finally {
    await store.close();
  }
}

async function checkPartial(place: Place, names: string): Promise<void> {
  for (const { result_completeness, warnings } of await answers(place)) {
    expect([result_completeness, warnings]).toEqual(['partial', [expect.stringContaining(names)]]);
  }
}

async function checkComplete(place: Place): Promise<void> {
  for (const { result_completeness } of await answers(place)) expect(result_completeness).toBe('complete');
}

const repository = (more: TestFiles) => createRepository({ ...files, ...more }).root;
const hidden = "hidden/c.ts (excluded by the repository's own rules)";

test('by .codecompassignore', async () => {
  await checkPartial({ root: repository({ '.codecompassignore': 'hidden/\n' }) }, hidden);
});

test('by the settings of the project', async () => {
  const settings = { exclude: ['hidden/', '*.log'], ownExclude: ['*.log'] };
  await checkPartial({ root: repository({}), settings }, hidden);
});

test('of a plain folder, whose excluded folders are not entered', async () => {
  const root = createFolder({ ...files, '.codecompassignore': 'hidden/\n' });
  await checkPartial({ root }, "hidden/ (excluded by the repository's own rules)");
});

test('by patterns that are too costly for a path', async () => {
  const name = `${'a'.repeat(200)}.ts`;
  const root = repository({
    [name]: files['hidden/c.ts'],
    '.codecompassignore': `${'*a'.repeat(100)}*b\n`.repeat(400),
  });
  await checkPartial({ root }, `${name} (undecided)`);
});

test('but not what the user excludes, what git ignores, other languages and dependencies', async () => {
  await checkComplete({ root: repository({}), settings: { exclude: ['hidden/'] } });
  await checkComplete({ root: repository({ '.codecompassignore': 'hidden/\n' }), settings: { exclude: ['hidden/'] } });
  await checkComplete({ root: repository({ '.codecompassignore': 'notes/\nx.py\n', 'x.py': 'used()\n' }) });
  const ignoring = createRepository({ ...files, '.gitignore': 'built/\nnode_modules/\n' });
  ignoring.write({ 'built/c.ts': 'used();\n', 'node_modules/x/c.ts': 'used();\n' });
  await checkComplete({ root: ignoring.root });
  await checkComplete({ root: createFolder({ ...files, 'node_modules/c.ts': 'used();\n' }) });
});
