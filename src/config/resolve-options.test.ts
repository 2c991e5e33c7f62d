import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CodedError } from '../errors.ts';
import { type AnyRow, environmentVariable, keyNames, keys } from './keys.ts';
import { type Options, resolveOptions, type TypedSettings } from './resolve-options.ts';

let base: string;
let root: string;
let userFile: string;
let projectFile: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'config-')));
  root = join(base, 'project');
  userFile = join(base, 'home', 'config.toml');
  projectFile = join(root, '.codecompass', 'config.toml');
  mkdirSync(join(base, 'home'));
  mkdirSync(root);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function user(toml: string) {
  writeFileSync(userFile, toml);
}

function project(toml: string | Buffer) {
  mkdirSync(join(root, '.codecompass'), { recursive: true });
  writeFileSync(projectFile, toml);
}

function resolve(typed: TypedSettings = {}, env: Record<string, string> = {}): Promise<Options> {
  return resolveOptions(typed, root, {
    env: { CODECOMPASS_HOME: join(base, 'home'), ...env },
    platform: 'linux',
    homeFolder: base,
    currentFolder: base,
  });
}

async function refused(promise: Promise<unknown>): Promise<CodedError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CodedError);
  expect((error as CodedError).code).toBe('invalid_input');
  return error as CodedError;
}

test('has defaults for everything', async () => {
  expect(await resolve()).toEqual({
    home: join(base, 'home'),
    index: {
      maxFileBytes: 1_048_576,
      workers: 0,
      parseTimeoutMs: 10_000,
      maxMemoryMb: 1_024,
      exclude: [],
      vectors: true,
    },
    query: { freshnessPolicy: 'balanced', freshnessWaitMs: 300, rankingExplainLevel: 'off', vectors: true },
    serve: {
      maxAutoWorkspaces: 10,
      warmsetCapacity: 3,
      idleSeconds: 300,
      autoRegister: undefined,
      format: 'json',
      tools: ['all'],
    },
    warnings: [],
    configFiles: [],
  });
});

test('puts the project over the user, the environment over both, and flags over all', async () => {
  const bytes = async (typed?: TypedSettings, env?: Record<string, string>) =>
    (await resolve(typed, env)).index.maxFileBytes;
  user('index.max_file_bytes = 9');
  expect(await bytes()).toBe(9);
  project('[index]\nmax_file_bytes = 2');
  expect(await bytes()).toBe(2);
  const env = { CODECOMPASS_INDEX_MAX_FILE_BYTES: '3' };
  expect(await bytes({}, env)).toBe(3);
  expect(await bytes({ settings: { 'index.max_file_bytes': ['4'] } }, env)).toBe(4);
});

test('keeps a value that no higher source sets', async () => {
  user('[index]\nworkers = 3\nexclude = ["*.snap"]');
  project('[index]\nmax_file_bytes = 2');
  expect((await resolve()).index).toEqual({
    maxFileBytes: 2,
    workers: 3,
    parseTimeoutMs: 10_000,
    maxMemoryMb: 1_024,
    exclude: ['*.snap'],
    vectors: true,
  });
});

test('derives the variable name from the key', () => {
  expect(keyNames.map(environmentVariable)).toEqual([
    'CODECOMPASS_INDEX_MAX_FILE_BYTES',
    'CODECOMPASS_INDEX_WORKERS',
    'CODECOMPASS_INDEX_PARSE_TIMEOUT_MS',
    'CODECOMPASS_INDEX_MAX_MEMORY_MB',
    'CODECOMPASS_INDEX_EXCLUDE',
    'CODECOMPASS_SEARCH_VECTORS',
    'CODECOMPASS_QUERY_FRESHNESS_POLICY',
    'CODECOMPASS_FRESHNESS_WAIT_MS',
    'CODECOMPASS_QUERY_RANKING_EXPLAIN_LEVEL',
    'CODECOMPASS_SERVE_MAX_AUTO_WORKSPACES',
    'CODECOMPASS_SERVE_WARMSET_CAPACITY',
    'CODECOMPASS_SERVE_IDLE_SECONDS',
    'CODECOMPASS_SERVE_FORMAT',
    'CODECOMPASS_SERVE_TOOLS',
    'CODECOMPASS_SERVE_AUTO_REGISTER',
  ]);
});

test('splits a list in the environment at commas, and takes each flag whole', async () => {
  const env = { CODECOMPASS_INDEX_EXCLUDE: ' a/, ,*.b ' };
  expect((await resolve({}, env)).index.exclude).toEqual(['a/', '*.b']);
  const settings = { 'index.exclude': ['a,b', 'c'] };
  expect((await resolve({ settings }, env)).index.exclude).toEqual(['a,b', 'c']);
});

