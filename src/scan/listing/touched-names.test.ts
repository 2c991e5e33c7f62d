import { renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createFolder, createRepository } from '../../../test/support/test-repository.ts';
import { openRepository } from '../git/repository.ts';
import { listFiles, listPaths } from './list-files.ts';
import { touchedNames } from './touched-names.ts';

const options = { maxFileBytes: 1_000, exclude: [] };
const yesterdayMs = Date.now() - 86_400_000;

/** Returns what is known of a working tree whose files were all listed now. */
async function knownOf(root: string) {
  const repository = await openRepository(root);
  const { files, skipped } = await listFiles(repository, { name: 'main', source: 'worktree' }, options);
  const paths = new Set([...files, ...skipped].map(({ path }) => path));
  const known = {
    has: (path: string) => paths.has(path),
    paths: () => paths,
    isAbsent: (path: string) => skipped.some((file) => file.path === path && file.reason === 'sparse'),
    isInSkippedFolder: (path: string) => [...paths].some((folder) => folder.endsWith('/') && path.startsWith(folder)),
  };
  return { repository, known };
}

test('finds touched, new, deleted and newly ignored files by names and times alone', async () => {
  const { root, path, write, remove, git } = createRepository({
    'same.ts': '1',
    'edited.ts': '1',
    'deleted.ts': '1',
    'moved.ts': '1',
    '.gitignore': 'out/\n',
    'dropped.log': '1',
  });
  write({ 'out/ignored.ts': '1', 'out/forced.ts': '1', 'node_modules/m/index.js': '1', 'kept.txt': '1' });
  const { repository, known } = await knownOf(root);
  const touched = async (sinceMs = Date.now() + 60_000) =>
    (await touchedNames(repository, known, sinceMs, options)).map((name) => name.path).sort();
  expect(await touched()).toEqual([]);
  remove('deleted.ts');
  renameSync(path('moved.ts'), path('there.ts'));
  git('add', '--force', 'out/forced.ts');
  git('rm', '--cached', '--quiet', 'dropped.log');
  write({ '.git/info/exclude': '*.log\n', 'node_modules/m/more.js': '1', 'out/more.ts': '1' });
  expect(await touched()).toEqual(['deleted.ts', 'dropped.log', 'moved.ts', 'out/forced.ts', 'there.ts']);
  const beforeMs = Date.now() - 1;
  expect(await touched(beforeMs)).toContain('there.ts');
  writeFileSync(path('edited.ts'), '2');
  // A time in the past does not hide an edit: the change time of the inode is new.
  utimesSync(path('edited.ts'), yesterdayMs / 1_000, yesterdayMs / 1_000);
  expect(await touched(beforeMs)).toContain('edited.ts');
});

test('takes a file that a sparse checkout leaves out as unchanged until it is there', async () => {
  const { root, git, write } = createRepository({ 'kept/a.ts': '1', 'left/b.ts': '1', 'left/c.ts': '1' });
  git('sparse-checkout', 'set', 'kept');
  const { repository, known } = await knownOf(root);
  const touched = async () =>
    (await touchedNames(repository, known, Date.now() + 60_000, options)).map(({ path }) => path);
  expect(await touched()).toEqual([]);
  write({ 'left/b.ts': '2' });
  expect(await touched()).toEqual(['left/b.ts']);
});

test('finds the same in a plain folder', async () => {
  const root = createFolder({ 'a.ts': '1', 'b.ts': '1', '.gitignore': '*.log\n', 'x.log': '1' });
  const { repository, known } = await knownOf(root);
  renameSync(`${root}/a.ts`, `${root}/c.ts`);
  symlinkSync('nowhere', `${root}/link`);
  const names = await touchedNames(repository, known, Date.now() + 60_000, options);
  expect(names.map(({ path }) => path).sort()).toEqual(['a.ts', 'c.ts', 'link']);
});

