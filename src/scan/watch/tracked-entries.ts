/**
 * What the watch needs to know of git's index, read from the output of `ls-files -s -z`. Only folders are kept: a large
 * index has a hundred thousand files.
 */
import { defaultFoldersOn } from '../listing/default-excludes.ts';
import { keyOf, type Name, nameOf, parentOf } from '../listing/names.ts';
import { newSlice } from './slice.ts';

export interface TrackedEntries {
  /** The keys of the folders with tracked files, at any depth. */
  readonly folders: ReadonlySet<string>;
  readonly submodules: ReadonlyMap<string, Name>;
  /** Files that listing would exclude if they were not tracked. */
  readonly inDefaultFolders: ReadonlyMap<string, Name>;
}

export async function trackedEntries(output: Buffer): Promise<TrackedEntries> {
  const folders = new Set<string>();
  const submodules = new Map<string, Name>();
  const inDefaultFolders = new Map<string, Name>();
  const slice = newSlice();
  // Entries are sorted, so most are in the folder of the one before.
  let folder = output.subarray(0, 0);
  let isDefault = false;
  for (let start = 0; start < output.length; ) {
    const found = output.indexOf(0, start);
    const end = found === -1 ? output.length : found;
    const path = output.subarray(output.indexOf(tab, start) + 1, end);
    const inFolder = path.subarray(0, path.lastIndexOf(slash) + 1);
    if (!inFolder.equals(folder)) {
      folder = inFolder;
      const name = nameOf(path);
      addFolders(folders, name);
      isDefault = defaultFoldersOn(name.path).length > 0;
    }
    if (isDefault || isSubmodule(output, start)) {
      const name = nameOf(path);
      if (isDefault) inDefaultFolders.set(keyOf(name), name);
      if (isSubmodule(output, start)) submodules.set(keyOf(name), name);
    }
    start = end + 1;
    if (slice.isOver()) await slice.next();
  }
  return { folders, submodules, inDefaultFolders };
}

const tab = '\t'.charCodeAt(0);
const slash = '/'.charCodeAt(0);
const submoduleMode = Buffer.from('160000');

function isSubmodule(output: Buffer, start: number): boolean {
  return output.compare(submoduleMode, 0, submoduleMode.length, start, start + submoduleMode.length) === 0;
}

function addFolders(folders: Set<string>, name: Name): void {
  for (let at = parentOf(name); at.path !== ''; at = parentOf(at)) {
    const key = keyOf(at);
    if (folders.has(key)) return;
    folders.add(key);
  }
}
