/** Help, version and usage errors of the program, and output that cannot be written. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from '../support/build-output.ts';
import { type CliFixture, createCliFixture } from '../support/cli-fixture.ts';

let cli: CliFixture;
beforeAll(() => {
  cli = createCliFixture();
});
afterAll(() => cli.remove());

describe('help and usage', () => {
  test('prints help for the program and for each command', async () => {
    for (const args of [['--help'], ['-h'], ['help'], ['index', '--help'], ['help', 'sync'], ['doctor', '-h']]) {
      const { exitCode, stdout } = await cli.run(args);
      expect(exitCode, args.join(' ')).toBe(0);
      expect(stdout).toMatch(/^Usage: codecompass /);
      expect(stdout).toContain('Examples:');
    }
  });

  test('prints the version', async () => {
    expect((await cli.run(['--version'])).stdout).toMatch(/^codecompass \d+\.\d+\.\d+\n$/);
    expect((await cli.runJson(['-V'])).document.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('exits with 2 on an unknown command or flag and suggests the nearest', async () => {
    const command = await cli.run(['indx']);
    expect(command.exitCode).toBe(2);
    expect(command.stderr).toBe(
      'error[invalid_input]: Unknown command indx; did you mean index?\n→ See codecompass --help.\n',
    );
    expect(command.stdout).toBe('');
    const flag = await cli.run(['index', '--forse']);
    expect(flag.exitCode).toBe(2);
    expect(flag.stderr).toContain('did you mean --force?');
  });

  test('prints usage errors as JSON with --json', async () => {
    const { exitCode, document, stderr } = await cli.runJson(['indx']);
    expect(exitCode).toBe(2);
    expect(document.error.code).toBe('invalid_input');
    expect(document.error.data.remediation).toBe('See codecompass --help.');
    expect(stderr).toBe('');
  });

  test('prints no error when the reader closes stdout', () => {
    const line = `"${process.execPath}" "${program}" index --help | true`;
    expect(execFileSync('sh', ['-c', `(${line}) 2>&1`], { cwd: cli.root, encoding: 'utf8' })).toBe('');
  });
});

test.skipIf(!existsSync('/dev/full'))('fails when its output cannot be written', () => {
  const line = `"${process.execPath}" "${program}" --help > /dev/full`;
  const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: cli.root, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('output could not be written');
});

test('reports that the current folder no longer exists', () => {
  const line = `mkdir gone && cd gone && rmdir ../gone && "${process.execPath}" "${program}" index`;
  const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: cli.root, encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toContain('The current folder no longer exists.');
});

test('does not index a home folder for a query', async () => {
  const { exitCode, stderr } = await cli.run(['search', 'anything'], { cwd: cli.base });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`${cli.base} is your home folder, which is not indexed automatically.`);
  expect(existsSync(cli.home)).toBe(false);
});
