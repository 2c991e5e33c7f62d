/** What is on disk decides whether a tracked name is a file, a link, a folder or a repository, whatever the index says. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRepository } from '../../../test/support/test-repository.ts';
import { openRepository } from '../git/repository.ts';
import { type Listing, listFiles, listPaths } from './list-files.ts';
import { touchedNames } from './touched-names.ts';

const options = { maxFileBytes: 1_000, exclude: [] };

function shown({ files, skipped, submodules }: Listing) {
  return [
    ...files.map(({ path }) => path),
    ...skipped.map(({ path, reason }) => `${path} ${reason}`),
    ...submodules.map((path) => `${path}/ nested`),
  ];
}

async function listed(root: string) {
  return shown(await listFiles(await openRepository(root), { name: 'main', source: 'worktree' }, options));
}

async function listedAt(root: string, ...paths: string[]) {
  return shown(
    await listPaths(
      await openRepository(root),
      paths.map((path) => ({ path })),
      options,
    ),
  );
}

/** The names that are new to somebody who knows nothing. */
async function touched(root: string) {
  const known = { has: () => false, paths: () => [], isAbsent: () => false, isInSkippedFolder: () => false };
  return (await touchedNames(await openRepository(root), known, 0, options)).map(({ path }) => path).sort();
}

/** A repository in whose index these names are submodules. */
function withGitlinks(files: Record<string, string>, ...names: string[]) {
  const repository = createRepository({ 'a.ts': 'a' });
  const commit = repository.git('rev-parse', 'HEAD').trim();
  repository.write(files);
  for (const name of names) repository.git('update-index', '--add', '--cacheinfo', `160000,${commit},${name}`);
  return repository;
}

test('lists a file that took the place of a link, and a link that took the place of a file', async () => {
  const repository = createRepository({ 'a.ts': 'a', 'c.ts': 'c' });
  symlinkSync('a.ts', repository.path('b.ts'));
  repository.commit({}, 'link');
  expect(await listed(repository.root)).toEqual(['a.ts', 'c.ts', 'b.ts link']);
  for (const name of ['b.ts', 'c.ts']) rmSync(repository.path(name));
  repository.write({ 'b.ts': 'b' });
  symlinkSync('a.ts', repository.path('c.ts'));
  expect(await listed(repository.root)).toEqual(['a.ts', 'b.ts', 'c.ts link']);
  expect(await listedAt(repository.root, 'b.ts', 'c.ts')).toEqual(['b.ts', 'c.ts link']);
});

test('lists a file or link that is a submodule to the index', async () => {
  const { root, path } = withGitlinks({ 'b.ts': 'b', 'deep/c.ts': 'c' }, 'b.ts', 'deep/c.ts', 'link', 'gone');
  symlinkSync('a.ts', path('link'));
  expect(await listed(root)).toEqual(['a.ts', 'b.ts', 'deep/c.ts', 'link link', 'gone/ nested']);
  expect(await listedAt(root, 'b.ts', 'deep')).toEqual(['b.ts', 'deep/c.ts']);
  expect(await touched(root)).toEqual(['a.ts', 'b.ts', 'deep/c.ts', 'link']);
});

test('lists the files of an ordinary folder that is a submodule to the index', async () => {
  const files = { 'b[1]/c.ts': 'c', 'b[1]/deep/d.ts': 'd', 'b[1]/out/e.ts': 'e', 'b1/node_modules/f.js': 'f' };
  const { root, path, write } = withGitlinks({ ...files, 'ö/g.ts': 'g' }, 'b[1]', 'b1', 'ö', 'empty');
  mkdirSync(path('empty'));
  write({ 'b[1]/.gitignore': 'out/\n' });
  const inFolder = ['b[1]/.gitignore', 'b[1]/c.ts', 'b[1]/deep/d.ts'];
  expect(await listed(root)).toEqual(['a.ts', ...inFolder, 'ö/g.ts', 'b1/node_modules/ excluded', 'empty/ nested']);
  expect(await listedAt(root, 'b[1]/c.ts')).toEqual(['b[1]/c.ts']);
  expect(await listedAt(root, 'b[1]/deep', 'a.ts')).toEqual(['a.ts', 'b[1]/deep/d.ts']);
  expect(await listedAt(root, 'b[1]', 'ö/g.ts')).toEqual([...inFolder, 'ö/g.ts']);
  expect(await touched(root)).toEqual(expect.arrayContaining([...inFolder, 'ö/g.ts']));
});

test('enters a submodule once it is no repository any more, and lists each of its files once', async () => {
  const inner = createRepository({ 'x.ts': 'x' });
  const { root, git, commit, path } = createRepository({ 'a.ts': 'a' });
  git('submodule', '--quiet', 'add', inner.root, 'sub');
  commit({}, 'submodule');
  expect(await listed(root)).toEqual(['.gitmodules', 'a.ts', 'sub/ nested']);
  expect(await listedAt(root, 'sub/x.ts')).toEqual(['sub/ nested']);
  rmSync(path('sub/.git'));
  expect(await listed(root)).toEqual(['.gitmodules', 'a.ts', 'sub/x.ts']);
  expect(await listedAt(root, 'sub/x.ts')).toEqual(['sub/x.ts']);
  // A folder behind a link is absent.
  rmSync(path('sub'), { recursive: true });
  symlinkSync(inner.root, path('sub'));
  expect(await listed(root)).toEqual(['.gitmodules', 'a.ts', 'sub link']);
});
