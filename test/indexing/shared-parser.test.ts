/** The parse workers of a server that is asked about many roots in turn: those of two roots stay. */
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { importBuilt } from '../support/build-output.ts';
import { createFolder } from '../support/test-repository.ts';
import { waitUntil } from '../support/wait-until.ts';

test('keeps the workers of the last two roots', async () => {
  const { parseAtOnce, endSharedParsers } = await importBuilt<
    typeof import('../../src/indexing/workers/shared-parser.ts')
  >('indexing/workers/shared-parser');
  onTestFinished(() => endSharedParsers());
  const workers = countWorkers();
  const roots = Array.from({ length: 5 }, () => createFolder({ 'a.py': 'def a(): pass\n' }));
  const parse = (root: string) => {
    const limits = { maxFileBytes: 1 << 20, parseTimeoutMs: 60_000, maxMemoryMb: 1_024 };
    return parseAtOnce({ root, hashAlgorithm: 'sha1', ...limits }, [{ path: 'a.py' }]);
  };
  for (const root of roots) expect(await parse(root)).toHaveLength(1);
  const perRoot = workers.started() / roots.length;
  // Well before they would end for being idle.
  await waitUntil('the others to end', workers.running, (running) => running === 2 * perRoot, { deadlineMs: 15_000 });
  const before = workers.started();
  for (const root of roots.slice(-2)) await parse(root);
  expect(workers.started()).toBe(before);
});

function countWorkers() {
  let started = 0;
  let running = 0;
  const onWorker = (worker: Worker) => {
    started++;
    running++;
    worker.once('exit', () => running--);
  };
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  return { started: () => started, running: () => running };
}
