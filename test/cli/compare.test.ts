/** `codecompass compare` through the built program. */
import { expect, test } from 'vitest';
import { programIn } from '../support/run-program.ts';
import { createRepository, temporaryFolder } from '../support/test-repository.ts';

test('compare shows how a symbol changed between two refs', () => {
  const { root, branch, commit } = createRepository({
    'src/greet.ts': 'export function greet(name: string): string {\n  return name;\n}\n',
  });
  const codecompass = programIn(root);
  codecompass('index');
  branch('next');
  commit({
    'src/greet.ts': 'export function greet(name: string, loud = false): string {\n  return name;\n}\n',
  });
  codecompass('index');
  const shown = codecompass('compare', 'greet', 'main', 'next');
  expect(shown.exitCode).toBe(0);
  expect(shown.stdout).toContain('greet  modified');
  expect(shown.stdout).toContain('+export function greet(name: string, loud = false): string {');
  const { diff_summary } = JSON.parse(codecompass('compare', 'greet', 'main', 'HEAD', '--json').stdout);
  expect(diff_summary).toMatchObject({ status: 'modified', signature_changed: true, body_changed: false });
  const refused = JSON.parse(codecompass('compare', 'greet', 'main', 'gone', '--json').stdout);
  expect(refused.error.code).toBe('ref_not_indexed');
});

test('compare prints tabs as they are, and colours the diff on a terminal', () => {
  const { root, git, commit } = createRepository({ 'a.go': 'package a\n\nfunc Greet() {\n\tone()\n}\n' });
  git('tag', 'v1');
  commit({ 'a.go': 'package a\n\nfunc Greet() {\n\ttwo(\x22\x1b[2J\x22)\n}\n' });
  const { stdout } = programIn(root)('compare', 'Greet', 'v1', 'HEAD');
  expect(stdout).toContain('\n-\tone()\n+\ttwo("\\x1b[2J")\n');
  const coloured = programIn(root, temporaryFolder(), { FORCE_COLOR: '1' })('compare', 'Greet', 'v1', 'HEAD').stdout;
  expect(coloured).toContain('\x1b[31m-\tone()\x1b[0m\n\x1b[32m+\ttwo("\\x1b[2J")\x1b[0m\n');
});

test('refs that were never indexed are read from git, and nothing is indexed for them', () => {
  const { root, branch, commit, git, write } = createRepository({
    'src/greet.ts': 'export function greet(name: string): string {\n  return name;\n}\n',
    'src/other.ts': 'export function part(): void {}\n',
  });
  const codecompass = programIn(root);
  git('tag', 'v1');
  branch('next');
  commit({ 'src/greet.ts': 'export function greet(name: string): string {\n  return name + name;\n}\n' });
  git('tag', 'v2');
  const json = (...args: string[]) => JSON.parse(codecompass(...args, '--json').stdout);

  const shown = codecompass('compare', 'greet', 'v1', 'v2');
  expect(shown.exitCode).toBe(0);
  expect(shown.stdout).toContain('+  return name + name;');
  expect(shown.stderr).toContain('v1 and v2 are not indexed');
  const { diff_summary, metadata } = json('compare', 'greet', 'v1', 'v2');
  expect(diff_summary).toMatchObject({ status: 'modified' });
  expect(metadata).toMatchObject({ ref: 'v2', result_completeness: 'complete' });
  expect(metadata.warnings).toHaveLength(1);
  // The working tree is compared with its edits.
  write({ 'src/other.ts': 'export function whole(): void {}\n' });
  expect(json('compare', 'whole', 'v2', 'HEAD').diff_summary).toMatchObject({ status: 'added' });
  expect(json('compare', 'part', 'v2', 'HEAD').diff_summary).toMatchObject({ status: 'deleted' });

  const outline = json('outline', 'src/greet.ts', '--ref', 'v1');
  expect(outline.symbols).toMatchObject([{ name: 'greet' }]);
  expect(outline.metadata).toMatchObject({ ref: 'v1', result_completeness: 'complete' });
  const search = json('search', 'greet', '--ref', 'v1');
  expect(search.results[0]).toMatchObject({ path: 'src/greet.ts' });
  expect(search.metadata).toMatchObject({ ref: 'v1', result_completeness: 'partial' });
  expect(search.metadata.warnings.join()).toContain('codecompass index --ref v1');
  expect(codecompass('refs').stdout).not.toContain('v1');
});

test('a symbol is not called deleted if the file that may define it could not be indexed', () => {
  const { root, commit, git } = createRepository({
    'greet.ts': 'export function greet(): void {}\n',
    'other.ts': 'export function other(): void {}\n',
  });
  const codecompass = programIn(root);
  git('tag', 'v1');
  commit({
    'greet.ts': `export function greet(): void {}\n${'// A comment that makes the file too large.\n'.repeat(30_000)}`,
    'other.ts': 'export function another(): void {}\n',
  });
  const json = (...args: string[]) => JSON.parse(codecompass(...args, '--json').stdout);
  const check = () => {
    const { diff_summary, metadata } = json('compare', 'greet', 'v1', 'HEAD');
    expect(diff_summary).toMatchObject({ status: 'deleted' });
    expect(metadata.result_completeness).toBe('partial');
    expect(metadata.warnings.join()).toContain('greet.ts is not in the index of main: it is larger than the limit');
    expect(json('compare', 'other', 'v1', 'HEAD').metadata.result_completeness).toBe('complete');
  };
  check();
  codecompass('index', '--ref', 'v1');
  codecompass('index');
  check();
});
