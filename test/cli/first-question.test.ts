/** The first question in a folder that is not indexed: what is indexed on the way, and what is not. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CliFixture, createCliFixture } from '../support/cli-fixture.ts';

let cli: CliFixture;
beforeEach(() => {
  cli = createCliFixture();
});
afterEach(() => cli.remove());

const alpha = 'export function alpha() {}\n';

test('a plain folder is not indexed silently', async () => {
  cli.write('a.ts', alpha);
  const { exitCode, stdout, stderr } = await cli.run(['search', 'alpha']);
  expect(exitCode).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain(`error[project_not_found]: ${cli.root} is not a git repository and is not indexed.`);
  expect(stderr).toContain('`codecompass index`');
  expect(existsSync(cli.home)).toBe(false);
  const { document } = await cli.runJson(['search', 'alpha']);
  expect(document.error.code).toBe('project_not_found');
});

test('a plain folder is indexed with --yes, once, without its nested repositories', async () => {
  cli.write('a.ts', alpha);
  cli.write('nested/b.ts', 'export function beta() {}\n');
  execFileSync('git', ['init', '--quiet', join(cli.root, 'nested')]);
  const first = await cli.run(['search', 'alpha', '--yes']);
  expect(first.exitCode).toBe(0);
  expect(first.stdout).toContain('a.ts:1');
  expect((await cli.run(['search', 'alpha'])).exitCode).toBe(0);
  expect((await cli.run(['search', 'beta'])).stdout).not.toContain('b.ts');
  const { stdout } = await cli.run(['index']);
  expect(stdout).toContain('1 nested repository is a separate project:');
  expect(stdout).toContain(`codecompass index --workspace ${join(cli.root, 'nested')}`);
  const inside = await cli.run(['search', 'beta'], { cwd: join(cli.root, 'nested') });
  expect(inside.stdout).toContain('b.ts:1');
});

test('a plain folder that is registered needs no further question', async () => {
  cli.write('a.ts', alpha);
  await cli.run(['init']);
  expect((await cli.run(['search', 'alpha'])).stdout).toContain('a.ts:1');
});

test('a home folder needs `index`, even if it is a repository', async () => {
  cli.write('../a.ts', alpha);
  for (const prepare of [() => {}, () => execFileSync('git', ['init', '--quiet', cli.base])]) {
    prepare();
    const { exitCode, stderr } = await cli.run(['search', 'alpha', '--yes'], { cwd: cli.base });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('your home folder');
  }
});

test('in a pipe, progress is one line at the start and one at the end', async () => {
  cli.makeRepository();
  const { stderr } = await cli.run(['index']);
  expect(stderr.split('\n').filter((line) => /^\d+% /.test(line))).toEqual([
    expect.stringMatching(/^\d% Scanning files/),
    expect.stringMatching(/^100% Indexed 1 files, \d+ symbols in /),
  ]);
});
