/** Finds the files of a folder on a ref, and folders with a similar name. */
import type { FileVersion } from '../../store/store.ts';
import type { FileTable } from '../view/file-table.ts';
import { folderOf } from '../view/folder-table.ts';
import { editDistance, editsAllowed } from './near-names.ts';

/** The files in a folder and below it, by path; the root is the empty path. Undefined if there is no such folder. */
export function filesBelow(files: FileTable, folder: string): readonly FileVersion[] | undefined {
  if (folder === '') return files.files;
  if (files.byPath(folder) !== undefined) return undefined;
  const found = files.pathsAtOrBelow(folder).flatMap((path) => files.byPath(path) ?? []);
  return found.length === 0 ? undefined : found;
}

/** The folders whose name is the same in another place, or has a similar spelling, nearest first. */
export function nearFolders({ files }: FileTable, path: string, limit: number): string[] {
  const wanted = path.toLowerCase().split('/');
  const name = wanted.at(-1) as string;
  const slips = Math.max(1, editsAllowed(name) - 1);
  const near = new Map<string, { distance: number; shared: number }>();
  const seen = new Set<string>();
  for (const file of files) {
    for (let folder = folderOf(file.path); folder !== '' && !seen.has(folder); folder = folderOf(folder)) {
      seen.add(folder);
      const parts = folder.toLowerCase().split('/');
      const distance = editDistance(name, parts.at(-1) as string, slips);
      if (distance > slips) continue;
      near.set(folder, { distance, shared: parts.filter((part) => wanted.includes(part)).length });
    }
  }
  const order = [...near].sort(
    ([a, one], [b, other]) => one.distance - other.distance || other.shared - one.shared || (a < b ? -1 : 1),
  );
  return order.slice(0, limit).map(([folder]) => folder);
}
