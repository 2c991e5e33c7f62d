import { appendFileSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createFolder, createRepository, type TestRepository } from '../../../test/support/test-repository.ts';
import { isWithin } from '../listing/lstat.ts';
import { gitStorage } from './git-storage.ts';
import { openRepository } from './repository.ts';

/** Returns the paths outside the root that git reads for a repository. */
async function outsideOf({ root }: TestRepository): Promise<string[]> {
  return (await gitStorage(await openRepository(root))).filter((path) => !isWithin(path, root));
}

it('is inside an ordinary repository', async () => {
  expect(await outsideOf(createRepository({ 'a.txt': 'a' }))).toEqual([]);
  expect(await gitStorage(await openRepository(createFolder()))).toEqual([]);
});

it('is followed through alternates transitively, even in a cycle', async () => {
  const [near, far] = [createRepository({ 'a.txt': 'a' }), createRepository({ 'b.txt': 'b' })];
  const alternates = '.git/objects/info/alternates';
  appendFileSync(near.path(alternates), `# comment\n${far.path('.git/objects')}\n`);
  appendFileSync(far.path(alternates), `${near.path('.git/objects')}\n`);
  expect(await outsideOf(near)).toContain(far.path('.git/objects'));
});

it('treats a quoted alternate as the file system root', async () => {
  const repository = createRepository({ 'a.txt': 'a' });
  appendFileSync(repository.path('.git/objects/info/alternates'), '"\\057home"\n');
  expect(await outsideOf(repository)).toContain('/');
});

it('is followed through links', async () => {
  for (const part of ['objects', 'refs', 'refs/heads', 'objects/pack']) {
    const repository = createRepository({ 'a.txt': 'a' });
    const outside = createFolder();
    const taken = `${outside}/taken`;
    mkdirSync(repository.path('.git', part), { recursive: true });
    renameSync(repository.path('.git', part), taken);
    symlinkSync(taken, repository.path('.git', part));
    expect(await outsideOf(repository), part).toContain(taken);
  }
});
