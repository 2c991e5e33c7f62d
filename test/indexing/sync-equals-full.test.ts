/**
 * After any changes to a work tree, a synced index equals a fresh full index, row by row. The changes are random edits
 * and git commands; `CODECOMPASS_TEST_ROUNDS` and `CODECOMPASS_TEST_SEED` set their number and seed.
 */
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectFile } from '../../src/store/sqlite/open-store.ts';
import { randomFrom } from '../support/random.ts';
import { changeRandomly, editFiles, someFiles } from '../support/random-changes.ts';
import { indexInProcess } from '../support/run-job.ts';
import { reportSoak } from '../support/soak-report.ts';
import { refDump } from '../support/store-dump.ts';
import { createFolder, createRepository, temporaryFolder } from '../support/test-repository.ts';

const rounds = Number(process.env.CODECOMPASS_TEST_ROUNDS ?? 8);
const seed = Number(process.env.CODECOMPASS_TEST_SEED ?? 20_261_115);

test(`keeps a git repository's index equal to a fresh one through ${rounds} random changes (seed ${seed})`, {
  timeout: 120_000 + rounds * 30_000,
}, async () => {
  const random = randomFrom(seed);
  const repository = createRepository(someFiles(random, 30));
  repository.write({ '.gitignore': 'ignored/\n*.log\n' });
  repository.commit();
  const home = temporaryFolder();
  await indexInProcess(home, repository.root);
  const history: string[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let count = 1 + random.below(3); count > 0; count--) history.push(changeRandomly(repository, random));
    await expectSyncToEqualFull(home, repository.root, history);
  }
  reportSoak({ changes: history.length, 'comparisons with a full index': rounds });
});

test('keeps a plain folder equal to a fresh one through random changes', {
  timeout: 180_000 + rounds * 10_000,
}, async () => {
  const random = randomFrom(seed + 1);
  const root = createFolder(someFiles(random, 12));
  const home = temporaryFolder();
  await indexInProcess(home, root);
  const history: string[] = [];
  for (let round = 0; round < Math.ceil(rounds / 4); round++) {
    history.push(editFiles(root, random));
    await expectSyncToEqualFull(home, root, history);
  }
});

async function expectSyncToEqualFull(home: string, root: string, history: readonly string[]): Promise<void> {
  const about = `after: ${history.slice(-6).join('; ')}`;
  const synced = await indexInProcess(home, root, { operation: 'sync' });
  const freshHome = temporaryFolder();
  const fresh = await indexInProcess(freshHome, root);
  expect(synced.ref, about).toBe(fresh.ref);
  const ofSync = refDump(projectFile(home, synced.projectId), synced.ref);
  const ofFull = refDump(projectFile(freshHome, fresh.projectId), fresh.ref);
  expect(ofSync.ref, about).toEqual(ofFull.ref);
  expect(ofSync.files, about).toEqual(ofFull.files);
  expect(Object.values(ofSync.leftovers).some((count) => count > 0) ? ofSync.leftovers : {}, about).toEqual({});
  expect(synced.discovered, about).toBe(fresh.discovered);
  expect(synced.discovered, about).toBe(synced.indexed + Object.values(synced.skipped).reduce((a, b) => a + b, 0));
  rmSync(freshHome, { recursive: true });
}
