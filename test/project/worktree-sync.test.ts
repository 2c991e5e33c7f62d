/**
 * A small sync inside the server leaves the same index as a full one, row by row, whether the changes come from the
 * operating system or from comparing all names. `CODECOMPASS_TEST_ROUNDS` and `CODECOMPASS_TEST_SEED` set the number of
 * rounds and the seed.
 */
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { AskedWords } from '../../src/project/freshness/asked-words.ts';
import type { WorktreeSync } from '../../src/project/freshness/worktree-sync.ts';
import type { OpenIndex } from '../../src/project/open-index.ts';
import { openRepository, resolveRef } from '../../src/scan/git/repository.ts';
import { projectIdOf } from '../../src/store/registry/registry.ts';
import { projectFile } from '../../src/store/sqlite/open-store.ts';
import { importBuilt } from '../support/build-output.ts';
import { randomFrom } from '../support/random.ts';
import { changeRandomly, editFiles, someFiles } from '../support/random-changes.ts';
import { indexInProcess, usualSettings } from '../support/run-job.ts';
import { reportSoak } from '../support/soak-report.ts';
import { refDump } from '../support/store-dump.ts';
import { createFolder, createRepository, temporaryFolder } from '../support/test-repository.ts';
import { endWarmWorkers } from '../support/warm-workers.ts';

const rounds = Number(process.env.CODECOMPASS_TEST_ROUNDS ?? 2);
const seed = Number(process.env.CODECOMPASS_TEST_SEED ?? 20_261_117);

test.each([true, false])(
  'equals a full index after random changes of a repository (watched: %s)',
  {
    timeout: 120_000 + rounds * 30_000,
  },
  async (watches) => {
    const random = randomFrom(seed);
    const repository = createRepository(someFiles(random, 30));
    repository.write({ '.gitignore': 'ignored/\n*.log\n' });
    repository.commit();
    const syncing = await startSyncing(repository.root, watches);
    const history: string[] = [];
    for (let round = 0; round < rounds; round++) {
      for (let count = 1 + random.below(3); count > 0; count--) history.push(changeRandomly(repository, random));
      await syncing.expectEqual(history);
    }
    reportSoak({ changes: history.length, rounds, 'syncs by a job': syncing.jobs() });
  },
);

test.each([true, false])(
  'equals a full index after random changes of a plain folder (watched: %s)',
  {
    timeout: 120_000 + rounds * 30_000,
  },
  async (watches) => {
    const random = randomFrom(seed + 1);
    const root = createFolder(someFiles(random, 12));
    const syncing = await startSyncing(root, watches);
    const history: string[] = [];
    for (let round = 0; round < Math.ceil(rounds / 3); round++) {
      history.push(editFiles(root, random));
      await syncing.expectEqual(history);
    }
  },
);

test('follows folders, ignore rules, secrets and files that git starts to track', async () => {
  const repository = createRepository({
    'src/a.ts': 'export function a() {}\n',
    'src/b.py': 'def b():\n    pass\n',
    'docs/c.md': '# c\n',
    '.gitignore': 'out/\n',
  });
  const { root, path, git, write } = repository;
  write({ 'out/made.ts': 'export function made() {}\n' });
  const syncing = await startSyncing(root, true);
  const step = async (what: string, change: () => void) => {
    change();
    await syncing.expectEqual([what]);
  };
  await step('move a folder', () => renameSync(path('src'), path('lib')));
  await step('move it back into a new folder', () => {
    mkdirSync(path('deep'));
    renameSync(path('lib'), path('deep/src'));
  });
  await step('track an ignored file', () => git('add', '--force', 'out/made.ts'));
  await step('stop tracking it', () => git('rm', '--cached', '--quiet', 'out/made.ts'));
  await step('ignore a folder', () => write({ '.gitignore': 'out/\ndocs/\n' }));
  await step('ignore it no longer', () => write({ '.gitignore': '' }));
  await step('exclude a file', () => write({ '.codecompassignore': '*.py\n' }));
  await step('exclude it in a folder only', () => {
    rmSync(path('.codecompassignore'));
    write({ 'deep/.codecompassignore': 'b.py\n' });
  });
  await step('make a file secret', () => {
    const key = ['-----BEGIN PRIVATE', 'KEY-----'].join(' ');
    writeFileSync(path('docs/c.md'), `${key}\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n${key.replace('BEGIN', 'END')}\n`);
  });
  await step('exclude through git', () => write({ '.git/info/exclude': 'deep/\n' }));
  await step('commit and switch', () => {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'all');
    git('checkout', '--quiet', '-b', 'next');
  });
  await step('delete everything', () => rmSync(path('docs'), { recursive: true }));
});

test.each([true, false])(
  'publishes the files with the asked name first if many have changed (watched: %s)',
  async (watches) => {
    const repository = createRepository({ 'src/a.ts': 'export function a() {}\n' });
    const syncing = await startSyncing(repository.root, watches);
    await syncing.expectEqual(['nothing']);
    const files = Array.from({ length: 450 }, (_, at) => [`many/${at}.ts`, `export function many_${at}_end() {}\n`]);
    repository.write(Object.fromEntries(files));
    const { state, store } = await syncing.ask({ texts: ['many_447_end'], paths: [] });
    expect(state).toMatchObject({ isCurrent: false, needsJob: true });
    expect(state.changed).toHaveLength(449);
    const ref = await store.ref('main');
    const found = async (name: string) => (ref === undefined ? [] : store.symbolsNamed(ref, name));
    expect(await found('many_447_end')).toMatchObject([{ path: 'many/447.ts' }]);
    expect(await found('many_448_end')).toEqual([]);
    // The partial publication does not hide what it left out.
    await syncing.expectEqual(['many files']);
  },
);

