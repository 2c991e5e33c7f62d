/** Questions find code that has none of their words, if its symbols have vectors. */
import { expect, onTestFinished, test } from 'vitest';
import { findHits } from '../../src/query/search/find-hits.ts';
import { ProjectReader } from '../../src/query/view/ref-view.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { indexInProcess, usualSettings } from '../support/run-job.ts';
import { createRepository, temporaryFolder } from '../support/test-repository.ts';

const files = {
  'src/store.ts':
    'export class Store {\n  purgeExpired(now) {\n    return this.rows.filter((row) => row.end > now);\n  }\n}\n',
  'src/widgets.ts': 'export function renderButton(label) {\n  return draw(label);\n}\n',
  'src/numbers.ts': 'export function roundHalf(value) {\n  return Math.floor(value);\n}\n',
};
const question = 'delete old sessions';
test('a question finds a method that shares no word with it', async () => {
  const withVectors = await indexed(true);
  expect((await withVectors.ask(question)).slice(0, 2)).toContain('purgeExpired');
});

test('the setting switches vectors off, in the index and in a search', async () => {
  const [withVectors, without] = [await indexed(true), await indexed(false)];
  expect(await without.ask(question)).toEqual([]);
  expect(await withVectors.ask(question, { vectors: false })).toEqual([]);
});

test('a name is looked up without vectors', async () => {
  const [withVectors, without] = [await indexed(true), await indexed(false)];
  expect(await withVectors.ask('roundHalf')).toEqual(await without.ask('roundHalf'));
});

async function indexed(vectors: boolean) {
  const root = createRepository(files).root;
  const home = temporaryFolder();
  const { projectId, ref } = await indexInProcess(home, root, { settings: { ...usualSettings, vectors } });
  const store = await openStore(home, projectId);
  onTestFinished(() => store.close());
  const reader = new ProjectReader(projectId, store);
  return {
    ask: async (query: string, settings?: { vectors: boolean }) => {
      const { hits } = await reader.view(ref, (view) => findHits(view, query, {}, 10, settings));
      return hits.map(({ symbol }) => symbol?.name);
    },
  };
}
