import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/test-repository.ts';
import { deleteIndex } from './delete-index.ts';
import { openStore, projectFile } from './open-store.ts';

const start = { ref: 'main', operation: 'index', force: false } as const;

test('deletes an index, but not while a job runs', async () => {
  const home = temporaryFolder();
  const store = await openStore(home, 'p');
  const writer = await store.beginJob(start);
  await expect(deleteIndex(home, 'p')).rejects.toMatchObject({ code: 'index_in_progress' });
  expect(existsSync(projectFile(home, 'p'))).toBe(true);
  await writer.release();
  expect(await deleteIndex(home, 'p')).toBe(true);
  expect(existsSync(dirname(projectFile(home, 'p')))).toBe(false);
  // A job that had opened it before begins no more, and a new one begins on a new index.
  await expect(store.beginJob(start)).rejects.toMatchObject({ code: 'index_in_progress' });
  await store.close();
  const again = await openStore(home, 'p');
  await (await again.beginJob(start)).release();
  await again.close();
});

test('keeps what it cannot open, and does not mind that there is none', async () => {
  const home = temporaryFolder();
  expect(await deleteIndex(home, 'none')).toBe(true);
  const file = projectFile(home, 'p');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'this is no database, and long enough to be taken for one'.repeat(20));
  expect(await deleteIndex(home, 'p')).toBe(false);
  expect(existsSync(file)).toBe(true);
});
