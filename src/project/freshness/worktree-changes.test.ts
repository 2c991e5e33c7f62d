import { renameSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRepository } from '../../../test/support/test-repository.ts';
import { openRepository } from '../../scan/git/repository.ts';
import { type IndexedTree, WorktreeChanges } from './worktree-changes.ts';

test.runIf(process.platform === 'linux')('watches a repository again that was gone for a while', async () => {
  const { root, path } = createRepository({ 'a.ts': 'a\n' });
  const changes = new WorktreeChanges(await openRepository(root), { watches: true });
  onTestFinished(() => changes.close());
  const ask = () => changes.since(treeOf('a.ts'), { exclude: [], maxFileBytes: 1_000 }).catch((thrown) => thrown);
  renameSync(path('.git'), path('.away'));
  await vi.waitFor(async () => {
    await ask();
    expect(changes.impediment).toBeDefined();
  }, 20_000);
  renameSync(path('.away'), path('.git'));
  await vi.waitFor(async () => {
    await ask();
    expect(changes.impediment).toBeUndefined();
  }, 20_000);
  expect(await ask()).toHaveProperty('names');
});

function treeOf(only: string): IndexedTree {
  const has = (path: string) => path === only;
  const indexed = { has, paths: () => [only].values(), isAbsent: () => false, isInSkippedFolder: () => false };
  return { key: 'k', listedAtMs: Date.now(), indexed: indexed as unknown as IndexedTree['indexed'] };
}