test('treats an empty variable as unset', async () => {
  expect((await resolve({}, { CODECOMPASS_INDEX_WORKERS: '' })).index.workers).toBe(0);
});

test('reads the file named by --config instead of the user file', async () => {
  user('index.workers = 1');
  const other = join(base, 'other.toml');
  writeFileSync(other, 'index.workers = 2');
  const options = await resolve({ config: other });
  expect(options.index.workers).toBe(2);
  expect(options.configFiles).toEqual([other]);
});

test('rejects a --config file that does not exist', async () => {
  const error = await refused(resolve({ config: join(base, 'absent.toml') }));
  expect(error.message).toContain(join(base, 'absent.toml'));
});

test('warns about unknown keys by name and file, and suggests the closest key', async () => {
  user('[index]\nworker = 2\n[colours]\nsky = "blue"');
  project('surprise = true');
  const { warnings } = await resolve({}, { CODECOMPASS_INDEX_WORKER: '2', CODECOMPASS_OTHER: '1' });
  expect(warnings).toEqual([
    `Unknown key index.worker in ${userFile}; did you mean index.workers?`,
    `Unknown key colours.sky in ${userFile}.`,
    `Unknown key surprise in ${projectFile}.`,
    'Unknown variable CODECOMPASS_INDEX_WORKER in the environment; did you mean CODECOMPASS_INDEX_WORKERS?',
  ]);
});

test.each([
  ['index.workers = 65', 'index.workers', '65', 'a whole number from 0 to 64'],
  ['index.workers = -1', 'index.workers', '-1', 'a whole number from 0 to 64'],
  ['index.workers = 1.5', 'index.workers', '1.5', 'a whole number from 0 to 64'],
  ['index.workers = nan', 'index.workers', 'NaN', 'a whole number from 0 to 64'],
  ['index.workers = 9007199254740993', 'index.workers', '9007199254740993', 'a whole number from 0 to 64'],
  ['index.workers = "4"', 'index.workers', '"4"', 'a whole number from 0 to 64'],
  ['index.max_file_bytes = 0', 'index.max_file_bytes', '0', 'a whole number from 1 to 67108864'],
  ['index.parse_timeout_ms = true', 'index.parse_timeout_ms', 'true', 'a whole number from 1 to 600000'],
  ['index.exclude = "*.snap"', 'index.exclude', '"*.snap"', 'a list of strings'],
  ['index.exclude = ["a", 1]', 'index.exclude', '["a",1]', 'a list of strings'],
])('rejects %s with its key, file, value and allowed values', async (toml, key, value, allowed) => {
  user(toml);
  const { message } = await refused(resolve());
  expect(message).toContain(`${key} in ${userFile} is ${value}; it takes ${allowed}`);
});

test('names the variable or flag of a bad value', async () => {
  const variable = await refused(resolve({}, { CODECOMPASS_INDEX_WORKERS: 'many' }));
  expect(variable.message).toContain('index.workers from the variable CODECOMPASS_INDEX_WORKERS is "many"');
  const flag = await refused(resolve({ settings: { 'index.workers': ['-3'] } }));
  expect(flag.message).toContain('index.workers from --workers is "-3"');
});

test('reports invalid TOML by file and line', async () => {
  user('[index]\nworkers = 2\nexclude = [');
  expect((await refused(resolve())).message).toContain(`${userFile}:3: not valid TOML`);
  user('[index]\nworkers = 2\nworkers = 3');
  expect((await refused(resolve())).message).toContain(`${userFile}:3: not valid TOML`);
});

test('rejects a config file that is not text', async () => {
  writeFileSync(userFile, Buffer.from([0x61, 0xff, 0xfe]));
  expect((await refused(resolve())).message).toContain(userFile);
});

test('rejects a folder in place of the user file', async () => {
  mkdirSync(userFile);
  expect((await refused(resolve())).message).toMatch(/is not a regular file|cannot be read/);
});

test('ignores project settings that affect the machine', async () => {
  project('[index]\nworkers = 64\nparse_timeout_ms = 600000\nmax_file_bytes = 5');
  const { index, warnings } = await resolve();
  expect(index).toEqual({
    maxFileBytes: 5,
    workers: 0,
    parseTimeoutMs: 10_000,
    maxMemoryMb: 1_024,
    exclude: [],
    vectors: true,
  });
  expect(warnings).toEqual([
    `index.workers in ${projectFile} is ignored: only your own settings may change it.`,
    `index.parse_timeout_ms in ${projectFile} is ignored: only your own settings may change it.`,
  ]);
});

