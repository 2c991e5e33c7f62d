/**
 * A hostile git folder: links into another repository, named pipes where git expects files, and refs that cost without
 * limit. None gives access outside the allowed roots, blocks a command, or leaves a git process behind.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from '../support/build-output.ts';
import { gitProcessesIn } from '../support/git-processes.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { runProgram } from '../support/run-program.ts';
import { type Connection, connectStdio, environment, type Fixture, until } from '../support/serve-fixture.ts';
import { createRepositoryIn, type TestRepository } from '../support/test-repository.ts';
import { waitUntil, withDeadline } from '../support/wait-until.ts';

const outsideWord = 'zanzibarsecretword';

let base: string;
let allowed: string;
let victim: TestRepository;
let stolen: string;
let fixture: Fixture;
let server: Connection;
let count = 0;

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'codecompass-hostile-git-')));
  allowed = join(base, 'allowed');
  mkdirSync(allowed);
  mkdirSync(join(base, 'victim'));
  victim = createRepositoryIn(join(base, 'victim'), { 'private.py': `def ${outsideWord}(): pass\n` });
  stolen = victim.git('rev-parse', 'HEAD');
  fixture = { base, home: join(base, 'home'), repository: victim, remove: () => removeFolder(base) };
  server = await connectStdio(fixture, ['--auto-workspace', '--allowed-root', allowed]);
});
afterAll(async () => {
  await server?.close();
  fixture?.remove();
});

/** Creates a repository below the allowed root, with a second commit on `main`. */
function attacker(): TestRepository {
  const root = join(allowed, `repository-${count++}`);
  mkdirSync(root);
  const repository = createRepositoryIn(root, { 'src/code.py': 'def first(): pass\n', 'sub/more.py': 'x = 1\n' });
  repository.commit({ 'src/code.py': 'def first(x): return x\n' });
  return repository;
}

