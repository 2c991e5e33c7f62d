/**
 * A git bomb is a small git folder that costs without limit: trees that repeat, chains of alternates, configurations
 * that include each other, folders of refs. Each is refused with its name, and the server keeps answering.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitProcessesIn } from '../support/git-processes.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { runProgram } from '../support/run-program.ts';
import { type Connection, connectStdio, environment, type Fixture, until } from '../support/serve-fixture.ts';
import { createRepositoryIn, type TestRepository } from '../support/test-repository.ts';
import { withDeadline } from '../support/wait-until.ts';

let base: string;
let fixture: Fixture;
let server: Connection;
let count = 0;

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'codecompass-git-bombs-')));
  fixture = { base, home: join(base, 'home'), repository: attacker(), remove: () => removeFolder(base) };
  server = await connectStdio(fixture, ['--auto-workspace', '--allowed-root', base]);
});
afterAll(async () => {
  await server?.close();
  fixture?.remove();
});

function attacker(): TestRepository {
  const root = join(base, `repository-${count++}`);
  mkdirSync(root);
  return createRepositoryIn(root, { 'code.py': 'def first(): pass\n' });
}

/** Ten entries in each of ten levels: ten billion files in eleven objects. */
function treeBomb({ root, git }: TestRepository): string {
  const tree = (kind: string, id: string) => {
    const lines = Array.from({ length: 10 }, (_, at) => `${kind} ${id}\tentry-${at}.py\n`);
    return execFileSync('git', ['-C', root, 'mktree'], { input: lines.join(''), encoding: 'utf8' }).trim();
  };
  let top = tree('100644 blob', git('rev-parse', 'HEAD:code.py'));
  for (let level = 1; level < 10; level++) top = tree('040000 tree', top);
  const commit = git('commit-tree', top, '-m', 'bomb');
  git('branch', 'bomb', commit);
  return commit;
}

test('a server refuses a tree that repeats without end', async () => {
  const repository = attacker();
  const commit = treeBomb(repository);
  const { root: workspace } = repository;
  const asked = server.call('search_code', { workspace, ref: 'bomb', query: 'first' });
  const { body } = await withDeadline('the answer', asked);
  expect(body.error?.code, JSON.stringify(body)).toBe('repository_unreadable');
  expect(body.error.message).toContain(commit);
  expect((await server.call('search_code', { workspace, query: 'first' })).isError).toBe(false);
});

test('the command line refuses a tree that repeats without end', async () => {
  const repository = attacker();
  treeBomb(repository);
  const { exitCode, stderr } = await runProgram(['index', '--ref', 'bomb'], {
    cwd: repository.root,
    env: environment(fixture),
  });
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/`git ls-tree` printed more than \d+ bytes/)]);
  expect(stderr).toContain('Pass another ref');
  expect(gitProcessesIn(repository.root)).toEqual([]);
});

/** Adds a branch whose commit has one content under many paths, in a few objects. */
function branchOfCopies({ root, git }: TestRepository, branch: string, file: string, content: string, copies: number) {
  const input = (args: string[], text: string) =>
    execFileSync('git', ['-C', root, ...args], { input: text, encoding: 'utf8' }).trim();
  const blob = input(['hash-object', '-w', '--stdin'], content);
  const lines = Array.from({ length: copies }, (_, at) => `100644 blob ${blob}\t${at}-${file}\n`);
  git('branch', branch, git('commit-tree', input(['mktree'], lines.join('')), '-m', branch));
}

test('an index of a ref is bounded by the size of the repository', async () => {
  const repository = attacker();
  branchOfCopies(repository, 'copies', 'a.js', `var a = "${'x'.repeat(1_000_000)}";\n`, 2_000);
  const { exitCode, stdout, stderr } = await runProgram(['index', '--ref', 'copies', '--json'], {
    cwd: repository.root,
    env: environment(fixture),
  });
  expect(exitCode, stderr).toBe(0);
  const { discovered, indexed, skipped } = JSON.parse(stdout);
  expect([discovered, indexed]).toEqual([2_000, 0]);
  expect(skipped).toEqual({ minified: expect.any(Number), amplified: expect.any(Number) });
  expect(skipped.minified + skipped.amplified).toBe(2_000);
  // 64 MB and fifty times the few blocks of the objects.
  expect(skipped.minified).toBeLessThan(80);
});

test('a comparison reads a bounded part of the files, and says so', async () => {
  const repository = attacker();
  const content = `${'# padding\n'.repeat(90_000)}def first(): return 2\n`;
  branchOfCopies(repository, 'large', 'a.py', content, 40);
  const asked = server.call('compare_symbol_between_commits', {
    workspace: repository.root,
    symbol_name: 'first',
    base_ref: 'main',
    head_ref: 'large',
  });
  const { body } = await withDeadline('the answer', asked);
  expect(JSON.stringify(body)).toContain('Not all files were searched');
  expect(body.metadata.result_completeness).not.toBe('complete');
});

