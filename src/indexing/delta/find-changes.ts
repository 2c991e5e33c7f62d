/**
 * Finds out which of the files that may have changed really differ from the index. Lists only the files at or below the
 * given names, so its cost does not depend on the size of the repository. Below a folder there may be any number of
 * files: those with a known stat are not read, and reading ends at a limit.
 */
import type { SkippedFile, SkipReason } from '../../model.ts';
import { decodeContent } from '../../scan/content/content.ts';
import { blobHash, readWorkingFile } from '../../scan/content/read-file.ts';
import type { Repository } from '../../scan/git/repository.ts';
import {
  type ListedFile,
  type Listing,
  type ListOptions,
  listedBytes,
  listPaths,
} from '../../scan/listing/list-files.ts';
import type { Name } from '../../scan/listing/names.ts';
import { newSlice } from '../../scan/listing/slice.ts';
import type { RememberedFile } from '../../store/store.ts';
import { atOrBelow } from '../../text/path-sets.ts';
import { hasSameStat } from '../job/plan.ts';

/** What the index contains, by path. */
export interface IndexedFiles {
  /** The hash of an indexed file. */
  hashOf(path: string): string | undefined;
  /** The reason why a file is not indexed. */
  reasonOf(path: string): SkipReason | undefined;
  /** The indexed and the skipped files at or below a path. */
  atOrBelow(path: string): Iterable<string>;
}

export interface Changes {
  /** The paths that were compared; none is below another. */
  readonly within: readonly string[];
  /** The files at or below those paths as they are now. */
  readonly listing: Listing;
  /** The paths that differ from the index: edited, new, deleted, or skipped for another reason. */
  readonly changed: readonly string[];
  /** Too much would have to be read: `changed` also contains every file that was not compared. */
  readonly isIncomplete: boolean;
}

/** What is known of files from when they were last read. */
export type Remembered = (paths: readonly string[]) => Promise<ReadonlyMap<string, RememberedFile>>;

/** More is left to a job, which reads in its own process. */
const maxReadFiles = 400;
const maxReadBytes = 32 << 20;
/** Stats that are looked up in one turn. */
const statsAtOnce = 500;

export async function findChanges(
  repository: Repository,
  indexed: IndexedFiles,
  names: readonly Name[],
  options: ListOptions,
  remembered: Remembered,
): Promise<Changes> {
  const listed = await listPaths(repository, names, options);
  const within = outermost(names.map(({ path }) => path));
  const listing = listingWithin(listed, within);
  const now = new Set([...listing.files, ...listing.skipped].map(({ path }) => path));
  const gone = within.flatMap((path) => [...indexed.atOrBelow(path)]).filter((path) => !now.has(path));
  const skipped = listing.skipped.filter(({ path, reason }) => indexed.reasonOf(path) !== reason);
  const named = new Set(names.map(({ path }) => path));
  const doubtful = await withoutUntouched(listing.files, indexed, named, remembered);
  const { edited, isIncomplete } = await editedFiles(repository, indexed, doubtful, options.maxFileBytes);
  return {
    within,
    listing,
    changed: [...new Set([...gone, ...[...edited, ...skipped].map(({ path }) => path)])].sort(),
    isIncomplete,
  };
}

/** Reduces changes to the paths that differ from the index. */
export function onlyChanged({ listing, changed }: Changes): Pick<Changes, 'within' | 'listing'> {
  const within = outermost(changed.map(withoutSlash));
  return { within, listing: listingWithin(listing, within) };
}

function listingWithin(listing: Listing, within: readonly string[]): Listing {
  const isWithin = atOrBelow(within);
  return {
    ...listing,
    files: listing.files.filter(({ path }) => isWithin(path)),
    skipped: listing.skipped.filter(({ path }) => isWithin(withoutSlash(path))),
  };
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}

/**
 * Leaves out the files below a named folder that have the stat with which their indexed content was read. A file that is
 * named itself was touched, and is compared in any case.
 */
