/**
 * Reads refs from git's files without starting git, cheap enough for every call: loose files first, then `packed-refs`,
 * as git does. A repository with reftables has no such files.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainText } from '../content/read-file.ts';
import { lstatIfFound } from '../stat-if-found.ts';
import { isObjectId } from './ref-names.ts';
import type { Repository } from './repository.ts';

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
  const id = readPacked(repository, full);
  if (id !== undefined) return { full, id };
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
  return folders.map((folder) => stampOf(join(folder, 'reftable', 'tables.list')) ?? '').join(' ');
}

function hasReftables({ identity }: Repository): boolean {
  return existsSync(join(identity, 'reftable'));
}

interface PackedRefs {
  readonly stamp: string;
  readonly ids: ReadonlyMap<string, string>;
}

const packedRefs = new Map<string, PackedRefs>();
const maxPackedFiles = 16;
const maxPackedBytes = 256 << 20;
const maxRefBytes = 4_096;

function readPacked(repository: Repository, full: string): string | undefined {
  const file = join(repository.identity, 'packed-refs');
  const stamp = stampOf(file);
  if (stamp === undefined) return undefined;
  let packed = packedRefs.get(file);
  if (packed?.stamp !== stamp) {
    packed = { stamp, ids: parsePacked(readPlainText(file, maxPackedBytes) ?? '') };
    packedRefs.delete(file);
    packedRefs.set(file, packed);
    const [oldest] = packedRefs.keys();
    if (packedRefs.size > maxPackedFiles && oldest !== undefined) packedRefs.delete(oldest);
  }
  return packed.ids.get(full);
}

function parsePacked(text: string): Map<string, string> {
  const ids = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [id = '', name] = line.split(' ', 2);
    if (name !== undefined && isObjectId(id)) ids.set(name, id);
  }
  return ids;
}

function stampOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? undefined : `${found.mtimeNs} ${found.size} ${found.ino}`;
}
