/**
 * `lstat` of paths below a root. Links are reported and never followed, not even in the middle of a path: a file behind
 * a linked folder is absent, as it is for git.
 */
import { lstatSync, type Stats } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { CodedError, systemError } from '../../errors.ts';
import type { FileStat } from '../../model.ts';
import { absolutePath, type Name, parentOf } from './names.ts';

export type Lstat =
  | { readonly kind: 'file'; readonly stat: FileStat; readonly executable: boolean }
  | { readonly kind: 'link' | 'unreadable' }
  | { readonly kind: 'folder' | 'absent' };

/** An entry that the listing can contain, read or skipped. */
export type FileLstat = Exclude<Lstat, { readonly kind: 'folder' | 'absent' }>;

export function isFileLstat(found: Lstat): found is FileLstat {
  return found.kind !== 'folder' && found.kind !== 'absent';
}

/** Returns an `lstat` for paths below a root that caches folders. */
export function lstatBelow(root: string): (name: Name) => Lstat {
  const folders = new Map<string, Lstat['kind']>([['', 'folder']]);
  const folderAt = (folder: Name): Lstat['kind'] => {
    const unknown: [key: string, folder: Name][] = [];
    let kind: Lstat['kind'] | undefined;
    for (let above = folder; kind === undefined; above = parentOf(above)) {
      const key = above.rawPath?.toString('latin1') ?? above.path;
      kind = folders.get(key);
      if (kind === undefined) unknown.push([key, above]);
    }
    for (const [key, below] of unknown.reverse()) {
      if (kind === 'folder') kind = lstatOf(root, below).kind;
      folders.set(key, kind);
    }
    return kind;
  };
  // Names arrive grouped by folder, so the last folder is nearly always the right one.
  let last = { prefix: '', kind: 'folder' as Lstat['kind'] };
  const parentKind = (name: Name): Lstat['kind'] => {
    const { path, rawPath } = name;
    if (rawPath !== undefined) return folderAt(parentOf(name));
    const length = path.lastIndexOf('/') + 1;
    if (length === last.prefix.length && path.startsWith(last.prefix)) return last.kind;
    last = { prefix: path.slice(0, length), kind: folderAt(parentOf(name)) };
    return last.kind;
  };
  return (name) => {
    // Only a forged index has such a name, and to look at all its folders would take quadratic time.
    if (name.path.length > longestOpened) return { kind: 'absent' };
    const parent = parentKind(name);
    if (parent === 'folder') return lstatOf(root, name);
    return { kind: parent === 'unreadable' ? 'unreadable' : 'absent' };
  };
}

/** No system opens a longer path. */
const longestOpened = 4_096;

/** Returns the error for a missing root: without it, the state of the files below is unknown. */
export function rootVanished(root: string): CodedError {
  return new CodedError('repository_unreadable', `${root} no longer exists.`, {
    remediation: 'Check the path, then try again.',
    data: { path: root },
  });
}

function lstatOf(root: string, name: Name): Lstat {
  try {
    const found = lstatSync(absolutePath(root, name), { throwIfNoEntry: false });
    return found === undefined ? { kind: 'absent' } : fromStats(found);
  } catch (error) {
    if (systemError(error) !== undefined) throw error;
    return { kind: (error as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'absent' : 'unreadable' };
  }
}

function fromStats(found: Stats): Lstat {
  if (found.isFile()) {
    const { size, mtimeMs, ctimeMs, ino } = found;
    const stat = { size, mtimeUs: Math.round(mtimeMs * 1_000), ctimeUs: Math.round(ctimeMs * 1_000), inode: ino };
    return { kind: 'file', stat, executable: (found.mode & 0o111) !== 0 };
  }
  if (found.isSymbolicLink()) return { kind: 'link' };
  // Pipes, sockets and devices are never opened.
  return { kind: found.isDirectory() ? 'folder' : 'unreadable' };
}

/** Whether a canonical path is a folder or below it. Compares whole path segments: `/root-evil` is not in `/root`. */
export function isWithin(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside === '' || (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside));
}