test('a listing of paths agrees with a listing of everything', async () => {
  const { root, write, git } = createRepository({
    'src/a.ts': '1',
    'src/deep/b.ts': '1',
    'src/deep/.codecompassignore': 'skipped.ts\n',
    'src/deep/skipped.ts': '1',
    'src2/c.ts': '1',
    '[x]*.ts': '1',
    '.gitignore': 'out/\n',
  });
  write({ 'out/made.ts': '1', 'out/forced.ts': '1', 'src/new.ts': '1', 'node_modules/m.js': '1' });
  git('add', '--force', 'out/forced.ts');
  const repository = await openRepository(root);
  const all = await listFiles(repository, { name: 'main', source: 'worktree' }, options);
  const check = async (...paths: string[]) => {
    const isAsked = (path: string) => paths.some((asked) => path === asked || path.startsWith(`${asked}/`));
    const found = await listPaths(
      repository,
      paths.map((path) => ({ path })),
      options,
    );
    expect(found.files, paths.join()).toEqual(all.files.filter(({ path }) => isAsked(path)));
    expect(found.skipped, paths.join()).toEqual(all.skipped.filter(({ path }) => isAsked(path.replace(/\/$/, ''))));
  };
  await check('src/a.ts');
  await check('src');
  await check('src/deep');
  await check('src/deep/skipped.ts', 'src2');
  await check('src/deep/.codecompassignore');
  await check('[x]*.ts');
  await check('out');
  await check('node_modules');
  await check('absent', 'src/absent.ts');
});

test('names of wildcards, and a gitlink in such a folder, take git no longer than others', async () => {
  const deep = `${'[[/'.repeat(7)}[x/${'*?/'.repeat(20)}`;
  const { root, git, commit } = createRepository({ [`${deep}v.ts`]: '1', 'ä/b.ts': '1', '\\\\/c.ts': '1' });
  const others = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${'[[/'.repeat(25)}${at}.ts`, '1']));
  commit(others);
  const head = git('rev-parse', 'HEAD').trim();
  for (const place of [`${deep}sub`, 'ä/süb', '[a]'])
    git('update-index', '--add', '--cacheinfo', `160000,${head},${place}`);
  const repository = await openRepository(root);
  const listed = async (...paths: string[]) => {
    const names = paths.map((path) => ({ path }));
    const { files, submodules } = await listPaths(repository, names, options);
    return [...files.map(({ path }) => path), ...submodules];
  };
  expect(await listed(`${deep}v.ts`)).toEqual([`${deep}v.ts`]);
  expect(await listed(`${deep}sub/inside.ts`)).toEqual([`${deep}sub`]);
  expect(await listed('ä/süb/inside.ts', 'ä/b.ts')).toEqual(['ä/b.ts', 'ä/süb']);
  expect(await listed('[a]/inside.ts')).toEqual(['[a]']);
});

test('many paths in deep folders are listed, although a program takes fewer arguments', async () => {
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at}/${'folders/'.repeat(110)}f.ts`, '1']));
  const { root } = createRepository(files);
  const repository = await openRepository(root);
  const names = Object.keys(files).map((path) => ({ path }));
  const { files: found } = await listPaths(repository, names, options);
  expect(found).toHaveLength(names.length);
  const [first = { path: '' }, ...rest] = names;
  expect((await listPaths(repository, rest, options)).files.map(({ path }) => path)).not.toContain(first.path);
});

test.skipIf(process.platform !== 'linux')('does not find a name again that is not UTF-8', async () => {
  const root = createFolder({ 'a.ts': '1' });
  const name = Buffer.concat([Buffer.from(`${root}/b`), Buffer.of(0xff), Buffer.from('.ts')]);
  writeFileSync(name, '1');
  const { repository, known } = await knownOf(root);
  const names = await touchedNames(repository, known, Date.now() + 60_000, options);
  expect(names).toEqual([]);
  expect(await touchedNames(repository, known, 0, options)).toContainEqual(
    expect.objectContaining({ path: 'b\\xff.ts', rawPath: expect.any(Buffer) }),
  );
});

test('finds the files of a folder that was replaced by an older one', async () => {
  const made = createRepository({ 'src/deep/a.ts': '1', 'old/deep/a.ts': '2', 'other/b.ts': '1' });
  const { repository, known } = await knownOf(made.root);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const sinceMs = Date.now();
  const touched = async (isSettled?: (path: string) => boolean) =>
    (await touchedNames(repository, known, sinceMs, options, isSettled)).map((name) => name.path).sort();
  expect(await touched()).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  renameSync(made.path('src'), made.path('before'));
  renameSync(made.path('old'), made.path('src'));
  renameSync(made.path('before'), made.path('old'));
  expect(await touched()).toEqual(['old/deep/a.ts', 'src/deep/a.ts']);
  expect(await touched((path) => path.startsWith('old/'))).toEqual(['src/deep/a.ts']);
});
