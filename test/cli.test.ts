/** The built program, run as users run it: in a repository of its own, with a data folder of its own. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));

let base: string;
let home: string;
let root: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cli-')));
  home = join(base, 'data');
  root = join(base, 'project');
  mkdirSync(root);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

interface Outcome {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Sent once, when the first line of progress is seen. */
  readonly signal?: NodeJS.Signals;
}

function run(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { cwd = root, env = {}, signal } = options;
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: base, CODECOMPASS_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let signalled = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    if (signal && !signalled && /\d+% /.test(stderr)) signalled = child.kill(signal);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode, ended) => resolve({ exitCode, signal: ended, stdout, stderr }));
  });
}

/** Runs with `--json` and reads the one document on stdout. */
async function runJson(args: readonly string[], options: RunOptions = {}) {
  const outcome = await run([...args, '--json'], options);
  return { ...outcome, document: JSON.parse(outcome.stdout) };
}

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  const env = { ...process.env, HOME: base, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...identity, ...args], { cwd: root, env, encoding: 'utf8' });
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** A repository with one source file, a binary and a secret. */
function makeRepository(): void {
  git('init', '--quiet', '--initial-branch=main');
  write('src/greet.ts', 'export function greet(name: string): string {\n  return name;\n}\n');
  write('logo.bin', Buffer.from([0, 1, 2, 3, 0]));
  write('.env', 'TOKEN=secret\n');
  git('add', '.');
  git('commit', '--quiet', '--message=First');
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

describe('help and usage', () => {
  test('shows help for the program and for each command', async () => {
    for (const args of [['--help'], ['-h'], ['help'], ['index', '--help'], ['help', 'sync'], ['doctor', '-h']]) {
      const { exitCode, stdout } = await run(args);
      expect(exitCode, args.join(' ')).toBe(0);
      expect(stdout).toMatch(/^Usage: codecompass /);
      expect(stdout).toContain('Examples:');
    }
  });

  test('shows its version', async () => {
    expect((await run(['--version'])).stdout).toMatch(/^codecompass \d+\.\d+\.\d+\n$/);
    expect((await runJson(['-V'])).document.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('ends with 2 on an unknown command or flag and names the nearest', async () => {
    const command = await run(['indx']);
    expect(command.exitCode).toBe(2);
    expect(command.stderr).toBe(
      'error[invalid_input]: Unknown command indx; did you mean index?\n→ See codecompass --help.\n',
    );
    expect(command.stdout).toBe('');
    const flag = await run(['index', '--forse']);
    expect(flag.exitCode).toBe(2);
    expect(flag.stderr).toContain('did you mean --force?');
  });

  test('answers wrong usage in JSON where JSON was asked for', async () => {
    const { exitCode, document, stderr } = await runJson(['indx']);
    expect(exitCode).toBe(2);
    expect(document.error.code).toBe('invalid_input');
    expect(document.error.data.remediation).toBe('See codecompass --help.');
    expect(stderr).toBe('');
  });

  test('is quiet when its reader goes away', () => {
    const line = `"${process.execPath}" "${program}" index --help | true`;
    expect(execFileSync('sh', ['-c', `(${line}) 2>&1`], { cwd: root, encoding: 'utf8' })).toBe('');
  });
});

test.skipIf(!existsSync('/dev/full'))('fails when its output cannot be written', () => {
  const line = `"${process.execPath}" "${program}" --help > /dev/full`;
  const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: root, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('output could not be written');
});

test('says so when the current folder is gone', () => {
  const line = `mkdir gone && cd gone && rmdir ../gone && "${process.execPath}" "${program}" index`;
  const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: root, encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toContain('The current folder no longer exists.');
});

describe('init', () => {
  test('registers a git repository once, and writes nothing into it', async () => {
    makeRepository();
    const first = await run(['init'], { cwd: join(root, 'src') });
    expect(first).toMatchObject({ exitCode: 0, stderr: '' });
    expect(first.stdout).toContain(`Registered ${root}\n`);
    expect(first.stdout).toMatch(/mode +git\n/);
    expect(first.stdout).toMatch(/ref +main at [0-9a-f]{12} \(working tree\)\n/);
    const second = await run(['init']);
    expect(second.exitCode).toBe(0);
    expect(second.stdout).toContain(`Already registered: ${root}\n`);
    expect(git('status', '--porcelain', '--ignored')).toBe('');
  });

  test('registers a plain folder, and says so in JSON', async () => {
    const { exitCode, document, stderr } = await runJson(['init']);
    expect(exitCode).toBe(0);
    expect(document).toMatchObject({ root, kind: 'folder', ref: 'live', registered: true, home });
    expect(stderr).toBe('');
    expect((await runJson(['init'])).document.registered).toBe(false);
  });

  test('registers a repository without commits', async () => {
    git('init', '--quiet', '--initial-branch=trunk');
    expect((await runJson(['init'])).document).toMatchObject({ kind: 'git', ref: 'trunk' });
  });

  test('keeps its data from other users', async () => {
    await run(['init']);
    const entries = readdirSync(home, { recursive: true }) as string[];
    for (const file of [home, ...entries.map((name) => join(home, name))]) {
      const found = statSync(file);
      expect(found.mode & 0o777, file).toBe(found.isDirectory() ? 0o700 : 0o600);
    }
  });

  test('shows escape sequences in a path instead of obeying them', async () => {
    const odd = join(base, 'a\x1b[31m\u202e');
    mkdirSync(odd);
    const { stdout } = await run(['init'], { cwd: odd });
    expect(stdout).toContain('a\\x1b[31m\\u202e');
    expect(stdout).not.toMatch(/[\x1b\u202e]/);
  });
});

describe('index', () => {
  beforeEach(makeRepository);

  test('registers, indexes, and shows how the counts add up', async () => {
    const { exitCode, stdout, stderr } = await run(['index']);
    expect(stderr).toContain(`Registered ${root}\n`);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Indexed main at [0-9a-f]{12} \(working tree\) in /);
    expect(stdout).toContain('3 discovered = 1 indexed + 2 skipped');
    expect(stdout).toMatch(/skipped +1 binary, 1 secret/);
    expect(stdout).toMatch(/languages +1 typescript/);
    expect(stdout + stderr).not.toContain('\x1b');
    expect(git('status', '--porcelain', '--ignored')).toBe('');
  });

  test('prints one JSON document and nothing else', async () => {
    const { exitCode, document, stderr } = await runJson(['index']);
    expect(exitCode).toBe(0);
    expect(document).toMatchObject({ root, ref: 'main', registered: true, source: 'worktree', mode: 'full' });
    expect(document.commit).toBe(git('rev-parse', 'HEAD').trim());
    expect(document.indexed + sum(document.skipped)).toBe(document.discovered);
    expect(document.symbols).toBeGreaterThan(0);
    expect(stderr).toBe('');
  });

  test('reuses what did not change, unless forced', async () => {
    await run(['index']);
    const again = await runJson(['index']);
    expect(again.document).toMatchObject({ registered: false, mode: 'incremental', indexed: 1, parsed: 0, changed: 0 });
    expect((await runJson(['index', '--force'])).document).toMatchObject({ mode: 'force', parsed: 1 });
  });

  test('indexes another ref from outside the repository and leaves the working tree alone', async () => {
    git('checkout', '--quiet', '-b', 'other');
    write('src/more.ts', 'export const more = 1;\n');
    git('add', '.');
    git('commit', '--quiet', '--message=More');
    git('checkout', '--quiet', 'main');
    const { document } = await runJson(['index', '--path', root, '--ref', 'other'], { cwd: base });
    expect(document).toMatchObject({ ref: 'other', source: 'objects', indexed: 2 });
    expect(git('rev-parse', '--abbrev-ref', 'HEAD').trim()).toBe('main');
    expect(git('status', '--porcelain', '--ignored')).toBe('');
  });

  test('follows the settings of the user, the project, the environment and the flags', async () => {
    write('.codecompass/config.toml', '[index]\nexclude = ["src/"]\nworkers = 9\nsurprise = 1\n');
    const project = await runJson(['index']);
    expect(project.document.skipped).toMatchObject({ excluded: 1 });
    expect(project.stderr).toContain('index.workers');
    expect(project.stderr).toContain('Unknown key index.surprise');
    const env = { CODECOMPASS_INDEX_EXCLUDE: 'logo.bin' };
    expect((await runJson(['index'], { env })).document.skipped).toMatchObject({ excluded: 1, secret: 1 });
    const flag = await runJson(['index', '--max-file-bytes', '10'], { env });
    expect(flag.document.skipped).toMatchObject({ too_large: 2, excluded: 1 });
  });

  test('refuses a bad setting by name and a config file that is not there', async () => {
    const variable = await run(['index'], { env: { CODECOMPASS_INDEX_WORKERS: 'many' } });
    expect(variable.exitCode).toBe(2);
    expect(variable.stderr).toContain('CODECOMPASS_INDEX_WORKERS');
    const file = await run(['index', '--config', join(base, 'absent.toml')]);
    expect(file.exitCode).toBe(2);
    expect(file.stderr).toContain(join(base, 'absent.toml'));
    expect(existsSync(home)).toBe(false);
  });

  test('refuses a folder and a ref that do not exist, and registers nothing', async () => {
    const folder = await runJson(['index', '--path', join(base, 'absent')]);
    expect(folder.exitCode).toBe(2);
    expect(folder.document.error).toMatchObject({ code: 'invalid_input' });
    expect(folder.document.error.message).toContain(join(base, 'absent'));
    const ref = await runJson(['index', '--ref', 'absent']);
    expect(ref.exitCode).toBe(2);
    expect(ref.document.error.message).toContain('absent');
    expect(existsSync(home)).toBe(false);
  });

  test('names a nested repository as a project of its own', async () => {
    const nested = join(root, 'nested');
    mkdirSync(nested);
    execFileSync('git', ['init', '--quiet'], { cwd: nested });
    writeFileSync(join(nested, 'a.ts'), 'export const a = 1;\n');
    const { stdout } = await run(['index']);
    expect(stdout).toContain('1 nested repository is a project of its own');
    expect(stdout).toContain(`codecompass index --path ${nested}`);
  });
});

describe('interrupted', () => {
  beforeEach(() => {
    git('init', '--quiet', '--initial-branch=main');
    const body = Array.from({ length: 200 }, (_, line) => `export function f${line}() { return ${line}; }`).join('\n');
    for (let file = 0; file < 200; file++) write(`src/${file}.ts`, `// ${file}\n${body}\n`);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('publishes nothing on %s and ends with %i', async (signal, expected) => {
    const { exitCode, stderr, stdout } = await run(['index', '--workers', '1'], { signal });
    expect(exitCode).toBe(expected);
    expect(stderr).toContain('error[job_cancelled]');
    expect(stderr).toContain('nothing was published');
    expect(stdout).toBe('');
    // The next run finds a project that was never published, and finishes.
    expect((await runJson(['index'])).document).toMatchObject({ mode: 'full', indexed: 200 });
  });
});

describe('sync', () => {
  test('refuses a folder that is not registered, and creates nothing', async () => {
    makeRepository();
    const { exitCode, document } = await runJson(['sync']);
    expect(exitCode).toBe(1);
    expect(document.error.code).toBe('project_not_found');
    expect(document.error.message).toContain(root);
    expect(document.error.data.remediation).toContain('codecompass index');
    expect(existsSync(home)).toBe(false);
  });

  test('refuses a repository that lies inside a registered one', async () => {
    makeRepository();
    await run(['index']);
    const nested = join(root, 'nested');
    mkdirSync(nested);
    execFileSync('git', ['init', '--quiet'], { cwd: nested });
    expect((await runJson(['sync', '--workspace', nested])).document.error.code).toBe('project_not_found');
  });

  test('says what changed', async () => {
    makeRepository();
    await run(['index']);
    expect((await run(['sync'])).stdout).toMatch(/^Nothing changed: main at /);
    write('src/greet.ts', 'export function greet() {}\n');
    write('src/new.ts', 'export const fresh = 1;\n');
    const { exitCode, stdout } = await run(['sync', '--workspace', root], { cwd: base });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Synced main at .*: 2 files changed, in /);
    expect(stdout).toContain('4 discovered = 2 indexed + 2 skipped');
  });

  test('finds a plain folder from a folder below it', async () => {
    write('sub/a.py', 'def a():\n    pass\n');
    await run(['index']);
    const { exitCode, document } = await runJson(['sync'], { cwd: join(root, 'sub') });
    expect(exitCode).toBe(0);
    expect(document).toMatchObject({ root, ref: 'live', registered: false });
  });
});

describe('skipped', () => {
  test('lists what the index left out, with the reasons', async () => {
    writeFileSync(join(root, 'a.py'), 'def f(:\n');
    writeFileSync(join(root, '.env'), 'TOKEN=1\n');
    writeFileSync(join(root, 'logo.png'), Buffer.from([0, 1, 2]));
    await run(['index']);
    const { exitCode, stdout } = await run(['skipped']);
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
    const json = JSON.parse((await run(['skipped', '--json'])).stdout);
    expect(json).toEqual({
      ref: 'live',
      skipped: [
        { path: '.env', reason: 'secret' },
        { path: 'logo.png', reason: 'binary' },
      ],
      troubled: [{ path: 'a.py', outcome: 'recovered' }],
    });
  });

  test('refuses a folder that is not registered and a ref that is not indexed', async () => {
    expect((await run(['skipped'])).stderr).toContain('error[project_not_found]');
    await run(['init']);
    expect((await run(['skipped'])).stderr).toContain('error[ref_not_indexed]');
  });
});

describe('doctor', () => {
  test('finds all well in a repository, before and after it is indexed', async () => {
    makeRepository();
    const before = await run(['doctor']);
    expect(before.stdout).toContain('this folder is not registered yet');
    expect(before).toMatchObject({ exitCode: 0, stderr: '' });
    expect(before.stdout).toContain('All is well.');
    expect(existsSync(home)).toBe(false);
    await run(['index']);
    const { exitCode, document } = await runJson(['doctor']);
    expect(exitCode).toBe(0);
    expect(document.ok).toBe(true);
    const names = document.checks.map((check: { name: string }) => check.name);
    expect(names).toEqual([
      ...['node', 'sqlite', 'fts5', 'grammars', 'git', 'data', 'access', 'space'],
      ...['folder', 'config', 'ignore', 'project', 'index'],
    ]);
  });

  test('fails with a remedy when the data folder cannot be one', async () => {
    writeFileSync(home, '');
    const { exitCode, stdout } = await run(['doctor']);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/failed +data +.* is not a folder/);
    expect(stdout).toContain('CODECOMPASS_HOME');
  });

  test('fails on a config file that is broken', async () => {
    mkdirSync(home);
    writeFileSync(join(home, 'config.toml'), '[index\n');
    const { exitCode, document } = await runJson(['doctor']);
    expect(exitCode).toBe(1);
    const config = document.checks.find((check: { name: string }) => check.name === 'config');
    expect(config).toMatchObject({ status: 'failed' });
    expect(config.detail).toContain(`${join(home, 'config.toml')}:1`);
  });

  test('warns when other users may reach the data', async () => {
    mkdirSync(home, { mode: 0o755 });
    const { exitCode, document } = await runJson(['doctor']);
    expect(exitCode).toBe(0);
    const access = document.checks.find((check: { name: string }) => check.name === 'access');
    expect(access).toMatchObject({ status: 'warning' });
  });

  test('warns when git is missing', async () => {
    const { document } = await runJson(['doctor'], { env: { PATH: join(base, 'nothing') } });
    const found = document.checks.find((check: { name: string }) => check.name === 'git');
    expect(found).toMatchObject({ status: 'warning', detail: 'git is not installed' });
  });
});
