/** A hostile repository executes nothing and gives no access outside it, whatever command is used. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../src/serve/tools/tools.ts';
import { program } from '../support/build-output.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { programEnvironment } from '../support/run-program.ts';
import { parametersOf, requestFor } from '../support/sample-requests.ts';
import { type Connection, connectStdio, type Fixture, until } from '../support/serve-fixture.ts';
import { createRepositoryIn, type TestRepository } from '../support/test-repository.ts';
import { setTraps, type Traps } from '../support/traps.ts';

/** A word in files outside the repository that must not appear anywhere else. */
const outsideWord = 'zanzibarsecretword';

let base: string;
let repository: TestRepository;
let fixture: Fixture;
let traps: Traps;
let missing: string;
const closing: (() => void)[] = [];

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'codecompass-hostile-')));
  const [root, outside, home] = ['repository', 'outside', 'home'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [root, outside]) mkdirSync(folder);
  writeFileSync(join(outside, 'private.py'), `def ${outsideWord}(): pass\n`);
  repository = createRepositoryIn(root, {
    'a.txt': 'alpha\n',
    'b.md': '# beta\n',
    'src/code.py': 'def first(): pass\n\ndef second():\n    first()\n',
    'src/gone.txt': 'an object that will be missing\n',
  });
  repository.branch('other');
  repository.commit({ 'src/code.py': 'def first(x): return x\n\ndef second():\n    first(1)\n' });
  repository.checkout('main');
  traps = setTraps(repository, outside);
  plantLinks(outside);
  plantNames();
  repository.git('update-ref', 'refs/heads/--upload-pack=touch', 'HEAD');
  repository.git('update-ref', 'refs/heads/-n', 'HEAD');
  // A missing object makes git try to fetch it from the promisor.
  missing = repository.git('rev-parse', 'other:src/gone.txt');
  rmSync(repository.path('.git/objects', missing.slice(0, 2), missing.slice(2)));
  // Same size, other time: refreshing the git index would run the filters.
  writeFileSync(repository.path('a.txt'), 'ALPHA and more\n');
  rmSync(join(outside, 'marks'), { recursive: true });
  mkdirSync(join(outside, 'marks'));
  fixture = { base, home, repository, remove: () => removeFolder(base) };
});
afterAll(() => {
  for (const close of closing) close();
  fixture?.remove();
});

function plantLinks(outside: string): void {
  const { path } = repository;
  symlinkSync(join(outside, 'private.py'), path('link-to-file.py'));
  symlinkSync(outside, path('link-to-folder'));
  symlinkSync('.', path('loop'));
  symlinkSync('self.py', path('self.py'));
  // A file that git tracks as a regular one and that is now behind a link.
  rmSync(path('src/gone.txt'));
  symlinkSync(join(outside, 'private.py'), path('src/gone.txt'));
  execFileSync('mkfifo', [path('pipe.py')]);
  const server = createServer().listen(path('socket.py'));
  closing.push(() => server.close());
  if (process.getuid?.() === 0) spawnSync('mknod', [path('device.py'), 'c', '1', '5']);
}

function plantNames(): void {
  for (const name of [
    'new\nline.py',
    'esc\u001b[31mape.py',
    'bidi\u202e.py',
    'tab\t.py',
    '--option.py',
    '-n',
    ' .py',
  ]) {
    writeFileSync(
      repository.path(name),
      `def named_${createHash('md5').update(name).digest('hex').slice(0, 6)}(): pass\n`,
    );
  }
}

