/**
 * The entries of a folder that are not regular files: subfolders, symbolic links, and special files (pipes, sockets,
 * devices). They are read again only if the folder has changed, so that a folder of thousands of files is cheap to check.
 */
import { lstatSync, readdirSync } from 'node:fs';
import { CodedError } from '../../../errors.ts';

export interface FolderEntries {
  readonly folders: readonly string[];
  readonly links: readonly string[];
  /** Named pipes and devices, on which an `open` may block or have an effect. */
  readonly pipes: readonly string[];
  readonly sockets: readonly string[];
}

/** Returns the entries of a folder; none if there is no such folder. A link to a folder is not one. */
export function folderEntries(folder: string): FolderEntries {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined || !found.isDirectory()) return noEntries;
  // A user can set other times of a folder, but not when its entries changed.
  const stamp = `${found.ctimeMs} ${found.ino} ${found.dev}`;
  const known = kept.get(folder);
  if (known?.stamp === stamp) return known.entries;
  const entries = read(folder);
  kept.delete(folder);
  // A change in the same tick of the clock would not be noticed.
  if (Date.now() - found.ctimeMs < tickMs) return entries;
  kept.set(folder, { stamp, entries });
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  return entries;
}

const tickMs = 100;
const maxKept = 50_000;
const kept = new Map<string, { readonly stamp: string; readonly entries: FolderEntries }>();
const noEntries: FolderEntries = { folders: [], links: [], pipes: [], sockets: [] };

function read(folder: string): FolderEntries {
  const found = { folders: [] as string[], links: [] as string[], pipes: [] as string[], sockets: [] as string[] };
  let isPlain = true;
  for (const entry of entriesIn(folder)) {
    if (entry.isFile()) continue;
    isPlain = false;
    if (entry.isDirectory()) found.folders.push(entry.name);
    else if (entry.isSymbolicLink()) found.links.push(entry.name);
    else if (entry.isSocket()) found.sockets.push(entry.name);
    else found.pipes.push(entry.name);
  }
  return isPlain ? noEntries : found;
}

/** A folder that cannot be listed may still contain files that git can open. */
function entriesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    if (code !== 'EACCES' && code !== 'EPERM') throw thrown;
    throw new CodedError('permission_denied', `${folder} cannot be listed.`, { data: { path: folder }, cause: thrown });
  }
}
