/** Whether an answer knows that the files have moved on: edits, commits and switches of branch. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexInProcess } from '../support/run-job.ts';
import {
  type Connection,
  comparedFreshness,
  connectStdio,
  createFixture,
  type Fixture,
} from '../support/serve-fixture.ts';
import { createRepositoryIn, type TestRepository } from '../support/test-repository.ts';

const changes: [what: string, change: (repository: TestRepository) => void][] = [
  ['an edited file', ({ write }) => write({ 'a.ts': 'export function alpha(x: number) {}\n' })],
  ['an edit that keeps the size', ({ write }) => write({ 'a.ts': 'export function alphb() {}\n' })],
  ['a new file', ({ write }) => write({ 'new.ts': 'export const fresh = 1;\n' })],
  ['a new file in a new folder', ({ write }) => write({ 'x/y/new.ts': 'export const fresh = 1;\n' })],
  ['a deleted file', ({ remove }) => remove('a.ts')],
  ['a commit', ({ commit }) => void commit({ 'b.ts': 'export const b = 1;\n' })],
  ['a commit without changes', ({ commit }) => void commit({})],
  ['a switch of branch', ({ branch }) => branch('other')],
  ['a detached head', ({ git }) => void git('checkout', '--quiet', '--detach')],
];
const unchanged = 'no change in ignored files, nor in a file that was only touched';

/** Each change has a repository of its own, and one server serves them all. */
let fixture: Fixture;
let server: Connection;
const repositories = new Map<string, TestRepository>();

beforeAll(async () => {
  fixture = await createFixture({ indexed: false, files: {} });
  for (const [at, what] of [...changes.map(([name]) => name), unchanged].entries()) {
    const root = join(fixture.base, `repository${at}`);
    mkdirSync(root);
    const files = { 'a.ts': 'export function alpha() {}\n', '.gitignore': 'out/\n' };
    repositories.set(what, createRepositoryIn(root, files));
    await indexInProcess(fixture.home, root);
  }
  const roots = [...repositories.values()].flatMap(({ root }) => ['--workspace', root]);
  server = await connectStdio(fixture, roots);
});
afterAll(async () => {
  await server?.close();
  fixture?.remove();
});

function begin(what: string) {
  const repository = repositories.get(what) as TestRepository;
  const statusOf = () => comparedFreshness(server, { name: 'alpha', workspace: repository.root });
  return { repository, statusOf };
}

describe('a query detects', () => {
  test.each(changes)('%s', async (what, change) => {
    const { repository, statusOf } = begin(what);
    expect(await statusOf()).toBe('fresh');
    change(repository);
    expect(await statusOf()).toBe('stale');
  });

  test(unchanged, async () => {
    const { repository, statusOf } = begin(unchanged);
    expect(await statusOf()).toBe('fresh');
    repository.write({ 'out/built.js': 'x', 'a.ts': 'export function alpha() {}\n' });
    expect(await statusOf()).toBe('fresh');
  });
});
