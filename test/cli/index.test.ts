/** `codecompass index`, as users run it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CliFixture, createCliFixture } from '../support/cli-fixture.ts';
import type { ProgramRun } from '../support/run-program.ts';

describe('an indexed repository', () => {
  let cli: CliFixture;
  let first: ProgramRun;
  beforeAll(async () => {
    cli = createCliFixture();
    cli.makeRepository();
    first = await cli.run(['index']);
  });
  afterAll(() => cli.remove());

  test('is registered, and the printed counts add up', () => {
    const { exitCode, stdout, stderr } = first;
    expect(stderr).toContain(`Registered ${cli.root}\n`);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Indexed main at [0-9a-f]{12} \(working tree\) in /);
    expect(stdout).toContain('3 discovered = 1 indexed + 2 skipped');
    expect(stdout).toMatch(/skipped +1 binary, 1 secret/);
    expect(stdout).toMatch(/languages +1 typescript/);
    expect(stdout + stderr).not.toContain('\x1b');
    expect(cli.git('status', '--porcelain', '--ignored')).toBe('');
  });

  test('reuses unchanged files, unless forced', async () => {
    const again = await cli.runJson(['index']);
    expect(again.document).toMatchObject({ registered: false, mode: 'incremental', indexed: 1, parsed: 0, changed: 0 });
    expect((await cli.runJson(['index', '--force'])).document).toMatchObject({ mode: 'force', parsed: 1 });
  });

  test('can be indexed at another ref from outside, without touching its working tree', async () => {
    cli.git('checkout', '--quiet', '-b', 'other');
    cli.write('src/more.ts', 'export const more = 1;\n');
    cli.git('add', '.');
    cli.git('commit', '--quiet', '--message=More');
    cli.git('checkout', '--quiet', 'main');
    const { document } = await cli.runJson(['index', '--path', cli.root, '--ref', 'other'], { cwd: cli.base });
    expect(document).toMatchObject({ ref: 'other', source: 'objects', indexed: 2 });
    expect(cli.git('rev-parse', '--abbrev-ref', 'HEAD').trim()).toBe('main');
    expect(cli.git('status', '--porcelain', '--ignored')).toBe('');
  });
});

describe('index', () => {
  let cli: CliFixture;
  beforeEach(() => {
    cli = createCliFixture();
    cli.makeRepository();
  });
  afterEach(() => cli.remove());

  test('prints one JSON document and nothing else', async () => {
    const { exitCode, document, stderr } = await cli.runJson(['index']);
    expect(exitCode).toBe(0);
    const { root } = cli;
    expect(document).toMatchObject({ root, ref: 'main', registered: true, source: 'worktree', mode: 'full' });
    expect(document.commit).toBe(cli.git('rev-parse', 'HEAD').trim());
    expect(document.indexed + sum(document.skipped)).toBe(document.discovered);
    expect(document.symbols).toBeGreaterThan(0);
    expect(stderr).toBe('');
  });

  test('applies the settings of the user, the project, the environment and the flags', async () => {
    cli.write('.codecompass/config.toml', '[index]\nexclude = ["src/"]\nworkers = 9\nsurprise = 1\n');
    const project = await cli.runJson(['index']);
    expect(project.document.skipped).toMatchObject({ excluded_by_repository: 1 });
    expect(project.stderr).toContain('index.workers');
    expect(project.stderr).toContain('Unknown key index.surprise');
    const env = { CODECOMPASS_INDEX_EXCLUDE: 'logo.bin' };
    expect((await cli.runJson(['index'], { env })).document.skipped).toMatchObject({ excluded: 1, secret: 1 });
    const flag = await cli.runJson(['index', '--max-file-bytes', '10'], { env });
    expect(flag.document.skipped).toMatchObject({ too_large: 2, excluded: 1 });
  });

  test('rejects an invalid setting by name and a missing config file', async () => {
    const variable = await cli.run(['index'], { env: { CODECOMPASS_INDEX_WORKERS: 'many' } });
    expect(variable.exitCode).toBe(2);
    expect(variable.stderr).toContain('CODECOMPASS_INDEX_WORKERS');
    const file = await cli.run(['index', '--config', join(cli.base, 'absent.toml')]);
    expect(file.exitCode).toBe(2);
    expect(file.stderr).toContain(join(cli.base, 'absent.toml'));
    expect(existsSync(cli.home)).toBe(false);
  });

  test('rejects a missing folder and a missing ref, and registers nothing', async () => {
    const folder = await cli.runJson(['index', '--path', join(cli.base, 'absent')]);
    expect(folder.exitCode).toBe(2);
    expect(folder.document.error).toMatchObject({ code: 'invalid_input' });
    expect(folder.document.error.message).toContain(join(cli.base, 'absent'));
    const ref = await cli.runJson(['index', '--ref', 'absent']);
    expect(ref.exitCode).toBe(2);
    expect(ref.document.error.message).toContain('absent');
    expect(existsSync(cli.home)).toBe(false);
  });

  test('reports a nested repository as a separate project', async () => {
    const nested = join(cli.root, 'nested');
    mkdirSync(nested);
    execFileSync('git', ['init', '--quiet'], { cwd: nested });
    writeFileSync(join(nested, 'a.ts'), 'export const a = 1;\n');
    const { stdout } = await cli.run(['index']);
    expect(stdout).toContain('1 nested repository is a separate project');
    expect(stdout).toContain(`codecompass index --workspace ${nested}`);
  });
});

describe('interrupted', () => {
  let cli: CliFixture;
  beforeEach(() => {
    cli = createCliFixture();
    cli.git('init', '--quiet', '--initial-branch=main');
    const body = Array.from({ length: 40 }, (_, line) => `export function f${line}() { return ${line}; }`).join('\n');
    for (let file = 0; file < 200; file++) cli.write(`src/${file}.ts`, `// ${file}\n${body}\n`);
  });
  afterEach(() => cli.remove());

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('publishes nothing on %s and exits with %i', async (signal, expected) => {
    const { exitCode, stderr, stdout } = await cli.run(['index', '--workers', '1'], { signal });
    expect(exitCode).toBe(expected);
    expect(stderr).toContain('error[job_cancelled]');
    expect(stderr).toContain('nothing was published');
    expect(stdout).toBe('');
    // The next run finds a project that was never published, and finishes.
    expect((await cli.runJson(['index'])).document).toMatchObject({ mode: 'full', indexed: 200 });
  });
});

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
