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
