/** `codecompass doctor`, as users run it. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CliFixture, createCliFixture } from '../support/cli-fixture.ts';

let cli: CliFixture;
beforeEach(() => {
  cli = createCliFixture();
});
afterEach(() => cli.remove());

test('finds all well in a repository, before and after it is indexed', async () => {
  cli.makeRepository();
  const before = await cli.run(['doctor']);
  expect(before.stdout).toContain('this folder is not registered yet');
  expect(before).toMatchObject({ exitCode: 0, stderr: '' });
  expect(before.stdout).toContain('All is well.');
  expect(existsSync(cli.home)).toBe(false);
  await cli.run(['index']);
  const { exitCode, document } = await cli.runJson(['doctor']);
  expect(exitCode).toBe(0);
  expect(document.ok).toBe(true);
  const names = document.checks.map((check: { name: string }) => check.name);
  expect(names).toEqual([
    ...['node', 'sqlite', 'fts5', 'grammars', 'git', 'data', 'access', 'space'],
    ...['folder', 'config', 'ignore', 'project', 'index'],
  ]);
});

test('fails with a remedy when the data folder cannot be one', async () => {
  writeFileSync(cli.home, '');
  const { exitCode, stdout } = await cli.run(['doctor']);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/failed +data +.* is not a folder/);
  expect(stdout).toContain('CODECOMPASS_HOME');
});

// One run for three troubles, since each run loads every grammar.
test('fails on a broken config file, and warns when other users may reach the data and when git is missing', async () => {
  mkdirSync(cli.home, { mode: 0o755 });
  writeFileSync(join(cli.home, 'config.toml'), '[index\n');
  const { exitCode, document } = await cli.runJson(['doctor'], { env: { PATH: join(cli.base, 'nothing') } });
  expect(exitCode).toBe(1);
  const config = document.checks.find((check: { name: string }) => check.name === 'config');
  expect(config).toMatchObject({ status: 'failed' });
  expect(config.detail).toContain(`${join(cli.home, 'config.toml')}:1`);
  const access = document.checks.find((check: { name: string }) => check.name === 'access');
  expect(access).toMatchObject({ status: 'warning' });
  const found = document.checks.find((check: { name: string }) => check.name === 'git');
  expect(found).toMatchObject({ status: 'warning', detail: 'git is not installed' });
});

test('a damaged registry is told by the command that heals it, and afterwards by doctor', async () => {
  cli.makeRepository();
  await cli.run(['index']);
  for (const suffix of ['-wal', '-shm']) rmSync(join(cli.home, `registry.db${suffix}`), { force: true });
  writeFileSync(join(cli.home, 'registry.db'), 'not a database at all\n'.repeat(1_000));
  const healed = await cli.run(['refs']);
  expect(healed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('main') });
  expect(healed.stderr).toMatch(/^warning: The registry .* indexed \(1\); .*registry\.db\.set-aside-\d+\.\n$/);
  expect((await cli.run(['refs'])).stderr).toBe('');
  const { exitCode, document } = await cli.runJson(['doctor']);
  expect(exitCode).toBe(0);
  const registry = document.checks.find((check: { name: string }) => check.name === 'registry');
  expect(registry).toMatchObject({ status: 'warning', detail: expect.stringContaining('registry.db.set-aside-') });
});
