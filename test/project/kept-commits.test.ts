/** Commits that are indexed by their id or an expression: only the last ones are kept, and those that are checked out. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitsKept } from '../../src/indexing/job/keep-commits.ts';
import { noProgress } from '../../src/model.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { indexInProcess } from '../support/run-job.ts';
import { createRepository, temporaryFolder } from '../support/test-repository.ts';

test('drops the commit published longest ago, and says so', async () => {
  const home = temporaryFolder();
  const repository = createRepository({ 'a.ts': 'export function first() {}\n' });
  const step = (at: number) => repository.commit({ 'a.ts': `export function step${at}() {}\n` });
  const [tagged, elsewhere, dropped, ...others] = Array.from({ length: commitsKept + 3 }, (_, at) => step(at)) as [
    string,
    string,
    string,
    ...string[],
  ];
  repository.git('tag', 'v1', tagged);
  repository.git('worktree', 'add', '--quiet', '--detach', join(temporaryFolder(), 'tree'), elsewhere);
  const index = (ref?: string) => indexInProcess(home, repository.root, ref === undefined ? {} : { ref });
  const { projectId } = await index();
  for (const ref of ['v1', elsewhere, dropped]) await index(ref);
  const store = await openStore(home, projectId);
  for (const commit of others.slice(0, -1)) await publishEmpty(store, commit, repository.root);
  const symbolsOf = (name: string) => store.summariesNamed(name, { fromVersion: 0, skipped: 0, limit: 1 });
  expect(await symbolsOf('step2')).toHaveLength(1);

  // The branch itself is the last commit.
  const { ref, warnings } = await index('HEAD~0');
  expect(ref).toBe(others.at(-1));
  expect(warnings.join()).toMatch(
    new RegExp(`^Dropped the index of commit ${dropped.slice(0, 12)}: .* ${commitsKept} `),
  );
  const names = (await store.refs()).map(({ name }) => name).sort();
  expect(names).toEqual(['main', 'v1', elsewhere, ...others].sort());
  expect(await symbolsOf('step2'), 'what only it contained').toEqual([]);
  expect(await symbolsOf('step1')).toHaveLength(1);
  await store.close();
  expect((await index(ref)).warnings, 'no new commit').toEqual([]);
  expect((await index(dropped)).ref, 'it can be indexed again').toBe(dropped);
});

async function publishEmpty(store: Store, commit: string, root: string): Promise<void> {
  const writer = await store.beginJob({ ref: commit, operation: 'index', force: false });
  await writer.publish({
    ...{ ref: commit, commit, source: 'objects', root, rules: '', versions: [], skipped: [], progress: noProgress },
  });
  await writer.release();
}
