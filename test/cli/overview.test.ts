/** `codecompass` without a command, in each kind of folder. */
import { expect, test } from 'vitest';
import { programIn } from '../support/run-program.ts';
import { createFolder, createRepository } from '../support/test-repository.ts';

test('suggests a repository or a plain index in a folder without git', () => {
  const run = programIn(createFolder());
  const { exitCode, stdout, stderr } = run();
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/ is not a git repository\.\n/);
  expect(stdout).toContain('codecompass index');
});

test('suggests the next step for every index status of a repository', () => {
  const repository = createRepository({ 'a.ts': 'export function a() {}\n' });
  const run = programIn(repository.root);
  const check = (standing: string, said: RegExp, first: string) => {
    const { stdout, exitCode } = run();
    expect(exitCode).toBe(0);
    expect(stdout.split('\n').length).toBeLessThan(14);
    expect(stdout).toMatch(said);
    const document = JSON.parse(run('--json').stdout);
    expect(document).toMatchObject({ standing, root: repository.root, kind: 'git' });
    expect(document.next[0].line).toBe(first);
  };
  check('not_registered', / is not indexed yet\.\n/, 'codecompass index');
  run('init');
  check('not_indexed', / is registered but not indexed yet\.\n/, 'codecompass index');
  run('index');
  check(
    'fresh',
    /main at [0-9a-f]{12} \(working tree\) was indexed just now: 1 file, 1 symbol\. The index is up to date\./,
    'codecompass search WORDS',
  );
  repository.write({ 'a.ts': 'export function b() {}\n' });
  check('stale', /Files have changed since\./, 'codecompass sync');
  repository.commit();
  check('stale', /The ref is at [0-9a-f]{12} now\./, 'codecompass sync');
  repository.branch('feature');
  check(
    'ref_not_indexed',
    /The index does not have feature yet; it has main\. The next query adds it\./,
    'codecompass sync',
  );
});

test('prints an error with a remedy for a damaged repository', () => {
  const repository = createRepository({ 'a.ts': 'export function a() {}\n' });
  repository.write({ '.git/HEAD': 'nonsense\n' });
  const { exitCode, stderr } = programIn(repository.root)();
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^error\[repository_unreadable\]: .*\n→ /);
});
