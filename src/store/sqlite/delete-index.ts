/** Deletes the index of a project from the disk. */
import { rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inspectIndex, openStore, projectFile } from './open-store.ts';

/**
 * Throws `index_in_progress` while a job runs, in any process. Returns whether the index is gone: one that cannot be
 * opened is kept, because it does not tell whether another version of the program writes to it.
 */
export async function deleteIndex(home: string, projectId: string): Promise<boolean> {
  const folder = dirname(projectFile(home, projectId));
  const { status } = await inspectIndex(home, projectId);
  if (status === 'not_indexed') {
    // Only if it is empty: what is in it may be the beginning of an index.
    await rmdir(folder).catch(() => {});
    return true;
  }
  if (status !== 'compatible') return false;
  const store = await openStore(home, projectId);
  try {
    await store.retire();
  } finally {
    // Closed before the files are gone: it would delete the write-ahead log of an index that is created meanwhile.
    await store.close();
  }
  await rm(folder, { recursive: true, force: true });
  return true;
}
