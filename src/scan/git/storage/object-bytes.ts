/** How much disk space the objects of a repository take, alternates included. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lstatIfFound } from '../../stat-if-found.ts';
import { type GitFolders, objectFolders } from '../git-storage.ts';
import { folderEntries } from './folder-entries.ts';
import { StorageBudget } from './storage-budget.ts';

/** An object in a file of its own takes at least one block. */
const blockBytes = 4_096;
/** The sizes of further packs do not count. A repository with so many of them is large enough. */
const maxPacks = 10_000;

export function objectBytes(folders: GitFolders): number {
  const budget = new StorageBudget();
  let bytes = 0;
  for (const objects of objectFolders(folders)) {
    for (const name of folderEntries(objects, budget).folders) {
      if (/^[0-9a-f]{2}$/.test(name)) bytes += blockBytes * folderEntries(join(objects, name), budget).files;
    }
    for (const name of packsIn(join(objects, 'pack'))) bytes += lstatIfFound(name)?.size ?? 0;
  }
  return bytes;
}

function packsIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.pack'));
    return names.slice(0, maxPacks).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
