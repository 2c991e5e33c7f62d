import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createRepository } from '../../../test/support/test-repository.ts';
import { openRepository } from '../git/repository.ts';
import { expansionLimit, withinExpansion } from './expansion-limit.ts';
import type { Listing } from './list-files.ts';

const megabyte = 1 << 20;

function listing(files: readonly (readonly [path: string, hash: string, size: number])[]): Listing {
  const listed = files.map(([path, hash, size]) => ({ path, hash, size }));
  return { files: listed, skipped: [{ path: 'b.bin', reason: 'binary' }], submodules: [], warnings: [] };
}

const pathsOf = ({ files }: Listing) => files.map(({ path }) => path);

test('leaves a listing within the limit as it is', () => {
  const given = listing([['a.py', '1', 5_000]]);
  expect(withinExpansion(given, { listBytes: 0, fileBytes: 5_000 + 1_024 })).toBe(given);
});

test('keeps the first path of each content before copies, and skips the rest with the reason', () => {
  const given = listing([
    ['a.py', '1', 1_000],
    ['c.py', '1', 1_000],
    ['d.py', '1', 1_000],
    ['e.py', '2', 1_000],
  ]);
  const kept = withinExpansion(given, { listBytes: 0, fileBytes: 3 * (1_000 + 1_024) });
  expect(pathsOf(kept)).toEqual(['a.py', 'c.py', 'e.py']);
  expect(kept.skipped).toEqual([
    { path: 'b.bin', reason: 'binary' },
    { path: 'd.py', reason: 'amplified' },
  ]);
});

test('empty files count too', () => {
  const many = Array.from({ length: 200 }, (_, at) => [`f${at}.py`, `${at}`, 0] as const);
  expect(pathsOf(withinExpansion(listing(many), { listBytes: 0, fileBytes: 100 * 1_024 }))).toHaveLength(100);
});

test('the limit grows with the objects on disk, loose and packed, and with those of alternates', async () => {
  const made = createRepository({ 'a.py': 'x = 1\n' });
  const limitOf = async (root: string) => expansionLimit(await openRepository(root)).fileBytes;
  const loose = await limitOf(made.root);
  expect(loose).toBeGreaterThan(64 * megabyte);
  const borrowing = createRepository({ 'b.py': 'y = 1\n' });
  const alone = await limitOf(borrowing.root);
  borrowing.write({ '.git/objects/info/alternates': `${made.path('.git/objects')}\n` });
  expect(await limitOf(borrowing.root)).toBe(alone + loose - 64 * megabyte);
  execFileSync('git', ['-C', made.root, 'gc', '--quiet']);
  const packed = await limitOf(made.root);
  expect(packed).toBeGreaterThan(64 * megabyte);
  expect(packed).toBeLessThan(loose);
});
