/** An index that was built with other settings is not fresh: it may have files too many, or too few. */
import { expect, onTestFinished, test } from 'vitest';
import { indexInProcess, usualSettings } from '../support/run-job.ts';
import { runProgram } from '../support/run-program.ts';
import { connectStdio, createFixture, environment, until } from '../support/serve-fixture.ts';

const files = {
  'a.ts': 'export function alpha() {}\n',
  'big.ts': `export function beta() {}\n${'// more\n'.repeat(500)}`,
};

async function indexedWith(settings: Partial<typeof usualSettings>) {
  const fixture = await createFixture({ indexed: false, files });
  onTestFinished(() => fixture.remove());
  fixture.repository.git('tag', 'v1');
  const { root } = fixture.repository;
  await indexInProcess(fixture.home, root, { settings: { ...usualSettings, ...settings } });
  await indexInProcess(fixture.home, root, { settings: { ...usualSettings, ...settings }, ref: 'v1' });
  return fixture;
}

test.each(['main', 'v1'])('a server applies a larger size limit to %s', async (ref) => {
  const fixture = await indexedWith({ maxFileBytes: 1_000 });
  const connection = await connectStdio(fixture);
  onTestFinished(() => connection.close());
  const locate = () => connection.call('locate_symbol', { name: 'beta', ref });
  const first = await locate();
  expect(first.body.results.length === 1 || first.body.metadata.freshness_status !== 'fresh').toBe(true);
  const { body } = await until('the sync', locate, ({ metadata }) => metadata.freshness_status === 'fresh');
  expect(body.results).toMatchObject([{ name: 'beta', path: 'big.ts' }]);
});

test('without a sync, the answer says why it is stale', async () => {
  const fixture = await indexedWith({ exclude: ['a.ts'] });
  const connection = await connectStdio(fixture);
  onTestFinished(() => connection.close());
  const request = { name: 'alpha', freshness_policy: 'best_effort' };
  const { body } = await until(
    'an answer after the files were compared',
    () => connection.call('locate_symbol', request),
    ({ metadata }) => !(metadata.warnings ?? []).some((warning: string) => warning.includes('still being compared')),
  );
  expect(body.metadata).toMatchObject({
    freshness_status: 'stale',
    warnings: expect.arrayContaining([expect.stringContaining('index.exclude')]),
  });
});

test('flags of one run last until the next question', async () => {
  const fixture = await createFixture({ indexed: false, files });
  onTestFinished(() => fixture.remove());
  const run = async (...line: string[]) => {
    const { stdout } = await runProgram([...line, '--json'], {
      cwd: fixture.repository.root,
      env: environment(fixture),
    });
    return JSON.parse(stdout);
  };
  expect((await run('index', '--exclude', 'a.ts')).skipped).toEqual({ excluded: 1 });
  expect(await run('search', 'alpha')).toMatchObject({
    results: [{ path: 'a.ts' }],
    metadata: { freshness_status: 'fresh' },
  });
});

test('a command applies new settings before it answers', async () => {
  const fixture = await indexedWith({});
  const { root } = fixture.repository;
  const search = async () => {
    const { stdout } = await runProgram(['search', 'alpha', '--json'], { cwd: root, env: environment(fixture) });
    return JSON.parse(stdout).results;
  };
  expect(await search()).toMatchObject([{ path: 'a.ts' }]);
  fixture.repository.write({ '.codecompass/config.toml': '[index]\nexclude = ["a.ts"]\n' });
  expect((await search()).map(({ path }: { path: string }) => path)).not.toContain('a.ts');
});

test.each(['main', 'v1'])('a server sees settings that change between two questions about %s', async (ref) => {
  const fixture = await indexedWith({});
  const connection = await connectStdio(fixture);
  onTestFinished(() => connection.close());
  const locate = () => connection.call('locate_symbol', { name: 'alpha', ref });
  const isFresh = ({ metadata }: { metadata: { freshness_status: string } }) => metadata.freshness_status === 'fresh';
  await until('a fresh answer', locate, isFresh);
  for (const exclude of [['a.ts'], [], ['*.ts']]) {
    fixture.repository.write({ '.codecompass/config.toml': `[index]\nexclude = ${JSON.stringify(exclude)}\n` });
    const { body } = await locate();
    const wanted = exclude.length === 0 ? 1 : 0;
    expect(isFresh(body) && (body.results?.length ?? 0) !== wanted).toBe(false);
    await until('the sync', locate, (answer) => isFresh(answer) && (answer.results?.length ?? 0) === wanted);
  }
});