/** The user's file, the project's file, and what is in effect; a project's value that is not is named in a warning. */
const rights: readonly [
  name: string,
  own: string,
  wanted: string,
  inEffect: (options: Options) => unknown,
  kept: unknown,
][] = [
  [
    'a larger file limit than the default',
    '',
    'index.max_file_bytes = 67108864',
    ({ index }) => index.maxFileBytes,
    1_048_576,
  ],
  [
    'a larger file limit than the user set',
    'index.max_file_bytes = 10',
    'index.max_file_bytes = 11',
    ({ index }) => index.maxFileBytes,
    10,
  ],
  [
    'a file limit below the default but above the user',
    'index.max_file_bytes = 10',
    'index.max_file_bytes = 1000',
    ({ index }) => index.maxFileBytes,
    10,
  ],
  ['a longer wait', '', 'freshness.wait_ms = 60000', ({ query }) => query.freshnessWaitMs, 300],
  [
    'a weaker policy than the default',
    '',
    'query.freshness_policy = "best_effort"',
    ({ query }) => query.freshnessPolicy,
    'balanced',
  ],
  [
    'a weaker policy than the user set',
    'query.freshness_policy = "strict"',
    'query.freshness_policy = "balanced"',
    ({ query }) => query.freshnessPolicy,
    'strict',
  ],
  ['more ranking detail', '', 'query.ranking_explain_level = "full"', ({ query }) => query.rankingExplainLevel, 'off'],
  [
    'more ranking detail by its old name',
    '',
    'debug.ranking_reasons = true',
    ({ query }) => query.rankingExplainLevel,
    'off',
  ],
  ['more memory', '', 'index.max_memory_mb = 1048576', ({ index }) => index.maxMemoryMb, 1_024],
  ['more workers', '', 'index.workers = 64', ({ index }) => index.workers, 0],
  ['a longer timeout', '', 'index.parse_timeout_ms = 600000', ({ index }) => index.parseTimeoutMs, 10_000],
  ['more workspaces', '', 'serve.max_auto_workspaces = 1000', ({ serve }) => serve.maxAutoWorkspaces, 10],
  ['more workspaces in memory', '', 'serve.warmset_capacity = 50', ({ serve }) => serve.warmsetCapacity, 3],
  ['more time in memory', '', 'serve.idle_seconds = 86400', ({ serve }) => serve.idleSeconds, 300],
  [
    'registration',
    'serve.auto_register = false',
    'serve.auto_register = true',
    ({ serve }) => serve.autoRegister,
    false,
  ],
];

test.each(rights)('a project does not get %s', async (_, own, wanted, inEffect, kept) => {
  user(own);
  project(wanted);
  const options = await resolve();
  expect(inEffect(options)).toEqual(kept);
  const key = wanted.startsWith('debug') ? 'query.ranking_explain_level' : wanted.split(' ')[0];
  expect(options.warnings).toEqual([expect.stringContaining(`${key} in ${projectFile} is `)]);
});

test('names the value in effect when a project tries to raise a limit', async () => {
  project('index.max_file_bytes = 67108864');
  expect((await resolve()).warnings).toEqual([
    `index.max_file_bytes in ${projectFile} is 67108864; a project may only lower it, so it stays at 1048576.`,
  ]);
});

test('every key that a project may set can only be lowered or extended', async () => {
  // The last value of a choice and the largest number are the least cautious.
  const most = (row: AnyRow) =>
    row.type === 'choice' ? JSON.stringify(row.values.at(-1)) : 'max' in row ? row.max : 'true';
  const scalars = keyNames.filter((key) => keys[key].type !== 'list');
  project(scalars.map((key) => `${key} = ${most(keys[key])}`).join('\n'));
  const { configFiles, warnings, ...raised } = await resolve();
  rmSync(projectFile);
  const { configFiles: none, warnings: silent, ...usual } = await resolve();
  expect(raised).toEqual(usual);
  expect(warnings).toHaveLength(scalars.length);
  expect([none, silent]).toEqual([[], []]);
  expect(configFiles).toEqual([projectFile]);
});

test.each([
  ['lower number', 'freshness.wait_ms = 5', ({ query }: Options) => query.freshnessWaitMs, 5],
  ['stricter policy', 'query.freshness_policy = "strict"', ({ query }: Options) => query.freshnessPolicy, 'strict'],
  ['the same value', 'freshness.wait_ms = 300', ({ query }: Options) => query.freshnessWaitMs, 300],
])('takes a %s from a project without a warning', async (_, toml, inEffect, value) => {
  project(toml);
  const options = await resolve();
  expect(inEffect(options)).toBe(value);
  expect(options.warnings).toEqual([]);
});

