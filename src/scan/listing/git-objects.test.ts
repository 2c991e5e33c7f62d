import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createBareClone, createRepository } from '../../../test/support/test-repository.ts';
import { openRepository } from '../git/repository.ts';
import { listObjects, listObjectsAt } from './git-objects.ts';

test('lists the files at given paths by the rules of a whole listing', async () => {
  const made = createRepository({
    'a.ts': 'a\n',
    'src/b.ts': 'b\n',
    'src/deep/c.ts': 'c\n',
    'src/deep/.codecompassignore': 'c.ts\n',
    '.env': 'KEY=1\n',
    ':odd.ts': 'odd\n',
  });
  symlinkSync('a.ts', made.path('link.ts'));
  const commit = made.commit();
  const repository = await openRepository(made.root);
  const options = { maxFileBytes: 1_000, exclude: [] };
  const paths = ['a.ts', 'src', 'src/b.ts', 'src/deep/c.ts', '.env', 'link.ts', 'missing.ts', '../a.ts', '', ':odd.ts'];
  const listed = await listObjectsAt(repository, commit, paths, options);
  const whole = await listObjects(repository, commit, options);
  const same = ({ path }: { path: string }) => paths.includes(path);
  expect(listed.files).toEqual(whole.files.filter(same));
  expect(listed.skipped).toEqual(whole.skipped.filter(same));
  expect(listed.files.map(({ path }) => path)).toEqual([':odd.ts', 'a.ts', 'src/b.ts']);
  const bare = await openRepository(createBareClone(made).root);
  expect(await listObjectsAt(bare, commit, paths, options)).toEqual(listed);
  const large = await listObjectsAt(repository, commit, ['src/b.ts'], { maxFileBytes: 1, exclude: [] });
  expect(large).toMatchObject({ files: [], skipped: [{ path: 'src/b.ts', reason: 'too_large' }] });
  const id = made.git('rev-parse', 'HEAD:a.ts');
  rmSync(made.path('.git/objects', id.slice(0, 2), id.slice(2)));
  const missing = await listObjectsAt(repository, commit, ['a.ts'], options);
  expect(missing).toMatchObject({ files: [], skipped: [{ path: 'a.ts', reason: 'unreadable' }] });
  const excluded = await listObjectsAt(repository, commit, ['a.ts'], { maxFileBytes: 1_000, exclude: ['a.*'] });
  expect(excluded.skipped).toEqual([{ path: 'a.ts', reason: 'excluded' }]);
});

test('lists many long paths, and leaves out one that is too long for an argument', async () => {
  const made = createRepository({ 'a.ts': 'a\n' });
  const blob = made.git('rev-parse', 'HEAD:a.ts');
  const names = [...Array.from({ length: 600 }, (_, at) => `${at}${'n'.repeat(230)}.ts`), `${'x'.repeat(140_000)}.ts`];
  const input = names.map((name) => `100644 blob ${blob}\t${name}\n`).join('');
  const tree = execFileSync('git', ['-C', made.root, 'mktree'], { input, encoding: 'utf8' }).trim();
  const commit = made.git('commit-tree', tree, '-m', 'long');
  const repository = await openRepository(made.root);
  const { files } = await listObjectsAt(repository, commit, names, { maxFileBytes: 1_000, exclude: [] });
  expect(files.map(({ path }) => path).sort()).toEqual(names.slice(0, -1).sort());
});