const config = (text: string) => (repository: TestRepository) => appendFileSync(repository.path('.git/config'), text);

/** The attacks in full size; each took the server from ten seconds to a minute. */
const floods: Readonly<Record<string, readonly [(repository: TestRepository) => void, RegExp]>> = {
  'alternates of many lines in a chain': [
    ({ path }) => {
      for (let at = 0; at <= 20; at++) {
        const objects = at === 0 ? path('.git/objects') : path('.git', `x${at}`);
        mkdirSync(join(objects, 'info'), { recursive: true });
        writeFileSync(join(objects, 'info/alternates'), `../x${at + 1}\n${'a\n'.repeat(500_000)}`);
      }
    },
    /alternates has more than \d+ bytes/,
  ],
  'a configuration of many paths under many names': [
    (repository) => {
      writeFileSync(repository.path('.git/big'), `[core]\n${'excludesfile=/q\n'.repeat(65_000)}`);
      for (let at = 0; at < 97; at++) symlinkSync('big', repository.path('.git', `l${at}`));
      config(`[include]\n${Array.from({ length: 97 }, (_, at) => `path = l${at}\n`).join('')}`)(repository);
    },
    /has more than \d+ files named by configurations/,
  ],
  'a configuration that includes itself often': [
    config(`[include]\n${'path = config\n'.repeat(10)}`),
    /has more than \d+ files named by configurations/,
  ],
  'a setting that leads into a loop of links, which is not refused': [
    (repository) => {
      symlinkSync('loop', repository.path('.git/loop'));
      config(`[core]\nexcludesfile = ${repository.path('.git/loop')}\n`)(repository);
    },
    /^$/,
  ],
};

test.each(Object.entries(floods))('a server survives %s', async (_, [plant, message]) => {
  const repository = attacker();
  plant(repository);
  const asked = server.call('search_code', { workspace: repository.root, query: 'first' });
  const { body } = await withDeadline('the answer', asked);
  expect(body.error?.message ?? '', JSON.stringify(body)).toMatch(message);
  if (body.error !== undefined) expect(body.error.code).toBe('repository_unreadable');
  expect((await server.call('search_code', { workspace: fixture.repository.root, query: 'first' })).isError).toBe(
    false,
  );
});

/** A sparse index has one entry for a folder, which git expands whenever it reads the index. */
function sparseBomb(repository: TestRepository): void {
  const { git, commit, path } = repository;
  commit({ 'kept/a.py': 'def kept(): pass\n', 'left/b.py': 'def left(): pass\n' });
  const left = git('rev-parse', 'HEAD:left').trim();
  const bomb = git('rev-parse', `${treeBomb(repository)}^{tree}`).trim();
  git('sparse-checkout', 'init', '--cone', '--sparse-index');
  git('sparse-checkout', 'set', 'kept');
  const index = readFileSync(path('.git/index')).subarray(0, -20);
  const at = index.indexOf(Buffer.from(left, 'hex'));
  index.write(bomb, at, 'hex');
  // The cached trees would show the change.
  const cached = index.indexOf('TREE', at);
  if (cached !== -1) index.write('XREE', cached);
  writeFileSync(path('.git/index'), Buffer.concat([index, createHash('sha1').update(index).digest()]));
}

test('a sparse index that expands without end is refused, and the remedy heals', async () => {
  const repository = attacker();
  sparseBomb(repository);
  const { root: workspace, git, path } = repository;
  const { body } = await withDeadline('the answer', server.call('search_code', { workspace, query: 'kept' }));
  expect(body.error?.code, JSON.stringify(body)).toBe('repository_unreadable');
  expect(body.error.message).toContain('Git needed more memory than it may use');
  expect(body.error.data.remediation).toContain('git reset');
  rmSync(path('.git/index'));
  git('reset', '--quiet');
  await until(
    'the index',
    () => server.call('search_code', { workspace, query: 'kept' }),
    ({ results }) => results?.length > 0,
  );
});

test('an ordinary sparse index is read', async () => {
  const { root: workspace, git, commit } = attacker();
  commit({ 'kept/a.py': 'def kept(): pass\n', 'left/b.py': 'def left(): pass\n' });
  git('sparse-checkout', 'init', '--cone', '--sparse-index');
  git('sparse-checkout', 'set', 'kept');
  const { body } = await server.call('search_code', { workspace, query: 'kept' });
  expect(body.results[0]).toMatchObject({ path: 'kept/a.py' });
});
