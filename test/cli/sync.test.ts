/** `codecompass sync` and `codecompass skipped`, as users run them. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CliFixture, createCliFixture } from '../support/cli-fixture.ts';

let cli: CliFixture;
beforeEach(() => {
  cli = createCliFixture();
});
afterEach(() => cli.remove());

describe('sync', () => {
  test('rejects an unregistered folder, and creates nothing', async () => {
    cli.makeRepository();
    const { exitCode, document } = await cli.runJson(['sync']);
    expect(exitCode).toBe(1);
    expect(document.error.code).toBe('project_not_found');
    expect(document.error.message).toContain(cli.root);
    expect(document.error.data.remediation).toContain('codecompass index');
    expect(existsSync(cli.home)).toBe(false);
  });

  test('prints the number of changed files, and rejects a repository inside the registered one', async () => {
    cli.makeRepository();
    await cli.run(['index']);
    expect((await cli.run(['sync'])).stdout).toMatch(/^Nothing changed: main at /);
    cli.write('src/greet.ts', 'export function greet() {}\n');
    cli.write('src/new.ts', 'export const fresh = 1;\n');
    const { exitCode, stdout } = await cli.run(['sync', '--workspace', cli.root], { cwd: cli.base });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Synced main at .*: 2 files changed, in /);
    expect(stdout).toContain('4 discovered = 2 indexed + 2 skipped');
    const nested = join(cli.root, 'nested');
    mkdirSync(nested);
    execFileSync('git', ['init', '--quiet'], { cwd: nested });
    expect((await cli.runJson(['sync', '--workspace', nested])).document.error.code).toBe('project_not_found');
  });

  test('finds a plain folder from a subfolder', async () => {
    cli.write('sub/a.py', 'def a():\n    pass\n');
    await cli.run(['index']);
    const { exitCode, document } = await cli.runJson(['sync'], { cwd: join(cli.root, 'sub') });
    expect(exitCode).toBe(0);
    expect(document).toMatchObject({ root: cli.root, ref: 'live', registered: false });
  });
});

describe('skipped', () => {
  test('lists the unindexed files with the reasons', async () => {
    cli.write('a.py', 'def f(:\n');
    cli.write('.env', 'TOKEN=1\n');
    cli.write('logo.png', Buffer.from([0, 1, 2]));
    await cli.run(['index']);
    const { exitCode, stdout } = await cli.run(['skipped']);
    expect(exitCode).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/\s+/)),
    ).toEqual([
      ['secret', '.env'],
      ['binary', 'logo.png'],
      ['recovered', 'a.py'],
    ]);
    const json = JSON.parse((await cli.run(['skipped', '--json'])).stdout);
    expect(json).toEqual({
      ref: 'live',
      skipped: [
        { path: '.env', reason: 'secret' },
        { path: 'logo.png', reason: 'binary' },
      ],
      troubled: [{ path: 'a.py', outcome: 'recovered' }],
    });
  });

  test('rejects an unregistered folder and an unindexed ref', async () => {
    expect((await cli.run(['skipped'])).stderr).toContain('error[project_not_found]');
    await cli.run(['init']);
    expect((await cli.run(['skipped'])).stderr).toContain('error[ref_not_indexed]');
  });
});
