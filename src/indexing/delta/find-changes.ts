/**
 * Finds out which of the files that may have changed really differ from the index. Lists and reads only the files at or
 * below the given names, so its cost does not depend on the size of the repository.
 */
import type { SkippedFile, SkipReason } from '../../model.ts';
import { decodeContent } from '../../scan/content/content.ts';
import { blobHash, readWorkingFile } from '../../scan/content/read-file.ts';
import type { Repository } from '../../scan/git/repository.ts';
import { type ListedFile, type Listing, type ListOptions, listPaths } from '../../scan/listing/list-files.ts';
import type { Name } from '../../scan/listing/names.ts';

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
}

export async function findChanges(
  repository: Repository,
  indexed: IndexedFiles,
  names: readonly Name[],
  options: ListOptions,
): Promise<Changes> {
  const listed = await listPaths(repository, names, options);
  const within = outermost(names.map(({ path }) => path));
  const isWithin = pathTest(within);
  const listing: Listing = {
    files: listed.files.filter(({ path }) => isWithin(path)),
    skipped: listed.skipped.filter(({ path }) => isWithin(path.replace(/\/$/, ''))),
    submodules: listed.submodules,
    warnings: listed.warnings,
  };
  const now = new Set([...listing.files, ...listing.skipped].map(({ path }) => path));
  const gone = within.flatMap((path) => [...indexed.atOrBelow(path)]).filter((path) => !now.has(path));
  const edited = listing.files.filter((file) => isEdited(repository, indexed, file, options.maxFileBytes));
  const skipped = listing.skipped.filter(({ path, reason }) => indexed.reasonOf(path) !== reason);
  return {
    within,
    listing,
    changed: [...new Set([...gone, ...[...edited, ...skipped].map(({ path }) => path)])].sort(),
  };
}

/** Whether a listed file differs from the index. A file that is skipped for its content may change without effect. */
function isEdited(repository: Repository, indexed: IndexedFiles, file: ListedFile, maxBytes: number): boolean {
  const hash = indexed.hashOf(file.path);
  const reason = indexed.reasonOf(file.path);
  if (hash === undefined && reason === undefined) return true;
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

/** Returns a test for paths at or below one of these. */
function pathTest(within: readonly string[]): (path: string) => boolean {
  const roots = new Set(within);
  return (path) => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (roots.has(path.slice(0, end))) return true;
    }
    return false;
  };
}

/** Returns the index of a ref as `findChanges` needs it. Files are sorted by path. */
export function indexedFiles(
  files: { byPath(path: string): { readonly hash: string } | undefined; pathsAtOrBelow(path: string): string[] },
  skipped: readonly SkippedFile[],
): IndexedFiles {
  const reasons = new Map(skipped.map(({ path, reason }) => [path, reason]));
  return {
    hashOf: (path) => files.byPath(path)?.hash,
    reasonOf: (path) => reasons.get(path),
    *atOrBelow(path) {
      yield* files.pathsAtOrBelow(path);
      for (const other of reasons.keys()) if (other === path || other.startsWith(`${path}/`)) yield other;
    },
  };
}