test('compares the files of a folder that was touched, moved or replaced', async () => {
  const files = Array.from({ length: 450 }, (_, at) => [`many/${at}.ts`, `export function many_${at}() {}\n`]);
  const { root, path, write } = createRepository({ ...Object.fromEntries(files), 'a.ts': 'export function a() {}\n' });
  const syncing = await startSyncing(root, true);
  // The stats of files that were just written are not stored.
  await syncing.expectEqual(['nothing']);
  const moveAway = () => {
    renameSync(path('many'), path('moved'));
    renameSync(path('moved'), path('many'));
  };
  moveAway();
  await syncing.expectEqual(['move a folder and move it back']);
  write({ 'many/7.ts': 'export function edited() {}\n' });
  moveAway();
  await syncing.expectEqual(['edit a file and move its folder']);
  chmodSync(path('many'), 0o700);
  write({ 'many/new.ts': 'export function added() {}\n' });
  rmSync(path('many/8.ts'));
  await syncing.expectEqual(['change the mode of a folder and files in it']);
});

test.each([true, false])(
  'follows names that are of another kind on disk than in git (watched: %s)',
  async (watches) => {
    const repository = createRepository({ 'a.ts': 'export function a() {}\n' });
    const { root, path, git, write } = repository;
    symlinkSync('a.ts', path('link.ts'));
    repository.commit();
    const commit = git('rev-parse', 'HEAD').trim();
    const syncing = await startSyncing(root, watches);
    const step = async (expected: string, change: () => void) => {
      change();
      await syncing.expectEqual([expected]);
      const { store } = await syncing.ask({ texts: [], paths: [] });
      const ref = await store.ref('main');
      const found = ref === undefined ? [] : await store.symbolsNamed(ref, 'lonely');
      expect(found.map((symbol) => symbol.path).join(' ')).toBe(expected);
    };
    const gitlink = (name: string) => git('update-index', '--add', '--cacheinfo', `160000,${commit},${name}`);
    const source = 'export function lonely() {}\n';
    await step('link.ts', () => {
      rmSync(path('link.ts'));
      write({ 'link.ts': source });
    });
    await step('', () => {
      rmSync(path('link.ts'));
      symlinkSync('a.ts', path('link.ts'));
    });
    await step('b.ts', () => {
      gitlink('b.ts');
      write({ 'b.ts': source });
    });
    await step('part/deep/c.ts', () => {
      rmSync(path('b.ts'));
      gitlink('part');
      write({ 'part/deep/c.ts': source });
    });
    await step('part/deep/d.ts', () => renameSync(path('part/deep/c.ts'), path('part/deep/d.ts')));
    await step('', () => git('init', '--quiet', 'part'));
    await step('part/deep/d.ts', () => rmSync(path('part/.git'), { recursive: true }));
  },
);

async function startSyncing(root: string, watches: boolean) {
  const home = temporaryFolder();
  const first = await indexInProcess(home, root);
  const { WorktreeSync } = await importBuilt<typeof import('../../src/project/freshness/worktree-sync.ts')>(
    'project/freshness/worktree-sync',
  );
  const { endSharedParsers } = await importBuilt<typeof import('../../src/indexing/workers/shared-parser.ts')>(
    'indexing/workers/shared-parser',
  );
  const { openIndex } = await importBuilt<typeof import('../../src/project/open-index.ts')>('project/open-index');
  const repository = await openRepository(root);
  const open: OpenIndex = await openIndex(home, projectIdOf(repository.identity));
  const sync: WorktreeSync = new WorktreeSync({ repository, settings: async () => usualSettings, watches });
  onTestFinished(async () => {
    sync.rest();
    await endSharedParsers();
    await open.store.close();
  });
  let jobs = 0;
  let comparisons = 0;
  return {
    jobs: () => jobs,
    ask: async (asked: AskedWords) => ({
      state: await sync.sync(open, await resolveRef(repository), () => {}, asked),
      store: open.store,
    }),
    async expectEqual(history: readonly string[]) {
      const about = `after: ${history.slice(-6).join('; ')}`;
      const head = await resolveRef(repository);
      let state = await sync.sync(open, head, () => {});
      for (let times = 0; state.needsJob && times < 3; times++) {
        jobs++;
        await indexInProcess(home, root, { operation: 'sync' });
        state = await sync.sync(open, head, () => {});
      }
      expect(state, about).toMatchObject({ isCurrent: true, changed: [], needsJob: false });
      // A worker that has parsed nothing yet takes half a second to start, so it is not used for every comparison.
      if (comparisons++ % 5 === 0) await endWarmWorkers();
      const freshHome = temporaryFolder();
      const fresh = await indexInProcess(freshHome, root);
      const synced = refDump(projectFile(home, first.projectId), fresh.ref);
      const full = refDump(projectFile(freshHome, fresh.projectId), fresh.ref);
      expect(synced.ref, about).toEqual(full.ref);
      expect(synced.files, about).toEqual(full.files);
      expect(Object.values(synced.leftovers).some((count) => count > 0) ? synced.leftovers : {}, about).toEqual({});
      rmSync(freshHome, { recursive: true });
    },
  };
}
