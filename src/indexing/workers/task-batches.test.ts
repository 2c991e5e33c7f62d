import { expect, test, vi } from 'vitest';
import { createRepository } from '../../../test/support/test-repository.ts';
import { ObjectReader } from '../../scan/git/object-reader.ts';
import { openRepository, resolveRef } from '../../scan/git/repository.ts';
import { listFiles } from '../../scan/listing/list-files.ts';
import { inBatches, objectTasks } from './task-batches.ts';

const megabyte = 1024 * 1024;

test.each([
  ['small', 1_000, 12],
  ['large', 3 * megabyte, 1],
])('reads %s git objects ahead within a limit of bytes', async (_, size, reads) => {
  const made = createRepository(
    Object.fromEntries(Array.from({ length: 12 }, (__, at) => [`f${at}.txt`, `${at}`.padEnd(size, 'a\n')])),
  );
  made.branch('other');
  const repository = await openRepository(made.root);
  const { files } = await listFiles(repository, await resolveRef(repository, 'main'), {
    maxFileBytes: 64 * megabyte,
    exclude: [],
  });
  const read = vi.spyOn(ObjectReader.prototype, 'read');
  try {
    const tasks = objectTasks(repository, files, () => {});
    await tasks.next();
    expect(read).toHaveBeenCalledTimes(reads);
    for await (const __ of tasks);
    expect(read).toHaveBeenCalledTimes(12);
  } finally {
    read.mockRestore();
  }
});

test('gives a file that fills a batch one of its own, and sums up the bytes', async () => {
  const sizes = [10, 20, 3 * megabyte, 30];
  const tasks = sizes.map((size, at) => ({ task: { path: `f${at}` }, size }));
  const batches: (readonly [number, number])[] = [];
  for await (const batch of inBatches(tasks, () => false)) batches.push([batch.tasks.length, batch.bytes]);
  expect(batches).toEqual([
    [2, 30],
    [1, 3 * megabyte],
    [1, 30],
  ]);
});
