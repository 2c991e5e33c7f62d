/**
 * Measures parse workers on the files of a working tree without encoding, writing or publishing. `tree` stops at the
 * syntax tree; `facts` also extracts symbols, imports and references.
 */
import { Worker } from 'node:worker_threads';
import { openRepository, resolveRef } from '../build/scan/git/repository.js';
import { listFiles } from '../build/scan/listing/list-files.js';

export async function parseAlone(folder, workers, depth) {
  const repository = await openRepository(folder);
  const ref = await resolveRef(repository);
  const { files } = await listFiles(repository, ref, { maxFileBytes: 1 << 20, exclude: [] });
  const next = new SharedArrayBuffer(4);
  const workerData = { root: repository.root, paths: files.map((file) => file.path), next, depth };
  const started = performance.now();
  const counts = await Promise.all(
    Array.from(
      { length: workers },
      () =>
        new Promise((resolve, reject) => {
          const worker = new Worker(new URL('./parse-alone-worker.mjs', import.meta.url), { workerData });
          worker.once('message', resolve);
          worker.once('error', reject);
        }),
    ),
  );
  return { ms: performance.now() - started, files: counts.reduce((sum, count) => sum + count, 0) };
}
