/** `prune` of the built program: it deletes the indexes of refs deleted from git, and keeps the others. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programIn } from '../support/run-program.ts';
import { createFolder, createRepository, temporaryFolder } from '../support/test-repository.ts';

test('drops refs that were deleted from git, named refs, and refs that are not checked out', () => {
  const repository = createRepository({ 'a.ts': 'export function a() {}\n' });
  const run = programIn(repository.root);
  expect(run('prune').stdout).toContain('Nothing to prune: no ref of ');
  run('index');
  expect(run('prune').stdout).toBe(
    'Nothing to prune: every indexed ref is a branch or tag, or checked out (1 ref indexed).\n',
  );
  repository.branch('old');
  repository.commit({ 'b.ts': 'export function onlyOld() {}\n' });
  repository.checkout('main');
  for (const tag of ['v1', 'v2', 'v3']) repository.git('tag', tag);
  for (const ref of ['old', 'v1', 'v2', 'v3']) run('index', '--ref', ref);
  repository.git('branch', '-D', 'old');

  const names = () =>
    JSON.parse(run('refs', '--json').stdout)
      .refs.map(({ ref }: { ref: string }) => ref)
      .sort();
  const shown = run('prune', '--dry-run');
  expect(shown.stdout).toMatch(/^Would drop:\n {2}old at [0-9a-f]{12} {2}2 files {2}deleted from git\n/);
  expect(shown.stdout).toContain(
    'Would delete 1 file version that no other ref uses (29 bytes of source). Nothing was changed.',
  );
  expect(names()).toEqual(['main', 'old', 'v1', 'v2', 'v3']);

  expect(run('prune').stdout).toMatch(
    /^Dropping:\n {2}old at .*\nFreed [\d.]+ \w+: 1 file version .* 4 refs remain\.\n$/,
  );
  expect(names()).toEqual(['main', 'v1', 'v2', 'v3']);
  expect(run('search', 'a').stdout).toMatch(/^a\.ts:1/);

  const unknown = run('prune', '--ref', 'v9');
  expect(unknown.exitCode).toBe(1);
  expect(unknown.stderr).toMatch(
    /The ref v9 is not indexed, so there is nothing to delete\.\n→ Did you mean v\d\? `codecompass refs` lists/,
  );
  const named = JSON.parse(run('prune', '--ref', 'v2', '--ref', 'v3', '--json').stdout);
  expect(named).toMatchObject({ dryRun: false, dropped: [{ name: 'v2' }, { name: 'v3' }], kept: 2, versions: 0 });
  expect(names()).toEqual(['main', 'v1']);
  run('prune', '--all-but-current');
  expect(names()).toEqual(['main']);
});

test('drops commits that are no branch or tag, unless they are checked out', () => {
  const repository = createRepository({ 'a.ts': 'export function a() {}\n' });
  const commits = ['b', 'c', 'd'].map((name) => repository.commit({ 'a.ts': `export function ${name}() {}\n` }));
  const [first = '', second = '', third = ''] = commits;
  repository.git('tag', 'v1', first);
  repository.git('worktree', 'add', '--quiet', '--detach', join(temporaryFolder(), 'tree'), second);
  repository.checkout(third);
  const run = programIn(repository.root);
  run('index');
  for (const ref of ['main', 'v1', first, second, 'HEAD~3']) run('index', '--ref', ref);
  const names = () => JSON.parse(run('refs', '--json').stdout).refs.map(({ ref }: { ref: string }) => ref);
  const oldest = repository.git('rev-parse', 'HEAD~3');
  expect(names().sort()).toEqual(['main', 'v1', first, second, third, oldest].sort());
  expect(run('prune', '--dry-run').stdout).toMatch(/^Would drop:\n(?: {2}[0-9a-f]{12} .*\n){2}Would delete 1 file/);
  expect(names()).toHaveLength(6);
  const { dropped, kept } = JSON.parse(run('prune', '--json').stdout);
  expect(dropped.map(({ name }: { name: string }) => name).sort()).toEqual([first, oldest].sort());
  expect(kept).toBe(4);
  run('prune', '--all-but-current');
  expect(names().sort()).toEqual([second, third].sort());
});

test('drops only the indexes of projects whose folder is gone', () => {
  const home = temporaryFolder();
  const [here, there] = [createFolder({ 'a.py': 'def a(): pass\n' }), createFolder({ 'b.py': 'def b(): pass\n' })];
  const run = programIn(here, home);
  run('index');
  programIn(there, home)('index');
  expect(run('prune', '--projects').stdout).toBe('Nothing to prune: no project folder is missing (2 projects).\n');
  const { index } = JSON.parse(run('status', '--json', '--workspace', there).stdout);
  rmSync(there, { recursive: true });
  expect(run('prune', '--projects', '--dry-run').stdout).toMatch(
    /^Would drop .*\nNothing was changed\. 1 project remains\.\n$/,
  );
  expect(existsSync(index)).toBe(true);
  const document = JSON.parse(run('prune', '--projects', '--json').stdout);
  expect(document).toMatchObject({ dropped: [{ roots: [there] }], kept: 1 });
  expect(document.freedBytes).toBeGreaterThan(0);
  expect(existsSync(index)).toBe(false);
  expect(run('status').stdout).toContain('up to date');
});