test.each([
  ['an empty list', '[]', ['private/']],
  ['another list', '["*.snap"]', ['*.snap', 'private/']],
  ['a negated pattern', '["!private/"]', ['!private/', 'private/']],
])('keeps the patterns of the user last when a project has %s', async (_, patterns, kept) => {
  user('index.exclude = ["private/"]');
  project(`index.exclude = ${patterns}`);
  expect((await resolve()).index.exclude).toEqual(kept);
});

test('ignores even an invalid value of a key that a project may not set', async () => {
  project('index.workers = "many"');
  expect((await resolve()).warnings).toEqual([expect.stringContaining('index.workers')]);
});

test('never creates or changes anything in the project', async () => {
  await resolve();
  expect(readdirSync(root)).toEqual([]);
});

test('ignores a project file that is a symlink to outside the repository', async () => {
  const outside = join(base, 'outside.toml');
  writeFileSync(outside, 'index.max_file_bytes = 7');
  mkdirSync(join(root, '.codecompass'));
  symlinkSync(outside, projectFile);
  const { index, warnings } = await resolve();
  expect(index.maxFileBytes).toBe(1_048_576);
  expect(warnings).toEqual([`${projectFile} is ignored: it is a symlink to outside the repository.`]);
});

test('ignores a project folder that is a symlink to outside the repository', async () => {
  mkdirSync(join(base, 'outside'));
  writeFileSync(join(base, 'outside', 'config.toml'), 'index.max_file_bytes = 7');
  symlinkSync(join(base, 'outside'), join(root, '.codecompass'));
  expect((await resolve()).warnings).toEqual([`${projectFile} is ignored: it is a symlink to outside the repository.`]);
});

test('reads a project file that is a symlink inside the repository', async () => {
  writeFileSync(join(root, 'settings.toml'), 'index.max_file_bytes = 7');
  mkdirSync(join(root, '.codecompass'));
  symlinkSync(join(root, 'settings.toml'), projectFile);
  expect((await resolve()).index.maxFileBytes).toBe(7);
});

test('ignores a project file that is a symlink loop or a dangling symlink', async () => {
  mkdirSync(join(root, '.codecompass'));
  symlinkSync(projectFile, projectFile);
  expect((await resolve()).warnings).toEqual([`${projectFile} is ignored: it is a symlink loop.`]);
  rmSync(projectFile);
  symlinkSync(join(root, 'nowhere'), projectFile);
  expect((await resolve()).warnings).toEqual([]);
});

test('ignores a project file over the size limit', async () => {
  project(`# ${'x'.repeat(65_536)}`);
  expect((await resolve()).warnings).toEqual([`${projectFile} is ignored: it is over 65536 bytes.`]);
});

test.skipIf(process.platform === 'win32')('ignores a project file that is a pipe, without blocking', async () => {
  mkdirSync(join(root, '.codecompass'));
  execFileSync('mkfifo', [projectFile]);
  expect((await resolve()).warnings).toEqual([`${projectFile} is ignored: it is not a regular file.`]);
});

test('survives deep nesting, many keys and JavaScript property names in a project file', async () => {
  project(`${'a.'.repeat(20_000)}b = 1`);
  expect((await resolve()).warnings).toEqual([`Unknown key a.a.a.a in ${projectFile}.`]);
  project(`x = ${'['.repeat(20_000)}`);
  await refused(resolve());
  project(Array.from({ length: 5_000 }, (_, row) => `k${row} = 1`).join('\n'));
  expect((await resolve()).warnings).toHaveLength(11);
  project('__proto__.workers = 3\nconstructor = 1\n[toString]\nx = 1');
  expect((await resolve()).index.workers).toBe(0);
  expect(Object.hasOwn(Object.prototype, 'workers')).toBe(false);
});

test('reads a boolean from a file, a variable and a flag', async () => {
  const register = async (typed?: TypedSettings, env?: Record<string, string>) =>
    (await resolve(typed, env)).serve.autoRegister;
  user('serve.auto_register = false');
  expect(await register()).toBe(false);
  const env = { CODECOMPASS_SERVE_AUTO_REGISTER: ' true ' };
  expect(await register({}, env)).toBe(true);
  expect(await register({ settings: { 'serve.auto_register': ['false'] } }, env)).toBe(false);
  const { message } = await refused(resolve({ settings: { 'serve.auto_register': ['yes'] } }));
  expect(message).toBe('serve.auto_register from --auto-register is "yes"; it takes true or false.');
  user('serve.auto_register = "true"');
  expect((await refused(resolve())).message).toContain('it takes true or false');
});