async function withoutUntouched(
  files: readonly ListedFile[],
  indexed: IndexedFiles,
  named: ReadonlySet<string>,
  remembered: Remembered,
): Promise<ListedFile[]> {
  const doubtful = files.filter(({ path }) => named.has(path));
  const others = files.filter(({ path }) => !named.has(path));
  const slice = newSlice();
  for (let start = 0; start < others.length; start += statsAtOnce) {
    if (slice.isOver()) await slice.next();
    const some = others.slice(start, start + statsAtOnce);
    const before = await remembered(some.map(({ path }) => path));
    for (const file of some) if (!isUntouched(file, indexed, before.get(file.path))) doubtful.push(file);
  }
  return doubtful;
}

function isUntouched(file: ListedFile, indexed: IndexedFiles, before: RememberedFile | undefined): boolean {
  if (before === undefined || !hasSameStat(file, before)) return false;
  const hash = indexed.hashOf(file.path);
  if (hash !== undefined) return hash === before.hash;
  return before.skipped !== undefined && before.skipped === indexed.reasonOf(file.path);
}

/** Returns the files that differ from the index. Those beyond the limit count as different. */
async function editedFiles(
  repository: Repository,
  indexed: IndexedFiles,
  files: readonly ListedFile[],
  maxBytes: number,
): Promise<{ edited: ListedFile[]; isIncomplete: boolean }> {
  const isKnown = ({ path }: ListedFile) => indexed.hashOf(path) !== undefined || indexed.reasonOf(path) !== undefined;
  const known = files.filter(isKnown);
  const edited = files.filter((file) => !isKnown(file));
  const slice = newSlice();
  let bytes = 0;
  for (const [at, file] of known.entries()) {
    bytes += listedBytes(file);
    if (at >= maxReadFiles || bytes > maxReadBytes)
      return { edited: [...edited, ...known.slice(at)], isIncomplete: true };
    if (slice.isOver()) await slice.next();
    if (isEdited(repository, indexed, file, maxBytes)) edited.push(file);
  }
  return { edited, isIncomplete: false };
}

/** Whether a known file differs from the index. A file that is skipped for its content may change without effect. */
function isEdited(repository: Repository, indexed: IndexedFiles, file: ListedFile, maxBytes: number): boolean {
  const hash = indexed.hashOf(file.path);
  const reason = indexed.reasonOf(file.path);
  const bytes = readWorkingFile(repository.root, file, maxBytes);
  if (typeof bytes === 'string') return bytes !== reason;
  if (hash !== undefined) return blobHash(bytes, repository.hashAlgorithm) !== hash;
  const content = decodeContent(file.path, bytes);
  return !('skipped' in content) || content.skipped !== reason;
}

/** Returns the paths that are not below another one. */
export function outermost(paths: readonly string[]): string[] {
  const all = new Set(paths);
  return [...all].filter((path) => {
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      if (all.has(path.slice(0, slash))) return false;
    }
    return true;
  });
}

/** Returns the index of a ref as `findChanges` needs it. Files are sorted by path. */
export function indexedFiles(
  files: { byPath(path: string): { readonly hash: string } | undefined; pathsAtOrBelow(path: string): string[] },
  skipped: readonly SkippedFile[],
): IndexedFiles {
  const reasons = new Map(skipped.map(({ path, reason }) => [path, reason]));
  // Not in the order of the store, which compares bytes.
  const sorted = [...reasons.keys()].sort();
  return {
    hashOf: (path) => files.byPath(path)?.hash,
    reasonOf: (path) => reasons.get(path),
    *atOrBelow(path) {
      yield* files.pathsAtOrBelow(path);
      if (reasons.has(path)) yield path;
      const folder = `${path}/`;
      for (let at = firstFrom(sorted, folder); sorted[at]?.startsWith(folder); at++) yield sorted[at] as string;
    },
  };
}

/** Returns the index of the first text in a sorted list that is not before this one. */
function firstFrom(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as string) < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
