/**
 * The expansion limit bounds what the files of a commit may amount to, in proportion to the objects on disk. A few
 * kilobytes of objects can name one large blob under a hundred thousand paths, or hold thousands of blobs that differ in
 * one byte. A commit of a real repository has 3 to 8 times the size of its own objects. Files in a working tree need no
 * such limit: they take their space on the disk already.
 */
import { gitFoldersOf, gitLocationOf } from '../git/git.ts';
import { listBytes } from '../git/process/output-limit.ts';
import type { Repository } from '../git/repository.ts';
import { objectBytes } from '../git/storage/object-bytes.ts';
import type { ListedFile, Listing } from './list-files.ts';

export interface ExpansionLimit {
  /** The output of git that lists the files. */
  readonly listBytes: number;
  /** The files together, each with what its path costs. */
  readonly fileBytes: number;
}

const freeListBytes = 16 << 20;
/** An entry of a tree takes at least twenty bytes, which cannot be compressed, and sixty or more in the list. */
const listFactor = 4;
const freeFileBytes = 64 << 20;
const fileFactor = 50;
/** What the index stores for a file even if it is empty. */
const pathBytes = 1_024;

export function expansionLimit(repository: Repository): ExpansionLimit {
  const stored = objectBytes(gitFoldersOf(gitLocationOf(repository)));
  return {
    listBytes: Math.min(listBytes, freeListBytes + listFactor * stored),
    fileBytes: freeFileBytes + fileFactor * stored,
  };
}

/**
 * Skips the files that exceed the limit as `amplified`. The first path of each content is kept before further copies, so
 * that copies do not displace other files.
 */
export function withinExpansion(listing: Listing, { fileBytes }: ExpansionLimit): Listing {
  const { files } = listing;
  if (files.reduce((sum, file) => sum + costOf(file), 0) <= fileBytes) return listing;
  const seen = new Set<string>();
  const firsts: ListedFile[] = [];
  const copies: ListedFile[] = [];
  for (const file of files) {
    const hash = file.hash as string;
    (seen.has(hash) ? copies : firsts).push(file);
    seen.add(hash);
  }
  let left = fileBytes;
  const kept = new Set<ListedFile>();
  for (const file of [...firsts, ...copies]) {
    if (costOf(file) > left) continue;
    left -= costOf(file);
    kept.add(file);
  }
  const amplified = files.filter((file) => !kept.has(file));
  const skipped = [...listing.skipped, ...amplified.map(({ path }) => ({ path, reason: 'amplified' as const }))];
  skipped.sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
  return { ...listing, files: files.filter((file) => kept.has(file)), skipped };
}

function costOf({ size = 0 }: ListedFile): number {
  return size + pathBytes;
}
