/** `status` and `refs` of the built program. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { programIn } from '../support/run-program.ts';
import { createRepository, temporaryFolder } from '../support/test-repository.ts';

const files = {
  'src/a.ts': 'export function a() {}\nexport function b() {}\n',
  'broken.py': 'def f(:\n',
  'logo.png': new Uint8Array([0, 1, 2]),
};

test('status prints the ref, its freshness, the files and the path of the index', () => {
  const repository = createRepository(files);
  const home = temporaryFolder();
  const run = programIn(repository.root, home);
  const before = run('status');
  expect(before).toMatchObject({ exitCode: 0, stderr: '' });
  expect(before.stdout).toContain('is not indexed yet.\nNext: `codecompass index`');
  expect(existsSync(`${home}/data`)).toBe(false);

  run('index');
  const { stdout } = run('status');
  expect(stdout).toMatch(/^ {2}ref +main at [0-9a-f]{12} \(working tree\)$/m);
  expect(stdout).toMatch(/^ {2}status +up to date, indexed just now$/m);
  expect(stdout).toMatch(/^ {2}files +2 indexed, 1 skipped$/m);
  expect(stdout).toMatch(/^ {2}skipped +1 binary /m);
  expect(stdout).toMatch(/^ {2}syntax +1 recovered from syntax errors$/m);
  expect(stdout).toMatch(/^ {2}last job +index of main, published just now: 3 files changed in /m);
  expect(stdout).toMatch(/^ {2}index +\/.*index\.db$/m);

  const document = JSON.parse(run('status', '--json').stdout);
  expect(document).toMatchObject({
    standing: 'fresh',
    root: repository.root,
    refs: 1,
    gone: [],
    ref: { name: 'main', standing: 'fresh', files: 2 },
    statistics: { indexed: 2, skipped: { binary: 1 } },
    lastJob: { operation: 'index', status: 'published' },
  });
  expect(existsSync(document.index)).toBe(true);

  repository.write({ 'src/a.ts': 'changed\n' });
  expect(run('status').stdout).toMatch(/status +behind: files have changed[\s\S]*Next: `codecompass sync`/);
});

test('status --ref prints one ref, and lists the indexed refs if that one is not indexed', () => {
  const repository = createRepository(files);
  const run = programIn(repository.root);
  repository.git('tag', 'v1');
  run('index', '--ref', 'v1');
  expect(run('status', '--ref', 'v1').stdout).toMatch(/ref +v1 at [0-9a-f]{12}\n/);
  expect(run('status').stdout).toContain('The index does not have main yet; it has v1. The next query adds it.');
  const { exitCode, stderr } = run('status', '--ref', 'main');
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/error\[ref_not_indexed\].*\n→ Run `codecompass index --ref main`/);
});

test('status --ref suggests what helps that ref, and nothing if it is up to date', () => {
  const repository = createRepository(files);
  const run = programIn(repository.root);
  repository.git('tag', 'v1');
  run('index');
  run('index', '--ref', 'v1');
  repository.commit({ 'src/a.ts': 'export const changed = 1;\n' });
  // The working tree is behind, but the tag is not.
  const fresh = run('status', '--ref', 'v1');
  expect(fresh.stdout).toContain('up to date');
  expect(fresh.stdout).not.toContain('Next:');
  expect(JSON.parse(run('status', '--ref', 'v1', '--json').stdout)).toMatchObject({ standing: 'fresh', next: [] });
  repository.git('tag', '--force', 'v1');
  const behind = JSON.parse(run('status', '--ref', 'v1', '--json').stdout);
  expect(behind).toMatchObject({ standing: 'stale', next: [{ line: 'codecompass index --ref v1' }] });
  expect(run('status', '--ref', 'v1').stdout).toContain('Next: `codecompass index --ref v1`');
  expect(run('index', '--ref', 'v1').exitCode).toBe(0);
  expect(run('status', '--ref', 'v1').stdout).not.toContain('Next:');
  repository.git('tag', '--delete', 'v1');
  expect(run('status', '--ref', 'v1').stdout).toContain('Next: `codecompass prune --ref v1`');
  expect(run('prune', '--ref', 'v1').exitCode).toBe(0);
});

test('after a switch of branch, status describes that branch and not another', () => {
  const repository = createRepository(files);
  const run = programIn(repository.root);
  run('index');
  repository.branch('feature');
  const { stdout } = run('status');
  expect(stdout).toContain('The index does not have feature yet; it has main. The next query adds it.');
  expect(stdout).toContain('Next: `codecompass sync`');
  expect(stdout).not.toMatch(/ref +main/);
  expect(JSON.parse(run('search', 'greet', '--json').stdout).metadata.ref).toBe('feature');
  expect(run('status').stdout).toMatch(/ref +feature at/);
});

test('refs prints which refs are behind, deleted or may contain uncommitted edits', () => {
  const repository = createRepository(files);
  const run = programIn(repository.root);
  expect(run('refs').stderr).toContain('No ref is indexed.\n→ Run `codecompass index` to build the index.');
  run('index');
  repository.branch('feature');
  const moved = repository.commit({ 'c.ts': 'export const c = 1;\n' });
  repository.branch('old');
  repository.checkout('main');
  for (const ref of ['feature', 'old']) run('index', '--ref', ref);
  repository.git('branch', '-D', 'old');
  repository.checkout('feature');
  const now = repository.commit({ 'd.ts': 'export const d = 1;\n' });

  const { refs } = JSON.parse(run('refs', '--json').stdout);
  expect(refs.map((ref: { ref: string; verdict: string }) => [ref.ref, ref.verdict])).toEqual([
    ['feature', 'behind'],
    ['old', 'gone'],
    ['main', 'unsure'],
  ]);
  expect(refs[0]).toMatchObject({
    commit: moved,
    current_commit: now,
    checked_out: true,
    freshness_status: 'stale',
    files: 3,
    source: 'objects',
    // The other refs have all of its files.
    own_bytes: 0,
  });
  const { stdout, stderr } = run('refs');
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(
    new RegExp(
      `^\\* {2}feature +${moved.slice(0, 12)} +just now +3 +\\d+ +0 bytes +behind: now at ${now.slice(0, 12)}$`,
    ),
  );
  expect(stderr).toBe('1 indexed ref was deleted from git; run `codecompass prune` to free the space.\n');
});
