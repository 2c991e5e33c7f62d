/** The folders of a ref: the files and folders in each, and files by name. Built from paths alone. */
import type { FileVersion } from '../../store/store.ts';
import { inTurns } from './in-turns.ts';
import { LruCache } from './lru-cache.ts';
import type { RefView } from './ref-view.ts';

export class FolderTable {
  readonly #files = new Map<string, FileVersion[]>();
  readonly #folders = new Map<string, string[]>([['', []]]);
  readonly #byName = new Map<string, FileVersion[]>();
  readonly #byPath = new Map<string, FileVersion>();

  add(file: FileVersion): void {
    const folder = folderOf(file.path);
    append(this.#files, folder, file);
    append(this.#byName, file.path.slice(folder === '' ? 0 : folder.length + 1), file);
    this.#byPath.set(file.path, file);
    this.#addFolder(folder);
  }

  /** The files directly in a folder, by path. */
  filesIn(folder: string): readonly FileVersion[] {
    return this.#files.get(folder) ?? [];
  }

  /** Whether the folder exists: it has files in it or below it. */
  has(folder: string): boolean {
    return this.#folders.has(folder);
  }

  /** The files with this name in any folder, by path. */
  named(name: string): readonly FileVersion[] {
    return this.#byName.get(name) ?? [];
  }

  byPath(path: string): FileVersion | undefined {
    return this.#byPath.get(path);
  }

  /** The folders directly in a folder, as paths. */
  foldersIn(folder: string): readonly string[] {
    return this.#folders.get(folder) ?? [];
  }

  #addFolder(folder: string): void {
    // A loop, because a path may have more levels than calls fit on the stack.
    let [above, below]: [string, string | undefined] = [folder, undefined];
    for (; !this.#folders.has(above); above = folderOf(above)) {
      this.#folders.set(above, below === undefined ? [] : [below]);
      below = above;
    }
    if (below !== undefined) this.#folders.get(above)?.push(below);
  }
}

export async function folderTable(view: RefView): Promise<FolderTable> {
  const table = new FolderTable();
  await inTurns(view, (await view.files()).files, (file) => table.add(file));
  return table;
}

/** Returns the folder of a path. The root is the empty path and its own folder. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/**
 * The folder itself and its ancestors, the root last. Those of the last folders are kept: the imports of a file ask for
 * the same ones again, and a string that was looked up before is not hashed again.
 */
export function foldersAbove(folder: string): readonly string[] {
  return ancestors.get(folder) ?? ancestors.set(folder, ancestorsOf(folder));
}

const ancestors = new LruCache<string, readonly string[]>(32);

function ancestorsOf(folder: string): readonly string[] {
  const found = [folder];
  for (let above = folder; above !== ''; ) {
    above = folderOf(above);
    found.push(above);
  }
  return found;
}

/** The value of the nearest folder at or above another that has one. Remembers it for all folders in between. */
export class NearestAbove<Value> {
  readonly #known = new Map<string, Value | undefined>();
  readonly #valueAt: (folder: string) => Value | undefined;

  constructor(valueAt: (folder: string) => Value | undefined) {
    this.#valueAt = valueAt;
  }

  from(folder: string): Value | undefined {
    const passed: string[] = [];
    let found: Value | undefined;
    // A loop without `foldersAbove`, since it nearly always ends at the first folders.
    for (let above = folder; found === undefined; above = folderOf(above)) {
      if (this.#known.has(above)) {
        found = this.#known.get(above);
        break;
      }
      passed.push(above);
      found = this.#valueAt(above);
      if (above === '') break;
    }
    for (const each of passed) this.#known.set(each, found);
    return found;
  }
}

/** Joins a relative path to a folder. Returns undefined if the result is outside of the repository. */
export function joined(folder: string, path: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** The number of leading path segments that two paths share. */
export function sharedDepth(a: string, b: string): number {
  let [at, depth] = [0, 0];
  for (; at < a.length && a[at] === b[at]; at++) if (a[at] === '/') depth++;
  const isWhole = (path: string) => at === path.length || path[at] === '/';
  return isWhole(a) && isWhole(b) ? depth + 1 : depth;
}

function append<Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  else items.push(item);
}
