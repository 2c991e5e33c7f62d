/**
 * A git bomb is a small git folder that costs without limit: trees that repeat, chains of alternates, configurations
 * that include each other, folders of refs. Each is refused with its name, and the server keeps answering.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitProcessesIn } from '../support/git-processes.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { runProgram } from '../support/run-program.ts';
import { type Connection, connectStdio, environment, type Fixture } from '../support/serve-fixture.ts';
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

test('a tree that repeats without end is refused by a server and the command line', async () => {
  const repository = attacker();
  const commit = treeBomb(repository);
  const { root: workspace } = repository;
  const asked = server.call('search_code', { workspace, ref: 'bomb', query: 'first' });
  const { body } = await withDeadline('the answer', asked);
  expect(body.error?.code, JSON.stringify(body)).toBe('repository_unreadable');
  expect(body.error.message).toContain(commit);
  expect(gitProcessesIn(workspace)).toEqual([]);

  const { exitCode, stderr } = await runProgram(['index', '--ref', 'bomb'], {
    cwd: workspace,
    env: environment(fixture),
  });
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/`git ls-tree` printed more than \d+ bytes/)]);
  expect(stderr).toContain('Pass another ref');
  expect((await server.call('search_code', { workspace, query: 'first' })).isError).toBe(false);
});