/** Runs in the repository's folder, with that folder first in the PATH. */
function run(...args: string[]) {
  const env = programEnvironment(base, fixture.home, { PATH: `.:${repository.root}:${process.env.PATH}` });
  const options = { cwd: repository.root, env, encoding: 'utf8', timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  return { status, stdout, output: stdout + stderr };
}

const isLong = process.env.CODECOMPASS_TEST_LONG !== undefined;
/** A short run covers these through the server only. */
const rareCommands: [args: string[], status: number][] = [
  [['init'], 0],
  [['sync', '--force'], 0],
  [['index', '--ref', 'heads/-n'], 0],
  [['search', outsideWord], 0],
  [['context', 'first'], 0],
  [['callers', 'first'], 0],
  [['outline', 'src/code.py'], 0],
  [['setup', 'cursor', '--project'], 0],
  [['doctor'], 0],
];

describe('a repository full of traps', () => {
  test('is registered, indexed, synced and queried without triggering any', () => {
    const before = stateOfGit();
    const cases: [args: string[], status: number][] = [
      // Before anything is indexed, git's objects are read.
      [['compare', 'first', 'other~1', 'other'], 0],
      [['outline', 'src/code.py', '--ref', 'other'], 0],
      [['search', 'second', '--ref', 'other'], 0],
      [['index'], 0],
      [['index', '--ref', 'other'], 0],
      [['index', '--ref=--upload-pack=touch'], 2],
      [['compare', 'first', 'main', 'other'], 0],
      ...(isLong ? rareCommands : []),
    ];
    for (const [args, status] of cases) {
      const { status: got, output } = run(...args);
      expect(got, `${args.join(' ')}: ${output}`).toBe(status);
      expect(traps.sprung(), args.join(' ')).toEqual([]);
      if (args[0] !== 'search') expect(output).not.toContain(outsideWord);
    }
    expect(stateOfGit()).toEqual(before);
  });

  test('reports why each special file is not indexed', () => {
    const skipped = JSON.parse(run('skipped', '--json').stdout).skipped as { path: string; reason: string }[];
    const reasons = new Map(skipped.map(({ path, reason }) => [path, reason]));
    for (const link of ['link-to-file.py', 'link-to-folder', 'loop', 'self.py', 'src/gone.txt']) {
      expect(reasons.get(link), link).toBe('link');
    }
    // Git does not list pipes, sockets and devices, so they are not discovered.
    for (const odd of ['pipe.py', 'socket.py', 'device.py'])
      expect([undefined, 'unreadable']).toContain(reasons.get(odd));
  });

  test('is served by every tool without triggering any', async () => {
    const connection = await connectStdio(fixture, ['--workspace', repository.root, '-v'], { cwd: repository.root });
    try {
      await askEverything(connection);
    } finally {
      await connection.close();
    }
    expect(traps.sprung()).toEqual([]);
  });

  test('leaves no byte of outside files in the data directory', () => {
    const held = readdirSync(fixture.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'));
    expect(held.join('')).toContain('code.py');
    expect(held.filter((bytes) => bytes.includes(outsideWord))).toEqual([]);
  });

  test('is effective: the git of a user triggers its traps', () => {
    // A new file cannot count as unchanged, regardless of the clock.
    repository.write({ 'new.txt': 'new\n' });
    const commands: string[][] = [
      ['status'],
      ['diff'],
      ['add', 'a.txt', 'b.md', 'new.txt'],
      ['commit', '--allow-empty', '-m', 'x'],
      ['cat-file', 'blob', missing],
      ['fetch', 'origin'],
      ['fetch', 'helper'],
      ['checkout', 'other'],
      ['archive', '--format=trap', 'HEAD'],
    ];
    const person = ['AUTHOR', 'COMMITTER'].flatMap((who) => [`GIT_${who}_NAME`, `GIT_${who}_EMAIL`]);
    const env = { ...process.env, ...Object.fromEntries(person.map((name) => [name, 'someone'])) };
    const run = (args: string[]) => spawnSync('git', args, { cwd: repository.root, input: '', timeout: 20_000, env });
    // A filter that disconnects may end git before it reaches the other traps, so they are also tried without it.
    for (const args of commands) for (const over of [[], ['-c', 'filter.long.process=']]) run([...over, ...args]);
    // The external diff is not in the list: whether it runs depends on earlier refreshes of git.
    const live = ['included fsmonitor', 'filter.trap.clean', 'gpg.program', 'promisor ext'];
    expect(traps.sprung()).toEqual(
      expect.arrayContaining([...live, 'hooksPath pre-commit', 'hooksPath post-index-change']),
    );
  });
});

const oddRefs = ['--upload-pack=touch', '-n', '--output=x', '..', 'main:../outside'];

async function askEverything({ call }: Connection): Promise<void> {
  const refs = ['main', 'other'];
  // Refs without an index.
  for (const [name, args] of [
    ['compare_symbol_between_commits', { symbol_name: 'first', base_ref: 'other~1', head_ref: 'other~0' }],
    ['search_code', { query: `${outsideWord} second`, ref: 'other~1', freshness_policy: 'best_effort' }],
    ['get_file_outline', { path: 'src/code.py', ref: 'other~1' }],
  ] as const) {
    const { isError, body } = await call(name, args);
    expect(isError, JSON.stringify(body)).toBe(false);
  }
  const outside = { query: `"${outsideWord}"`, symbol: outsideWord, file: 'link-to-folder/private.py', refs };
  const inside = { query: outsideWord, symbol: 'first', file: 'src/code.py', refs };
  for (const row of tools) {
    const { name } = row;
    const force = name === 'index_repo' ? { force: isLong } : {};
    for (const words of row.annotations.readOnlyHint ? [outside, inside] : [inside]) {
      const { body } = await call(name, { ...requestFor(row, words), ...force });
      const text = JSON.stringify(body, (key, value) => (key === 'query' || key === 'name' ? undefined : value));
      expect(text, name).not.toContain(`def ${outsideWord}`);
    }
    for (const ref of isLong || name === 'locate_symbol' ? oddRefs : oddRefs.slice(0, 1)) {
      const odd = Object.fromEntries(parametersOf(row, ['ref']).map((parameter) => [parameter, ref]));
      await call(name, { ...requestFor(row, inside), ...force, ...odd });
    }
    await until(
      'the job to end',
      () => call('index_status'),
      (status) => status.active_job === null,
    );
  }
}

/** Returns the state of the git folder on disk. */
function stateOfGit(): string[] {
  return readdirSync(repository.path('.git'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${file} ${createHash('sha1').update(readFileSync(file)).digest('hex')}`)
    .sort();
}
