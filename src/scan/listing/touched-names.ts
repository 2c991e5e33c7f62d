/**
 * Compares names and `lstat` of a working tree with what is known of it, and returns the names that may have changed
 * since a time: touched, new, deleted, ignored now or no longer. No file is opened except ignore files.
 */
import { lstatSync } from 'node:fs';
import { gitLocationOf, gitOutput } from '../git/git.ts';
import type { Repository } from '../git/repository.ts';
import { listFolder } from './folder.ts';
import type { ListOptions } from './list-files.ts';
import { absolutePath, isGitlink, keyOf, type Name, parentOf, splitEntries } from './names.ts';
import { newSlice } from './slice.ts';
import { untrackedNames } from './untracked.ts';

export interface KnownFiles {
  /** Whether the file is indexed, or skipped for a known reason. */
  has(path: string): boolean;
  paths(): Iterable<string>;
  /** Whether the file is known to be missing on disk, because a sparse checkout leaves it out. */
  isAbsent(path: string): boolean;
  /** Whether the path is in a folder that is skipped as a whole. */
  isInSkippedFolder(path: string): boolean;
}

/** Returns when a file was last changed, at most; `undefined` if there is no file. */
export type ChangeTime = (name: Name) => number | undefined;

/** Some file systems have a time resolution of two seconds: a file written that recently may change unnoticed. */
export const racyMs = 2_000;

/** `isSettled` returns whether a file with this change time is known to be unchanged, even if it was touched later. */
export async function touchedNames(
  repository: Repository,
  known: KnownFiles,
  sinceMs: number,
  options: ListOptions,
  isSettled: (path: string, changedAtMs: number) => boolean = () => false,
): Promise<Name[]> {
  const namesIn = repository.kind === 'folder' ? folderNames : gitNames;
  const present = await namesIn(repository, options);
  const now = new Set(present.map(({ path }) => path));
  const touched: Name[] = [];
  for (const path of known.paths()) if (!now.has(path) && !path.endsWith('/')) touched.push({ path });
  const changedAt = changeTimeBelow(repository.root);
  const isMoved = movedSince(repository.root, sinceMs);
  const slice = newSlice();
  for (const name of present) {
    if (slice.isOver()) await slice.next();
    const { path } = name;
    const isKnown = known.has(path);
    if (!isKnown && known.isInSkippedFolder(path)) continue;
    const changedAtMs = changedAt(name);
    // A tracked file that is missing is not indexed either, unless it is known.
    const isTouched =
      changedAtMs === undefined
        ? isKnown && !known.isAbsent(path)
        : !isKnown ||
          known.isAbsent(path) ||
          ((changedAtMs >= sinceMs || isMoved(parentOf(name))) && !isSettled(path, changedAtMs));
    if (isTouched) touched.push(name);
  }
  return touched;
}

/** Names that git tracks, or that are neither tracked nor ignored. */
async function gitNames(repository: Repository, options: ListOptions): Promise<Name[]> {
  const place = gitLocationOf(repository);
  const tracking = gitOutput(place, 'ls-files', ['-s', '-z']).then(splitEntries);
  const gitlinks = tracking.then((entries) => entries.filter(({ header }) => isGitlink(header)));
  const { signal } = options;
  const [tracked, untracked] = await Promise.all([tracking, untrackedNames(repository, { gitlinks, signal })]);
  return [...tracked, ...untracked.files];
}

async function folderNames({ root }: Repository, options: ListOptions): Promise<Name[]> {
  const { files, skipped } = await listFolder(root, options);
  return [...files, ...skipped.filter(({ path }) => !path.endsWith('/'))];
}

/**
 * Returns a check whether a folder, or one above it, may have been put in its place since a time. The files in it keep
 * their own times then, and so does the time of its entries.
 */
function movedSince(root: string, sinceMs: number): (folder: Name) => boolean {
  const known = new Map<string, boolean>();
  return (folder) => {
    const passed: string[] = [];
    let answer: boolean | undefined;
    for (let above = folder; answer === undefined; above = parentOf(above)) {
      const key = keyOf(above);
      answer = known.get(key);
      if (answer !== undefined) break;
      passed.push(key);
      if (wasPutThere(root, above, sinceMs)) answer = true;
      else if (above.path === '') answer = false;
    }
    for (const key of passed) known.set(key, answer);
    return answer;
  };
}

function wasPutThere(root: string, folder: Name, sinceMs: number): boolean {
  try {
    const found = lstatSync(folder.path === '' ? root : absolutePath(root, folder), { throwIfNoEntry: false });
    return found !== undefined && found.ctimeMs >= sinceMs && found.mtimeMs < sinceMs;
  } catch {
    return true;
  }
}

/** Links count as files; folders do not exist here. */
export function changeTimeBelow(root: string): ChangeTime {
  return (name) => {
    try {
      const found = lstatSync(absolutePath(root, name), { throwIfNoEntry: false });
      return found === undefined || found.isDirectory() ? undefined : Math.max(found.mtimeMs, found.ctimeMs);
    } catch {
      return undefined;
    }
  };
}
