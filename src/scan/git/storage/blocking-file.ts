/**
 * A blocking file is a named pipe or device in a working tree at a place that git opens while it lists the tree: a file
 * of a nested repository. Looked for only when git makes no progress.
 */
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '../../../errors.ts';
import { findGitFolders, gitStorage } from '../git-storage.ts';

/** Returns the first one found below a folder; undefined if there is none or the signal aborts. */
export async function findBlockingFile(root: string, signal: AbortSignal): Promise<string | undefined> {
  const todo = [root];
  for (let folder = todo.shift(); folder !== undefined && !signal.aborted; folder = todo.shift()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const found = entries.map((entry) => blockingEntry(folder, entry)).find((path) => path !== undefined);
    if (found !== undefined) return found;
    for (const entry of entries) if (entry.isDirectory() && entry.name !== '.git') todo.push(join(folder, entry.name));
  }
  return undefined;
}

function blockingEntry(folder: string, { name }: Dirent): string | undefined {
  if (name !== '.git') return undefined;
  try {
    gitStorage(findGitFolders(folder, join(folder, name)));
    return undefined;
  } catch (thrown) {
    const isBlocking = thrown instanceof CodedError && /named pipe/.test(thrown.message);
    return isBlocking ? String(thrown.data.path) : undefined;
  }
}