function link(target: string, path: string): void {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

const fanOut = (): string[] => readdirSync(victim.path('.git/objects')).filter((name) => name.length === 2);

/** Links every loose object of the victim. */
function linkObjects({ path }: TestRepository): void {
  for (const folder of fanOut()) {
    for (const name of readdirSync(victim.path('.git/objects', folder))) {
      const at = join('.git/objects', folder, name);
      link(victim.path(at), path(at));
    }
  }
}

const nameStolen = ({ path }: TestRepository) => writeFileSync(path('.git/refs/heads/stolen'), `${stolen}\n`);
const alternates = '.git/objects/info/alternates';

describe('links in a git folder give no access outside the allowed roots', () => {
  const links: Readonly<Record<string, (repository: TestRepository) => void>> = {
    'folders of objects': ({ path }) => {
      for (const name of fanOut()) link(victim.path('.git/objects', name), path('.git/objects', name));
    },
    'single objects': linkObjects,
    'the folder of objects': ({ path }) => link(victim.path('.git/objects'), path('.git/objects')),
    'single packs': ({ path }) => {
      const packs = join(base, `packed-${count}`);
      mkdirSync(packs);
      victim.git('pack-objects', '--all', '--quiet', join(packs, 'pack'));
      for (const name of readdirSync(packs)) link(join(packs, name), path('.git/objects/pack', name));
    },
    'the folder of packs': ({ path }) => {
      const packs = join(base, `packed-${count}`);
      mkdirSync(packs);
      victim.git('pack-objects', '--all', '--quiet', join(packs, 'pack'));
      link(packs, path('.git/objects/pack'));
    },
    'a branch, and its objects': (repository) => {
      linkObjects(repository);
      link(victim.path('.git/refs/heads/main'), repository.path('.git/refs/heads/stolen'));
    },
    'the folder of branches, and objects': (repository) => {
      linkObjects(repository);
      renameSync(repository.path('.git/refs/heads'), repository.path('.git/old'));
      link('../old', repository.path('.git/refs/heads'));
    },
    'the folder info of objects, with alternates': ({ path }) => {
      const info = join(base, `info-${count}`);
      mkdirSync(info);
      writeFileSync(join(info, 'alternates'), `${victim.path('.git/objects')}\n`);
      link(info, path('.git/objects/info'));
    },
    alternates: ({ path }) => appendFileSync(path(alternates), `${victim.path('.git/objects')}\n`),
    'alternates after much else': ({ path }) =>
      appendFileSync(path(alternates), `#${'x'.repeat(70_000)}\n${victim.path('.git/objects')}\n`),
    'alternates behind a link and ..': ({ path }) => {
      link(victim.path('.git/refs'), path('way'));
      appendFileSync(path(alternates), `${path('way')}/../objects\n`);
    },
    'alternates through a name that is not UTF-8': ({ path }) => {
      const name = Buffer.concat([Buffer.from(path('.git/')), Buffer.from([0xff])]);
      symlinkSync(victim.path('.git/objects'), name as unknown as string);
      appendFileSync(path(alternates), Buffer.concat([name, Buffer.from('\n')]));
    },
    'a relative alternate of an alternate': ({ path }) => {
      mkdirSync(path('.git/more/info'), { recursive: true });
      writeFileSync(path('.git/more/info/alternates'), '../../../../../victim/.git/objects\n');
      appendFileSync(path(alternates), '../more\n');
    },
  };

  const questions: readonly (readonly [string, Record<string, unknown>])[] = [
    ['index_repo', { ref: 'stolen' }],
    ['get_file_outline', { ref: 'stolen', path: 'private.py' }],
    ['search_code', { ref: 'stolen', query: outsideWord }],
    ['compare_symbol_between_commits', { symbol_name: outsideWord, base_ref: 'main', head_ref: 'stolen' }],
  ];

  async function check({ root }: TestRepository, codes: readonly string[]): Promise<void> {
    for (const [name, args] of questions) {
      const { isError, body } = await server.call(name, { workspace: root, ...args });
      expect([name, isError], JSON.stringify(body)).toEqual([name, true]);
      expect(codes, `${name}: ${JSON.stringify(body.error)}`).toContain(body.error.code);
      expect(JSON.stringify({ ...body, query: '' })).not.toContain(`def ${outsideWord}`);
    }
  }
  const refused = ['repository_unreadable', 'workspace_not_allowed'];

  test.each(Object.entries(links))('to %s', async (_, plant) => {
    const repository = attacker();
    plant(repository);
    if (!readdirSync(repository.path('.git/refs/heads')).includes('stolen')) nameStolen(repository);
    await check(repository, refused);
  });

  test('that are planted after the workspace was registered', async () => {
    const repository = attacker();
    nameStolen(repository);
    const { isError } = await server.call('get_file_outline', { workspace: repository.root, path: 'src/code.py' });
    expect(isError).toBe(false);
    linkObjects(repository);
    // A server may also say that the ref is not indexed.
    await check(repository, [...refused, 'ref_not_indexed', 'symbol_not_found']);
  });

  test('but do not hinder repositories that share objects below the allowed roots', async () => {
    const source = attacker();
    const shared = join(allowed, 'shared');
    source.git('clone', '--quiet', '--shared', source.root, shared);
    const linked = join(allowed, 'linked');
    source.git('worktree', 'add', '--quiet', '-b', 'other', linked);
    source.git('submodule', '--quiet', 'add', source.root, 'part');
    for (const workspace of [shared, linked, source.path('part')]) {
      const { body } = await server.call('get_file_outline', { workspace, path: 'src/code.py', ref: 'HEAD~1' });
      expect(body.error, workspace).toBeUndefined();
      expect(JSON.stringify(body.symbols)).toContain('first');
    }
  });

  test('and are named by the command line', async () => {
    const repository = attacker();
    linkObjects(repository);
    const { exitCode, stderr } = await runProgram(['index'], { cwd: repository.root, env: environment(fixture) });
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/\.git\/objects\/\S+ is a symbolic link/)]);
  });
});

