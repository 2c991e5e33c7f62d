/** An index that is deleted, replaced or closed while calls use it. */
import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../test/support/test-repository.ts';
import * as collecting from '../collect-garbage.ts';
import { openStore, projectFile } from '../store/sqlite/open-store.ts';
import { IndexHandle } from './open-index.ts';

let home: string;
let handle: IndexHandle;
beforeEach(async () => {
  home = temporaryFolder();
  await createIndex();
  handle = new IndexHandle(home, 'p');
});
afterEach(() => handle.close());

async function createIndex(): Promise<void> {
  await (await openStore(home, 'p')).close();
}

async function openNow() {
  const { open } = await handle.get();
  if (open === undefined) throw new Error('There is no index.');
  return open;
}

const isClosed = { message: expect.stringContaining('not open') };

test('keeps a deleted index open for the call that uses it', async () => {
  const leave = await handle.enter();
  const used = await openNow();
  rmSync(dirname(projectFile(home, 'p')), { recursive: true });
  expect((await handle.get()).inspection.status).toBe('not_indexed');
  expect(await used.store.refs()).toEqual([]);
  leave();
  await vi.waitFor(() => expect(used.store.refs()).rejects.toMatchObject(isClosed));
});

test('opens an index that replaces another at once, and closes the other after its last call', async () => {
  const collect = vi.spyOn(collecting, 'collectGarbage');
  const leave = await handle.enter();
  const used = await openNow();
  renameSync(dirname(projectFile(home, 'p')), `${home}/moved`);
  await createIndex();
  const next = await openNow();
  const leaveLater = await handle.enter();
  expect(next).not.toBe(used);
  expect(await used.store.refs()).toEqual([]);
  expect(collect, 'what is in use cannot be collected').not.toHaveBeenCalled();
  leave();
  await vi.waitFor(() => expect(used.store.refs()).rejects.toMatchObject(isClosed));
  expect(await next.store.refs()).toEqual([]);
  leaveLater();
});

test('opens an index anew whose side files were deleted, as soon as no call uses them', async () => {
  const leave = await handle.enter();
  const used = await openNow();
  for (const suffix of ['-wal', '-shm']) rmSync(projectFile(home, 'p') + suffix);
  expect(await openNow(), 'a new connection would share the deleted files').toBe(used);
  const entering = handle.enter();
  leave();
  const leaveNext = await entering;
  expect(await openNow()).not.toBe(used);
  leaveNext();
});

test('waits with closing for calls, also for those that begin meanwhile', async () => {
  const leaveFirst = await handle.enter();
  const { store } = await openNow();
  let isDone = false;
  const closing = handle.closeUnused().then(() => {
    isDone = true;
  });
  const leaveSecond = handle.hold();
  leaveFirst();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isDone).toBe(false);
  expect(await store.refs()).toEqual([]);
  leaveSecond();
  await closing;
  expect((await handle.get()).open, 'a closed handle opens nothing').toBeUndefined();
});
