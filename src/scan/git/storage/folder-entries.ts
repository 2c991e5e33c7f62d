/**
 * The entries of a folder: the number of its regular files, and the names of its subfolders, symbolic links and special
 * files (pipes, sockets, devices). They are read again only if the folder has changed, so that a folder of thousands of files is cheap to check.
 */
import { type Dir, type Dirent, opendirSync } from 'node:fs';
import { CodedError } from '../../../errors.ts';
import { lstatIfFound } from '../../stat-if-found.ts';
import { tickMs } from '../file-stamp.ts';
import type { StorageBudget } from './storage-budget.ts';

export interface FolderEntries {
  /** How many regular files there are. */
  readonly files: number;
  readonly folders: readonly string[];
  readonly links: readonly string[];
  /** Named pipes and devices, on which an `open` may block or have an effect. */
  readonly pipes: readonly string[];
  readonly sockets: readonly string[];
}

/**
 * Returns the entries of a folder; none if there is no such folder. A link to a folder is not one. Throws if the folder
 * exceeds the budget, before it is read in full.
 */
export function folderEntries(folder: string, budget: StorageBudget): FolderEntries {
  const found = lstatIfFound(folder);
  if (found === undefined || !found.isDirectory()) return noEntries;
  budget.spend('folders', 1, folder);
  // A user can set other times of a folder, but not when its entries changed.
  const stamp = `${found.ctimeMs} ${found.ino} ${found.dev}`;
  const known = kept.get(folder);
  if (known?.stamp === stamp) {
    budget.spend('entries', known.count, folder);
    return known.entries;
  }
  const left = budget.left('entries');
  const entries = read(folder, budget);
  const count = left - budget.left('entries');
  kept.delete(folder);
  // A change in the same tick of the clock would not be noticed.
  if (Date.now() - found.ctimeMs < tickMs) return entries;
  kept.set(folder, { stamp, entries, count });
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  return entries;
}

const maxKept = 50_000;
const kept = new Map<string, { readonly stamp: string; readonly entries: FolderEntries; readonly count: number }>();
const noEntries: FolderEntries = { files: 0, folders: [], links: [], pipes: [], sockets: [] };

function read(folder: string, budget: StorageBudget): FolderEntries {
  const found = { folders: [] as string[], links: [] as string[], pipes: [] as string[], sockets: [] as string[] };
  let files = 0;
  let others = 0;
  for (const entry of entriesIn(folder)) {
    budget.spend('entries', 1, folder);
    if (entry.isFile()) {
      files++;
      continue;
    }
    others++;
    if (entry.isDirectory()) found.folders.push(entry.name);
    else if (entry.isSymbolicLink()) found.links.push(entry.name);
    else if (entry.isSocket()) found.sockets.push(entry.name);
    else found.pipes.push(entry.name);
  }
  return others === 0 ? { ...noEntries, files } : { ...found, files };
}

const entriesPerRead = 1_024;

/** A folder that cannot be listed may still contain files that git can open. */
function* entriesIn(folder: string): Generator<Dirent> {
  const opened = openFolder(folder);
  if (opened === undefined) return;
  try {
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) yield entry;
  } finally {
    opened.closeSync();
  }
}

function openFolder(folder: string): Dir | undefined {
  try {
    return opendirSync(folder, { bufferSize: entriesPerRead });
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code !== 'EACCES' && code !== 'EPERM') throw thrown;
    throw new CodedError('permission_denied', `${folder} cannot be listed.`, { data: { path: folder }, cause: thrown });
  }
}