describe('a named pipe does not block', () => {
  const config = (text: string) => (repository: TestRepository, pipe: string) =>
    appendFileSync(repository.path('.git/config'), text.replaceAll('PIPE', pipe));
  /** Where the pipe is, and what makes git open it. */
  const pipes: Readonly<Record<string, (repository: TestRepository, pipe: string) => void>> = {
    '.git/HEAD': () => {},
    '.git/index': () => {},
    '.git/packed-refs': () => {},
    '.git/shallow': () => {},
    '.git/commondir': () => {},
    '.git/config.worktree': () => {},
    '.git/info/exclude': () => {},
    '.git/info/attributes': () => {},
    '.git/objects/info/alternates': () => {},
    '.git/objects/info/commit-graph': () => {},
    '.git/objects/info/commit-graphs/commit-graph-chain': () => {},
    '.git/objects/pack/multi-pack-index': () => {},
    '.git/refs/heads/main': () => {},
    '.git/refs/tags/deep/er': () => {},
    '.git/FETCH_HEAD': () => {},
    '.git/excludes': config('[core]\n\texcludesFile = "PIPE" ; comment\n'),
    '.git/attributes': config('[core]\n\tattributesFile = \\\n\tPIPE\n'),
    'sub/included': config('[include] path = ../sub/included\n'),
    'sub/conditional': config('[includeIf "onbranch:**"]\n\tPATH = "PI\\\nPE"\n'.replace('PI\\\nPE', 'PIPE')),
    'sub/nested': (repository) => {
      writeFileSync(repository.path('.git/one'), '[include]\npath=../sub/nested\n');
      config('[include]\npath = one\n')(repository, '');
    },
    'nested/.git/HEAD': (repository) => {
      for (const part of ['objects', 'refs']) mkdirSync(repository.path('nested/.git', part));
    },
  };

  function plant(place: string): TestRepository {
    const repository = attacker();
    const pipe = repository.path(place);
    rmSync(pipe, { force: true });
    mkdirSync(dirname(pipe), { recursive: true });
    execFileSync('mkfifo', [pipe]);
    pipes[place]?.(repository, pipe);
    return repository;
  }
  const names = /is a named pipe|produced no output/;

  const ended = (root: string) =>
    waitUntil(
      'git to end',
      () => gitProcessesIn(root),
      (left) => left.length === 0,
    );
  /** Git opens these while a job lists the tree; the others are found before a job starts. */
  const isInTree = (place: string) => /^(?!\.git\/).+\/\.git/.test(place);
  const places = Object.keys(pipes);

  test.each(places.filter((place) => !isInTree(place)))('a server at %s', async (place) => {
    const { root } = plant(place);
    const { isError, body } = await withDeadline('the answer', server.call('index_repo', { workspace: root }));
    expect([isError, body.error?.code], JSON.stringify(body)).toEqual([true, 'repository_unreadable']);
    expect(body.error.message).toMatch(names);
    expect(body.error.message).toContain(place.split('/').at(-1));
    await ended(root);
  });

  test.each(places.filter(isInTree))('a job of a server at %s', async (place) => {
    const workspace = plant(place).root;
    await withDeadline('the answer', server.call('index_repo', { workspace }));
    await until(
      'the job to end',
      () => server.call('index_status', { workspace }),
      ({ active_job }) => active_job === null,
    );
    const { body } = await server.call('search_code', { workspace, query: 'first', freshness_policy: 'strict' });
    expect(JSON.stringify(body)).toMatch(names);
    await ended(workspace);
  });

  test.each(['.git/shallow', 'sub/included', 'nested/.git/HEAD'])('the command line at %s', async (place) => {
    const { root } = plant(place);
    const { exitCode, stderr } = await runProgram(['index'], { cwd: root, env: environment(fixture) });
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(names)]);
    expect(stderr).toContain(place.split('/').at(-1));
    expect(gitProcessesIn(root)).toEqual([]);
  });

  /** Git does not open these, and here only regular files are. */
  const ignoreFiles = ['.gitignore', 'sub/.gitignore', 'new/.gitignore', 'new/deep/.gitignore', '.codecompassignore'];
  test.each(ignoreFiles)('an index at %s', async (place) => {
    const { write, root: workspace } = plant(place);
    write({ 'new/deep/more.py': 'def second(): pass\n' });
    await withDeadline('the answer', server.call('index_repo', { workspace }));
    const search = () => server.call('search_code', { workspace, query: 'second', freshness_policy: 'strict' });
    await until('the index', search, ({ results }) => results?.length === 1);
    await ended(workspace);
  });

  test.each(['sub/.gitattributes', 'sub/.gitmodules'])('a search in objects by %s', async (place) => {
    const repository = plant(place);
    const args = { symbol_name: 'first', base_ref: 'HEAD~1', head_ref: 'HEAD~0' };
    const { isError } = await withDeadline(
      'the answer',
      server.call('compare_symbol_between_commits', { workspace: repository.root, ...args }),
    );
    expect(isError).toBe(false);
  });

  /** Starts a server with a call whose git blocks. */
  async function blockedServer(root: string) {
    const child = spawn(process.execPath, [program, 'serve-mcp', '--workspace', root], {
      cwd: root,
      env: environment(fixture),
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const params = { name: 'search_code', arguments: { query: 'first' } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`);
    await waitUntil(
      'git to block',
      () => gitProcessesIn(root),
      (running) => running.some((command) => command.includes(' -o ')),
      { betweenMs: 10 },
    );
    return { child, exited };
  }

  test.each(['the end of its input', 'SIGTERM', 'SIGKILL'] as const)('a server after %s', async (how) => {
    const { root } = plant('nested/.git/HEAD');
    const { child, exited } = await blockedServer(root);
    if (how === 'the end of its input') child.stdin.end();
    else child.kill(how);
    await withDeadline('the server to end', exited);
    await ended(root);
  });
});

describe('a ref is a name or an object id', () => {
  const refused: readonly string[] = [
    'HEAD^{/(((a{1,250}){1,250}){1,250}){1,250}}',
    ':/(a*)*\\1\\1\\1$',
    ':/first',
    'main^{/first}',
    'main~1^{/first}',
    'HEAD@{1000000.years.ago}',
    'main@{upstream}',
    '@{-1}',
    '@{u}',
    'main^{tree}',
    'HEAD:src/code.py',
    'main..other',
    '^main',
    '-main',
    'main^!',
    'main^@',
    'main^-1',
    `HEAD${'~1'.repeat(200)}`,
    `HEAD${'^'.repeat(10_000)}`,
    'HEAD~99999999999',
    'HEAD~~{',
    '.git/config',
    '../victim',
    'a'.repeat(5_000),
  ];
  let repository: TestRepository;
  beforeAll(() => {
    repository = attacker();
  });

  test.each(refused.map((ref) => [ref.slice(0, 60), ref]))('not %s', async (_, ref) => {
    const workspace = repository.root;
    // A job is a process of its own, so only some start one.
    const job = refused.indexOf(ref) % 8 === 0 ? ([['index_repo', { ref }]] as const) : [];
    for (const [name, args] of [
      ...job,
      ['get_file_outline', { ref, path: 'src/code.py' }],
      ['compare_symbol_between_commits', { symbol_name: 'first', base_ref: ref, head_ref: 'HEAD' }],
    ] as const) {
      const { body } = await server.call(name, { workspace, ...args });
      expect([name, body.error?.code], JSON.stringify(body)).toEqual([name, 'invalid_input']);
    }
    expect(gitProcessesIn(workspace)).toEqual([]);
  });

  test('and the command line says which forms are accepted', async () => {
    for (const args of [
      ['index', '--ref', refused[0] as string],
      ['compare', 'first', 'main', refused[1] as string],
      ['outline', 'src/code.py', '--ref', 'main^{/first}'],
    ]) {
      const { exitCode, stderr } = await runProgram(args, { cwd: repository.root, env: environment(fixture) });
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/not accepted[\s\S]*~N or \^N/)]);
    }
  });

  test.each([
    'HEAD',
    '@',
    'main',
    'HEAD~1',
    'main^',
    'main~1^0',
    'main^{commit}',
    'main^{}~1',
    'refs/heads/main',
    'heads/main',
  ])('and %s is one', async (ref) => {
    const { body } = await server.call('get_file_outline', { workspace: repository.root, ref, path: 'src/code.py' });
    expect(body.error).toBeUndefined();
  });
});
