/** Finds the file for a path without an extension, with another extension, or of a folder. */

import { type FolderTable, folderOf, joined } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion } from '../../store/store.ts';
import { entryPaths, packageAt } from './package-table.ts';
import { isTooLong, writtenPath } from './written-path.ts';

const typescriptEndings = ['.ts', '.tsx', '.mts', '.cts'];
const javascriptEndings = ['.js', '.jsx', '.mjs', '.cjs'];
/** Declaration files come after the code they declare, since the code is more useful. */
const otherEndings = ['.d.ts', '.d.mts', '.d.cts', '.json'];
const endingsFor = {
  typescript: [...typescriptEndings, ...javascriptEndings, ...otherEndings],
  javascript: [...javascriptEndings, ...typescriptEndings, ...otherEndings],
};

/** The source extensions for each written extension. */
const sourceEndings: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx', '.d.ts'],
  '.jsx': ['.tsx', '.jsx', '.d.ts'],
  '.mjs': ['.mts', '.mjs', '.d.mts', '.ts', '.js'],
  '.cjs': ['.cts', '.cjs', '.d.cts', '.ts', '.js'],
  '.d.ts': ['.ts', '.tsx', '.js', '.jsx'],
  '.d.mts': ['.mts', '.mjs', '.ts', '.js'],
  '.d.cts': ['.cts', '.cjs', '.ts', '.js'],
};

/** Maximum nesting of package folders. */
const maxFolders = 4;

export async function probe(
  view: RefView,
  folders: FolderTable,
  path: string,
  importer: FileVersion,
  { isFolder = false, depth = 0 }: { readonly isFolder?: boolean; readonly depth?: number } = {},
): Promise<FileVersion | undefined> {
  const file = isFolder ? undefined : probeFile(folders, path, importer);
  if (file !== undefined) return file;
  if (!folders.has(path)) return undefined;
  const manifest = await packageAt(view, path);
  for (const entry of depth < maxFolders && manifest !== undefined ? entryPaths(manifest) : []) {
    const target = writtenPath(path, entry);
    if (target === undefined || target === path) continue;
    const found = await probe(view, folders, target, importer, { depth: depth + 1 });
    if (found !== undefined) return found;
  }
  return probeFile(folders, path === '' ? 'index' : `${path}/index`, importer);
}

/** Matches files only, not folders. */
export function probeFile(folders: FolderTable, path: string, importer: FileVersion): FileVersion | undefined {
  // All candidates are in the same folder, which most often does not exist.
  if (folders.filesIn(folderOf(path)).length === 0) return undefined;
  const ending = /(?:\.d)?\.[cm]?[jt]sx?$/.exec(path)?.[0] ?? '';
  const exact = folders.byPath(path);
  // TypeScript imports use the name of the build output; in JavaScript, names are literal.
  if (exact !== undefined && (importer.language === 'javascript' || sourceEndings[ending] === undefined)) return exact;
  const stem = path.slice(0, path.length - ending.length);
  const written = (sourceEndings[ending] ?? []).map((other) => stem + other);
  const extended = endingsFor[importer.language === 'javascript' ? 'javascript' : 'typescript'];
  for (const candidate of [...written, ...extended.map((other) => path + other)]) {
    const found = folders.byPath(candidate);
    if (found !== undefined) return found;
  }
  return exact;
}

/**
 * Returns the source of a built file that is not in the index: the same path without the build folders, below `src` or
 * directly in the package. `dist/esm/node/index.js` → `src/node/index.ts`
 */
export function probeSource(
  folders: FolderTable,
  folder: string,
  built: string,
  importer: FileVersion,
): FileVersion | undefined {
  if (isTooLong(built)) return undefined;
  const parts = built.split('/').filter((part) => part !== '.' && part !== '');
  for (let dropped = parts.length > 1 ? 1 : 0; dropped < parts.length; dropped++) {
    const rest = parts.slice(dropped).join('/');
    for (const root of ['src', 'source', 'lib', '']) {
      const path = joined(folder, `${root}/${rest}`);
      const found = path === undefined ? undefined : probeFile(folders, path, importer);
      if (found !== undefined && folderOf(found.path).startsWith(folder)) return found;
    }
  }
  return undefined;
}
