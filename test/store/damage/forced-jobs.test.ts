/** A forced job replaces a damaged index, but never the file of another job: neither a newer one nor one that is in use. */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { openStore, projectFile, quarantineIndex, stampOfIndex } from '../../../src/store/sqlite/open-store.ts';
import { openDatabase } from '../../../src/store/sqlite/sqlite.ts';
import { indexInProcess } from '../../support/run-job.ts';
import { start } from '../../support/store-samples.ts';
import { createRepository, temporaryFolder } from '../../support/test-repository.ts';

test('only the file that was examined is set aside', async () => {
  const home = temporaryFolder();
  await (await openStore(home, 'p')).close();
  const examined = stampOfIndex(home, 'p');
  const file = projectFile(home, 'p');
  renameSync(file, `${file}.other`);
  await (await openStore(home, 'p')).close();
  quarantineIndex(home, 'p', examined);
  expect(existsSync(file)).toBe(true);
  quarantineIndex(home, 'p', stampOfIndex(home, 'p'));
  expect(existsSync(file)).toBe(false);
});

test('a damaged index is not set aside while a job writes to it', async () => {
  const home = temporaryFolder();
  const { root } = createRepository({ 'a.ts': 'export function a(): void {}\n' });
  const run = (force: boolean) => indexInProcess(home, root, { force });
  const { projectId } = await run(false);
  const file = projectFile(home, projectId);
  const database = openDatabase(file);
  database.exec('DELETE FROM sources');
  database.close();
  const store = await openStore(home, projectId);
  const writer = await store.beginJob(start('main'));
  await expect(run(true)).rejects.toMatchObject({ code: 'index_in_progress' });
  const setAside = () => readdirSync(dirname(file)).filter((name) => name.startsWith(`${basename(file)}.set-aside`));
  expect(setAside()).toEqual([]);
  await writer.abandon('cancelled', { code: 'job_cancelled', message: 'Stopped.' });
  await writer.release();
  await store.close();
  await run(true);
  const healed = await openStore(home, projectId);
  expect(await healed.integrityErrors()).toEqual([]);
  await healed.close();
});
