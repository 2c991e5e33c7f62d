/** `codecompass compare` through the built program. */
import { expect, test } from 'vitest';
import { programIn } from '../support/run-program.ts';
import { createRepository } from '../support/test-repository.ts';

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
