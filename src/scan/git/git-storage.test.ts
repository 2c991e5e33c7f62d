import { appendFileSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRepository, type TestRepository, temporaryFolder } from '../../../test/support/test-repository.ts';
import { isWithin } from '../listing/lstat.ts';
import { findGitFolders, gitStorage } from './git-storage.ts';

/** Returns the paths outside the root that git reads for a repository. */
function outsideOf({ root }: TestRepository): string[] {
  return gitStorage(findGitFolders(root, join(root, '.git'))).filter((path) => !isWithin(path, root));
}

it('is inside an ordinary repository', () => {
  expect(outsideOf(createRepository({ 'a.txt': 'a' }))).toEqual([]);
});

it('is followed through alternates transitively, even in a cycle', () => {
  const [near, far] = [createRepository({ 'a.txt': 'a' }), createRepository({ 'b.txt': 'b' })];
  const alternates = '.git/objects/info/alternates';
  appendFileSync(near.path(alternates), `# comment\n${far.path('.git/objects')}\n`);
  appendFileSync(far.path(alternates), `${near.path('.git/objects')}\n`);
  expect(outsideOf(near)).toContain(far.path('.git/objects'));
});

it('treats an alternate that is quoted or not UTF-8 as the file system root', () => {
  for (const line of ['"\\057home"\n', Buffer.from('/home/\xff\n', 'latin1')]) {
    const repository = createRepository({ 'a.txt': 'a' });
    appendFileSync(repository.path('.git/objects/info/alternates'), line);
    expect(outsideOf(repository)).toContain('/');
  }
});

it('contains an alternate with .. behind a link in both readings', () => {
  const repository = createRepository({ 'a.txt': 'a' });
  const outside = createRepository({ 'b.txt': 'b' });
  symlinkSync(outside.path('.git'), repository.path('link'));
  appendFileSync(repository.path('.git/objects/info/alternates'), `${repository.path('link')}/../.git/objects\n`);
  expect(outsideOf(repository)).toContain(outside.path('.git/objects'));
});

it('refuses alternates that it cannot read in full', () => {
  const repository = createRepository({ 'a.txt': 'a' });
  appendFileSync(repository.path('.git/objects/info/alternates'), `#${' '.repeat(2 << 20)}\n/elsewhere\n`);
  expect(() => outsideOf(repository)).toThrow(/alternates has more than 65536 bytes/);
});

it('is followed through the links that tools set in a git folder, and no deeper', () => {
  for (const part of ['objects', 'refs', 'info', 'refs/heads', 'objects/pack']) {
    const repository = createRepository({ 'a.txt': 'a' });
    const taken = join(temporaryFolder(), 'taken');
    mkdirSync(repository.path('.git', part), { recursive: true });
    renameSync(repository.path('.git', part), taken);
    symlinkSync(taken, repository.path('.git', part));
    if (part.includes('/')) expect(() => outsideOf(repository), part).toThrow(/is a symbolic link/);
    else expect(outsideOf(repository), part).toContain(taken);
  }
});
