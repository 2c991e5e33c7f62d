/**
 * A full disk. Every write that finds no space ends in `disk_full`, names what could not be written and leaves the old
 * index in place; questions are still answered; and once there is space, what the remedy says works. The disk is a small
 * file system in memory, or, where none can be mounted, the faulty driver. `CODECOMPASS_TEST_LONG` tries more sizes.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { runFaultyJob } from '../../support/faulty-job.ts';
import { canMount, type Mounted, mountInMemory } from '../../support/mount.ts';
import { programEnvironment, runProgram } from '../../support/run-program.ts';
import { connectStdio, type Fixture, until } from '../../support/serve-fixture.ts';
import { createRepository, type TestRepository, temporaryFolder } from '../../support/test-repository.ts';

const isLong = process.env.CODECOMPASS_TEST_LONG !== undefined;
const enough = '64m';
/** For what does not depend on the size of the index. */
const few = 12;

/** Large enough for several writes during one job, which then fail while files are still being parsed. */
function manyFiles(count = 420): Record<string, string> {
  const body = (at: number) =>
    Array.from({ length: 3 }, (_, line) => `export function made_${at}_${line}(): void {}\n`).join('');
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`src/made-${at}.ts`, body(at)]));
}

async function run(root: string, home: string, args: readonly string[]) {
  const outcome = await runProgram(args, { cwd: root, env: programEnvironment(root, home) });
  expect(outcome.stderr).not.toMatch(/internal_error|Node\.js v|^ {4}at /m);
  return outcome;
}

test('a job whose writes fail while files are parsed ends in disk_full', async () => {
  const { root } = createRepository(manyFiles());
  const home = join(temporaryFolder(), 'data');
  const log = join(temporaryFolder(), 'log');
  const fault = { file: 'index.db', log, kind: 'full', at: 400, lasts: true } as const;
  await expect(runFaultyJob(home, root, fault)).rejects.toMatchObject({
    code: 'disk_full',
    message: expect.stringContaining(join(home, 'projects')),
  });
  expect((await run(root, home, ['index'])).exitCode).toBe(0);
});

const isPossible = canMount();
if (!isPossible) process.stderr.write('full-disk.test.ts: no file system can be mounted, so no real disk is filled.\n');

describe.skipIf(!isPossible)('a disk that is really full', () => {
  let disk: Mounted;
  afterEach(() => disk.unmount());

  const sizes = isLong ? ['16k', '40k', '64k', '96k', '128k', '256k', '384k', '512k', '640k'] : ['40k', '384k'];
  test.each(sizes)('%s: the first index fails and succeeds later', async (size) => {
    disk = mountInMemory(size);
    const { root } = createRepository(manyFiles(size === '40k' ? few : undefined));
    const home = join(disk.folder, 'data');
    const failed = await run(root, home, ['index']);
    expect([failed.exitCode, failed.stderr]).toEqual([1, expect.stringContaining('error[disk_full]')]);
    expect(failed.stderr).toContain(home);
    disk.remount(`size=${enough}`);
    expect((await run(root, home, ['index'])).exitCode).toBe(0);
    expect((await run(root, home, ['search', 'made_7_2'])).stdout).toContain('src/made-7.ts');
  });

  test('commands answer from the index, and only jobs fail', async () => {
    const { root, write } = await indexedOnDisk();
    const home = join(disk.folder, 'data');
    fill();
    expect((await run(root, home, ['search', 'made_7_2'])).stdout).toContain('src/made-7.ts');
    expect((await run(root, home, ['status'])).exitCode).toBe(0);
    write({ 'src/late.ts': 'export function late(): void {}\n' });
    const stale = await run(root, home, ['search', 'made_7_2', '--json']);
    expect(JSON.parse(stale.stdout)).toMatchObject({ metadata: { freshness_status: 'stale' } });
    const failed = await run(root, home, ['index', '--force']);
    expect([failed.exitCode, failed.stderr]).toEqual([1, expect.stringContaining('error[disk_full]')]);
    rmSync(join(disk.folder, 'filler'));
    expect((await run(root, home, ['index', '--force'])).exitCode).toBe(0);
    expect((await run(root, home, ['search', 'late'])).stdout).toContain('src/late.ts');
  });

  test('a server answers from the index, and index_repo succeeds after the space is freed', async () => {
    const repository = await indexedOnDisk();
    const home = join(disk.folder, 'data');
    const fixture: Fixture = { base: repository.root, home, repository, remove: () => {} };
    fill();
    const server = await connectStdio(fixture, ['--workspace', repository.root]);
    onTestFinished(() => server.close());
    const found = await server.call('locate_symbol', { name: 'made_7_2' });
    expect(found.body).toMatchObject({ results: [{ path: 'src/made-7.ts' }] });
    repository.write({ 'src/late.ts': 'export function late(): void {}\n' });
    const failed = await server.call('index_repo', { force: true });
    expect(failed.body.error).toMatchObject({ code: 'disk_full', message: expect.stringContaining(home) });
    const stale = await server.call('locate_symbol', { name: 'made_7_2' });
    expect(stale.body).toMatchObject({ results: [{ path: 'src/made-7.ts' }], metadata: { freshness_status: 'stale' } });
    rmSync(join(disk.folder, 'filler'));
    await until(
      'a job that starts',
      () => server.call('index_repo', { force: true }),
      ({ error }) => error === undefined,
    );
    await until(
      'the new file',
      () => server.call('locate_symbol', { name: 'late' }),
      ({ results, metadata }) => results?.[0]?.path === 'src/late.ts' && metadata.freshness_status === 'fresh',
    );
  });

  async function indexedOnDisk(): Promise<TestRepository> {
    disk = mountInMemory('8m');
    const repository = createRepository(manyFiles(few));
    expect((await run(repository.root, join(disk.folder, 'data'), ['index'])).exitCode).toBe(0);
    return repository;
  }

  /** Fills the disk to the last byte. */
  function fill(): void {
    const filler = join(disk.folder, 'filler');
    for (const bytes of [1 << 20, 1 << 12, 1]) {
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(bytes), { flag: 'a' });
      } catch (thrown) {
        expect(thrown).toMatchObject({ code: 'ENOSPC' });
      }
    }
    expect(readdirSync(disk.folder)).toContain('filler');
  }
});
