/** If a file kills a worker of the pool, the other files are parsed and the culprit is kept as text. */
import { expect, test } from 'vitest';
import { type PackedResults, unpackVersions } from '../../src/indexing/workers/packed-results.ts';
import { importBuilt } from '../support/build-output.ts';
import { createFolder } from '../support/test-repository.ts';

test('replaces a worker that runs out of memory and continues without the culprit', async () => {
  const { openParsePool } =
    await importBuilt<typeof import('../../src/indexing/workers/parse-pool.ts')>('indexing/workers/parse-pool');
  const fine = Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => [`fine${at}.py`, `def fine${at}():\n    pass\n`]),
  );
  const root = createFolder({ ...fine, 'greedy.py': 'needleword = 1\n'.repeat(60_000) });
  const batches: PackedResults[] = [];
  const settings = {
    root,
    hashAlgorithm: 'sha1' as const,
    maxFileBytes: 1 << 20,
    parseTimeoutMs: 60_000,
    maxMemoryMb: 1_024,
  };
  const pool = openParsePool(1, settings, (batch) => batches.push(batch), { maxHeapMb: 24 });
  await pool.submit(['fine0.py', 'fine1.py', 'greedy.py', 'fine2.py'].map((path) => ({ path })));
  await pool.submit(['fine3.py', 'fine4.py', 'fine5.py'].map((path) => ({ path })));
  await pool.drain();
  await pool.close();

  const versions = [...unpackVersions(batches)];
  const outcomes = Object.fromEntries(versions.map((version) => [version.path, version.outcome]));
  expect(outcomes).toEqual({
    'fine0.py': 'parsed',
    'fine1.py': 'parsed',
    'fine2.py': 'parsed',
    'fine3.py': 'parsed',
    'fine4.py': 'parsed',
    'fine5.py': 'parsed',
    'greedy.py': 'crashed',
  });
  expect(versions).toHaveLength(7);
  const greedy = versions.find(({ path }) => path === 'greedy.py');
  expect(greedy?.chunks[0]).toMatchObject([1, expect.any(Number), 'needleword 1']);
});
