/**
 * Reads refs from git's files without starting git, cheap enough for every call: loose files first, then `packed-refs`,
 * as git does. A repository with reftables has no such files.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainText } from '../content/read-file.ts';
import { lstatIfFound } from '../stat-if-found.ts';
import { isSettled, stampOf, statOf } from './file-stamp.ts';
import { isObjectId } from './ref-names.ts';
import type { Repository } from './repository.ts';
import { packedRef } from './storage/packed-refs.ts';

/** What a file says about a ref. `unknown`: the files are not conclusive; the caller then runs git. */
export type RefInFiles = FoundRef | 'none' | 'unknown';

export interface FoundRef {
  /** Its full name; for a symbolic ref, that of the ref that it points to. */
  readonly full: string;
  /** The object that it points to: a commit, or a tag object. */
  readonly id: string;
}

/** Finds a ref by its full name. For a symbolic ref to a missing one, calls `onMissing` with the name of the latter. */
export function readRefFile(
  repository: Repository,
  full: string,
  onMissing: (target: string) => void = () => {},
  linksLeft = 5,
): RefInFiles {
  if (full.split('/').includes('..') || hasReftables(repository)) return 'unknown';
  // A worktree's own refs are in its git folder, all others in the common one.
  for (const folder of new Set([repository.gitDir ?? repository.root, repository.identity])) {
    const file = join(folder, full);
    // A ref that is a link or a pipe is refused when git is asked.
    const line = readPlainText(file, maxRefBytes, { followsLink: false })?.trim();
    if (line === undefined) {
      const found = lstatIfFound(file);
      if (found !== undefined && !found.isDirectory()) return 'unknown';
      continue;
    }
    const link = linkTarget(line);
    if (link !== undefined) return linksLeft > 0 ? readRefFile(repository, link, onMissing, linksLeft - 1) : 'unknown';
    return isObjectId(line) ? { full, id: line } : 'unknown';
  }
  const id = packedRef(repository.identity, full);
  if (id !== undefined) return id === 'unknown' ? id : { full, id };
  onMissing(full);
  return 'none';
}

/** Returns the target of a symbolic ref, given the content of its file. */
export function linkTarget(line: string): string | undefined {
  return /^ref: *(refs\/.+)$/.exec(line)?.[1];
}

/** Changes whenever a ref of a repository with reftables changes; undefined if it has none. */
export function reftableStamp(repository: Repository): string | undefined {
  if (!hasReftables(repository)) return undefined;
  const folders = [repository.gitDir ?? repository.root, repository.identity];
  return folders.map((folder) => tableStamp(join(folder, 'reftable', 'tables.list'))).join(' ');
}

function hasReftables({ identity }: Repository): boolean {
  return existsSync(join(identity, 'reftable'));
}

const maxRefBytes = 4_096;

/** Differs every time until a later change is sure to give another stamp. */
function tableStamp(file: string): string {
  const found = statOf(file);
  if (found === undefined) return '';
  return isSettled(found) ? stampOf(found) : `${stampOf(found)} ${performance.now()}`;
}
