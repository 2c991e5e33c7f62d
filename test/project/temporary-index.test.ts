/** A temporary index answers queries on a few files, on several refs, without an index on disk. */
import { afterAll, expect, test } from 'vitest';
import type { SourceFile } from '../../src/project/live/temporary-index.ts';
import { blobHash } from '../../src/scan/content/read-file.ts';
import { importBuilt } from '../support/build-output.ts';
import { createFolder } from '../support/test-repository.ts';

const settings = { hashAlgorithm: 'sha1', maxFileBytes: 1 << 20, parseTimeoutMs: 60_000, maxMemoryMb: 1_024 } as const;

afterAll(async () => {
  const { endSharedParsers } = await importBuilt<typeof import('../../src/indexing/workers/shared-parser.ts')>(
    'indexing/workers/shared-parser',
  );
  await endSharedParsers();
});

test('answers from working files and git objects, each under its ref', async () => {
  const root = createFolder({
    'app/store.py': 'def open_store():\n    return 2\n',
    'app/same.py': 'def same():\n    pass\n',
    'big.py': `text = "${'x'.repeat(2_000_000)}"\n`,
  });
  const { temporaryIndex } =
    await importBuilt<typeof import('../../src/project/live/temporary-index.ts')>('project/live/temporary-index');
  const index = await temporaryIndex(
    'p1',
    [
      {
        ref: { name: 'v1', source: 'objects', commit: 'a'.repeat(40) },
        root,
        files: [
          object('app/store.py', 'def open_store():\n    return 1\n'),
          object('app/same.py', 'def same():\n    pass\n'),
        ],
      },
      { ref: { name: 'main', source: 'worktree' }, root, files: ['app/store.py', 'app/same.py', 'big.py'].map(file) },
    ],
    settings,
  );
  const found = await index.reader.viewBoth(['v1', 'main'], async (before, after) => ({
    before: (await before.store.symbolsNamed(before.ref, 'open_store')).length,
    texts: await Promise.all(
      [before, after].map(async ({ store, ref }) => {
        const version = await store.file(ref, 'app/store.py');
        return version && store.text(version);
      }),
    ),
    same:
      (await before.store.file(before.ref, 'app/same.py'))?.id ===
      (await after.store.file(after.ref, 'app/same.py'))?.id,
    skipped: await after.store.skippedFiles(after.ref),
  }));
  await index.close();

  expect(found.before).toBe(1);
  expect(found.texts).toEqual(['def open_store():\n    return 1\n', 'def open_store():\n    return 2\n']);
  expect(found.same).toBe(true);
  expect(found.skipped).toEqual([{ path: 'big.py', reason: 'too_large' }]);
});

function file(path: string): SourceFile {
  return { path };
}

function object(path: string, text: string): SourceFile {
  const bytes = Buffer.from(text);
  return { path, bytes, hash: blobHash(bytes, 'sha1') };
}
