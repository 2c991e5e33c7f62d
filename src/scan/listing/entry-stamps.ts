/**
 * Stamps tell whether known files and folders of a root are as they were: when each was last changed, and its size. A
 * folder's stamp changes when something is added to it or taken away. Nothing is opened, so this is cheap enough to do often.
 */
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** Some file systems count time in steps of two seconds: a file written as lately as that may change unseen. */
export const racyMs = 2_000;
/** Entries between two breaths: some milliseconds. */
const entriesAtOnce = 1_000;

export class EntryStamps {
  readonly paths: readonly string[];
  readonly #root: string;
  readonly #changedAtMs: Float64Array;
  readonly #sizes: Float64Array;

  /** Of these files, below the root, and of every folder on the way to them. */
  constructor(root: string, files: Iterable<string>) {
    this.#root = root;
    this.paths = withFolders(files);
    this.#changedAtMs = new Float64Array(this.paths.length).fill(Number.NaN);
    this.#sizes = new Float64Array(this.paths.length).fill(Number.NaN);
  }

  /** The first entry that is not as it was stamped, or nothing. Stops at the signal. */
  async firstChange(signal?: AbortSignal): Promise<string | undefined> {
    for (let start = 0; start < this.paths.length; start += entriesAtOnce) {
      if (start > 0) await setImmediate();
      if (signal?.aborted) return undefined;
      const changed = this.#firstChangeIn(start, Math.min(start + entriesAtOnce, this.paths.length));
      if (changed !== undefined) return changed;
    }
    return undefined;
  }

  /** The same at once, for few entries. */
  firstChangeNow(): string | undefined {
    return this.#firstChangeIn(0, this.paths.length);
  }

  /**
   * Takes every entry as it is now for what it was. Those that were changed at `sinceMs` or later are given to `isSame`;
   * the first that it denies ends the stamping and is returned. What was changed at `unsettledMs` or later gets no stamp,
   * since it may change again unseen: it counts as changed the next time.
   */
  async stampAll(sinceMs: number, unsettledMs: number, isSame: (path: string) => boolean): Promise<string | undefined> {
    for (const [index, path] of this.paths.entries()) {
      if (index % entriesAtOnce === entriesAtOnce - 1) await setImmediate();
      const { changedAtMs, size } = stampOf(this.#root, path);
      if (!(changedAtMs < sinceMs) && !isSame(path)) return path;
      this.#changedAtMs[index] = changedAtMs < unsettledMs ? changedAtMs : Number.NaN;
      this.#sizes[index] = size;
    }
    return undefined;
  }

  #firstChangeIn(start: number, end: number): string | undefined {
    for (let index = start; index < end; index++) {
      const path = this.paths[index] as string;
      const { changedAtMs, size } = stampOf(this.#root, path);
      if (changedAtMs !== this.#changedAtMs[index] || size !== this.#sizes[index]) return path;
    }
    return undefined;
  }
}

/** Folders beyond these are not followed. */
const maxUnknownFolders = 2_000;

/**
 * The folders beside these files and their folders, where something new may appear unseen. One that holds files, none of
 * them known (a build folder), is not entered; one that holds only folders, or nothing, is.
 */
export async function unknownFolders(root: string, files: readonly string[]): Promise<string[]> {
  const known = withFolders(files);
  const seen = new Set(known);
  const folders = known.slice(0, known.length - files.length);
  const found: string[] = [];
  for (let at = 0; at < folders.length && found.length < maxUnknownFolders; at++) {
    if (at % entriesAtOnce === entriesAtOnce - 1) await setImmediate();
    const folder = folders[at] as string;
    const entries = readFolder(join(root, folder));
    if (seen.has(folder) || entries.every((entry) => entry.isDirectory())) {
      for (const entry of entries) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (!entry.isDirectory() || entry.name === '.git' || seen.has(path)) continue;
        found.push(path);
        folders.push(path);
      }
    }
  }
  return found;
}

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function withFolders(files: Iterable<string>): string[] {
  const folders = new Set<string>(['']);
  const paths: string[] = [];
  for (const path of files) {
    paths.push(path);
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return [...folders, ...paths];
}

/** What is gone has no stamp, and no stamp is equal to it. */
function stampOf(root: string, path: string): { changedAtMs: number; size: number } {
  try {
    const found = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (found === undefined) return { changedAtMs: Number.NaN, size: Number.NaN };
    // Some systems count what a folder holds in its size; its times tell the same.
    return { changedAtMs: Math.max(found.mtimeMs, found.ctimeMs), size: found.isDirectory() ? 0 : found.size };
  } catch {
    return { changedAtMs: Number.NaN, size: Number.NaN };
  }
}
