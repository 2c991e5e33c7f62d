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

const unlimited = { listBytes: 0, fileBytes: 1e12, copyBytes: 1e12 };

const pathsOf = ({ files }: Listing) => files.map(({ path }) => path);

test('leaves a listing within the limit as it is', () => {
  const given = listing([['a.py', '1', 5_000]]);
  expect(withinExpansion(given, { ...unlimited, fileBytes: 5_000 + 1_024 })).toBe(given);
});

test('keeps the first path of each content before copies, and skips the rest with the reason', () => {
  const given = listing([
    ['a.py', '1', 1_000],
    ['c.py', '1', 1_000],
    ['d.py', '1', 1_000],
    ['e.py', '2', 1_000],
  ]);
  const kept = withinExpansion(given, { ...unlimited, fileBytes: 3 * (1_000 + 1_024) });
  expect(pathsOf(kept)).toEqual(['a.py', 'c.py', 'e.py']);
  expect(kept.skipped).toEqual([
    { path: 'b.bin', reason: 'binary' },
    { path: 'd.py', reason: 'amplified' },
  ]);
});

test('empty files count too', () => {
  const many = Array.from({ length: 200 }, (_, at) => [`f${at}.py`, `${at}`, 0] as const);
  expect(pathsOf(withinExpansion(listing(many), { ...unlimited, fileBytes: 100 * 1_024 }))).toHaveLength(100);
});

test('copies of a content have a limit of their own', () => {
  const given = listing([
    ...Array.from({ length: 10 }, (_, at) => [`copy-${at}.py`, '1', 1_000] as const),
    ['other.py', '2', 50_000],
  ]);
  expect(pathsOf(withinExpansion(given, { ...unlimited, copyBytes: 3_500 }))).toEqual([
    ...[0, 1, 2, 3].map((at) => `copy-${at}.py`),
    'other.py',
  ]);
});

test('each folder counts like a path, once', () => {
  const deep = (top: number) => `${top}/${'a/'.repeat(99)}f.py`;
  const given = listing([0, 1, 2, 3].map((at) => [deep(at), `${at}`, 0]));
  expect(pathsOf(withinExpansion(given, { ...unlimited, fileBytes: 250 * 1_024 }))).toEqual([deep(0), deep(1)]);
  const beside = listing([0, 1, 2, 3].map((at) => [`${'a/'.repeat(99)}${at}.py`, `${at}`, 0]));
  expect(pathsOf(withinExpansion(beside, { ...unlimited, fileBytes: 103 * 1_024 }))).toHaveLength(4);
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
