/** `list_refs`: one shape over MCP and on the command line, and a line per ref as text. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexInProcess } from '../support/run-job.ts';
import { programIn } from '../support/run-program.ts';
import { type Connection, connectStdio, createFixture, type Fixture, until } from '../support/serve-fixture.ts';

const extra = 'export const extra = 1;\n';
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

let fixture: Fixture;
let connection: Connection;
let commits: { readonly main: string; readonly feature: string };

beforeAll(async () => {
  fixture = await createFixture({ indexed: false, files: { 'a.ts': 'export const a = 1;\n' } });
  const { repository, home } = fixture;
  const main = repository.git('rev-parse', 'HEAD');
  repository.branch('feature');
  const feature = repository.commit({ 'b.ts': extra });
  repository.checkout('main');
  commits = { main, feature };
  await indexInProcess(home, repository.root);
  await indexInProcess(home, repository.root, { ref: 'feature' });
  connection = await connectStdio(fixture);
});
afterAll(async () => {
  await connection?.close();
  fixture?.remove();
});

const listed = async () => (await connection.call('list_refs')).body;
const compared = () =>
  until(
    'the files to be compared',
    () => connection.call('list_refs'),
    ({ refs }) => refs[0].verdict === 'fresh',
  );

test('lists each ref with its commit, source, freshness and own size, the checked-out one first', async () => {
  const { body } = await compared();
  expect(body.refs).toEqual([
    {
      ref: 'main',
      commit: commits.main,
      source: 'worktree',
      freshness_status: 'fresh',
      verdict: 'fresh',
      checked_out: true,
      indexed_at: time,
      files: 1,
      symbols: 1,
      own_bytes: 0,
    },
    {
      ref: 'feature',
      commit: commits.feature,
      source: 'objects',
      freshness_status: 'fresh',
      verdict: 'fresh',
      checked_out: false,
      indexed_at: time,
      files: 2,
      symbols: 2,
      own_bytes: extra.length,
    },
  ]);
  expect(body.metadata).toMatchObject({ result_completeness: 'complete', ref: 'main' });
});

test('the command line prints the same refs', async () => {
  const { body } = await compared();
  const run = programIn(fixture.repository.root, fixture.base, { CODECOMPASS_HOME: fixture.home });
  expect(JSON.parse(run('refs', '--json').stdout).refs).toEqual(body.refs);
});

test('a text has one line per ref', async () => {
  await compared();
  const { content } = await connection.client.callTool({ name: 'list_refs', arguments: { format: 'text' } });
  const [{ text } = { text: '' }] = content as { text: string }[];
  expect(text.split('\n')).toEqual([
    `* main ${commits.main.slice(0, 12)} (working tree), up to date, 1 file, 0 bytes own, indexed just now`,
    `feature ${commits.feature.slice(0, 12)}, up to date, 2 files, ${extra.length} bytes own, indexed just now`,
  ]);
});

test('a branch that moved is stale and names its commit', async () => {
  const { repository } = fixture;
  repository.git('branch', '--force', 'feature', 'main');
  const { refs } = await listed();
  expect(refs[1]).toMatchObject({
    ref: 'feature',
    freshness_status: 'stale',
    verdict: 'behind',
    commit: commits.feature,
    current_commit: commits.main,
  });
});

test('a project without an index says so', async () => {
  const empty = await createFixture({ indexed: false });
  const other = await connectStdio(empty);
  const { body } = await other.call('list_refs');
  expect(body.refs).toEqual([]);
  expect(body.metadata).toMatchObject({
    result_completeness: 'partial',
    warnings: [expect.stringMatching(/^No ref is indexed/)],
  });
  await other.close();
  empty.remove();
});
