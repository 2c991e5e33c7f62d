/** `codecompass init`, as users run it. */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CliFixture, createCliFixture } from '../support/cli-fixture.ts';

let cli: CliFixture;
beforeEach(() => {
  cli = createCliFixture();
});
afterEach(() => cli.remove());

test('registers a git repository once, and writes nothing into it', async () => {
  cli.makeRepository();
  const first = await cli.run(['init'], { cwd: join(cli.root, 'src') });
  expect(first).toMatchObject({ exitCode: 0, stderr: '' });
  expect(first.stdout).toContain(`Registered ${cli.root}\n`);
  expect(first.stdout).toMatch(/mode +git\n/);
  expect(first.stdout).toMatch(/ref +main at [0-9a-f]{12} \(working tree\)\n/);
  const second = await cli.run(['init']);
  expect(second.exitCode).toBe(0);
  expect(second.stdout).toContain(`Already registered: ${cli.root}\n`);
  expect(cli.git('status', '--porcelain', '--ignored')).toBe('');
});

test('registers a plain folder, prints JSON, and protects its data from other users', async () => {
  const { root, home } = cli;
  const { exitCode, document, stderr } = await cli.runJson(['init']);
  expect(exitCode).toBe(0);
  expect(document).toMatchObject({ root, kind: 'folder', ref: 'live', registered: true, home });
  expect(stderr).toBe('');
  const entries = readdirSync(home, { recursive: true }) as string[];
  for (const file of [home, ...entries.map((name) => join(home, name))]) {
    const found = statSync(file);
    expect(found.mode & 0o777, file).toBe(found.isDirectory() ? 0o700 : 0o600);
  }
  expect((await cli.runJson(['init'])).document.registered).toBe(false);
});

test('registers a repository without commits', async () => {
  cli.git('init', '--quiet', '--initial-branch=trunk');
  expect((await cli.runJson(['init'])).document).toMatchObject({ kind: 'git', ref: 'trunk' });
});

test('prints escape sequences in a path as text', async () => {
  const odd = join(cli.base, 'a\x1b[31m\u202e');
  mkdirSync(odd);
  const { stdout } = await cli.run(['init'], { cwd: odd });
  expect(stdout).toContain('a\\x1b[31m\\u202e');
  expect(stdout).not.toMatch(/[\x1b\u202e]/);
});
