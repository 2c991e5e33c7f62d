/**
 * The expansion limit bounds what the files of a commit may amount to, in proportion to the objects on disk. A few
 * kilobytes of objects can name one large blob under a hundred thousand paths, or hold thousands of blobs that differ in
 * one byte. A commit of a real repository has 3 to 8 times the size of its own objects, and copies in it take at most
 * 2 MB in seventeen large ones (a hundredth of the objects). Files in a working tree need no
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
  /** The files together, each with what its path costs, and the folders that only it is in. */
  readonly fileBytes: number;
  /** The further copies of contents, without the first of each: all of them are parsed and stored. */
  readonly copyBytes: number;
}

const freeListBytes = 16 << 20;
/** An entry of a tree takes at least twenty bytes, which cannot be compressed, and sixty or more in the list. */
const listFactor = 4;
const freeFileBytes = 64 << 20;
const fileFactor = 50;
const freeCopyBytes = 8 << 20;
const copyFactor = 10;
/** What the index stores for a file even if it is empty, and a question for a folder. */
const pathBytes = 1_024;

export function expansionLimit(repository: Repository): ExpansionLimit {
  const stored = objectBytes(gitFoldersOf(gitLocationOf(repository)));
  return {
    listBytes: Math.min(listBytes, freeListBytes + listFactor * stored),
    fileBytes: freeFileBytes + fileFactor * stored,
    copyBytes: freeCopyBytes + copyFactor * stored,
  };
}

/**
 * Skips the files that exceed the limit as `amplified`. The first path of each content is kept before further copies, so
 * that copies do not displace other files.
 */
export function withinExpansion(listing: Listing, { fileBytes, copyBytes }: ExpansionLimit): Listing {
  const { files } = listing;
  const seen = new Set<string>();
  const firsts: ListedFile[] = [];
  const copies: ListedFile[] = [];
  for (const file of files) {
    const hash = file.hash as string;
    (seen.has(hash) ? copies : firsts).push(file);
    seen.add(hash);
  }
  const kept = new Set<ListedFile>();
  const folders = new Set<string>(['']);
  let left = fileBytes;
  let leftForCopies = copyBytes;
  const keep = (file: ListedFile): boolean => {
    const added: string[] = [];
    let cost = sizeOf(file) + pathBytes;
    // A path has up to a hundred folders, so the search ends with the budget.
    for (let above = folderOf(file.path); cost <= left && !folders.has(above); above = folderOf(above)) {
      added.push(above);
      cost += pathBytes;
    }
    if (cost > left) return false;
    left -= cost;
    for (const folder of added) folders.add(folder);
    kept.add(file);
    return true;
  };
  for (const file of firsts) keep(file);
  for (const file of copies) {
    if (sizeOf(file) <= leftForCopies && keep(file)) leftForCopies -= sizeOf(file);
  }
  if (kept.size === files.length) return listing;
  const amplified = files.filter((file) => !kept.has(file));
  const skipped = [...listing.skipped, ...amplified.map(({ path }) => ({ path, reason: 'amplified' as const }))];
  skipped.sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
  return { ...listing, files: files.filter((file) => kept.has(file)), skipped };
}

function sizeOf({ size = 0 }: ListedFile): number {
  return size;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
