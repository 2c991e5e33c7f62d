/**
 * Stamps (time of the last change, size) detect changes of known files and folders below a root. A folder's stamp
 * changes when an entry is added or removed. No file is opened, so the check is cheap enough to run often.
 */
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { absolutePath, type Name, nameInside, nameOf } from './names.ts';
import { nameOnDisk, rawNameOf } from './raw-name.ts';

/** Some file systems have a time resolution of two seconds: a file written that recently may change unnoticed. */
export const racyMs = 2_000;
/** Entries per turn of the event loop: a few milliseconds of work. */
const entriesAtOnce = 1_000;

export class EntryStamps {
  readonly paths: readonly string[];
  readonly #root: string;
  /** The raw names of the entries whose path may show invalid bytes, by index. */
  readonly #rawNames = new Map<number, Name>();
  readonly #changedAtMs: Float64Array;
  readonly #sizes: Float64Array;

  /** Covers these files below the root and all their ancestor folders. */
  constructor(root: string, files: Iterable<string>) {
    this.#root = root;
    this.paths = withFolders(files);
    for (const [index, path] of this.paths.entries()) {
      const raw = rawNameOf(path);
      if (raw !== undefined) this.#rawNames.set(index, raw);
    }
    this.#changedAtMs = new Float64Array(this.paths.length).fill(Number.NaN);
    this.#sizes = new Float64Array(this.paths.length).fill(Number.NaN);
  }

  /** Returns the first entry that differs from its stamp; undefined if none does. Stops at the signal. */
  async firstChange(signal?: AbortSignal): Promise<string | undefined> {
    for (let start = 0; start < this.paths.length; start += entriesAtOnce) {
      if (start > 0) await setImmediate();
      if (signal?.aborted) return undefined;
      const changed = this.#firstChangeIn(start, Math.min(start + entriesAtOnce, this.paths.length));
      if (changed !== undefined) return changed;
    }
    return undefined;
  }

  /** The synchronous version, for few entries. */
  firstChangeNow(): string | undefined {
    return this.#firstChangeIn(0, this.paths.length);
  }

  /**
   * Records the current stamp of every entry. Entries changed at `sinceMs` or later are passed to `isSame`; the first
   * one that it rejects ends the stamping and is returned. An entry changed at `unsettledMs` or later gets no stamp,
   * because it may change again unnoticed: it counts as changed the next time.
   */
  async stampAll(sinceMs: number, unsettledMs: number, isSame: (path: string) => boolean): Promise<string | undefined> {
    for (const [index, path] of this.paths.entries()) {
      if (index % entriesAtOnce === entriesAtOnce - 1) await setImmediate();
      const { changedAtMs, size } = this.#stampOf(index);
      if (!(changedAtMs < sinceMs) && !isSame(path)) return path;
      this.#changedAtMs[index] = changedAtMs < unsettledMs ? changedAtMs : Number.NaN;
      this.#sizes[index] = size;
    }
    return undefined;
  }

  #firstChangeIn(start: number, end: number): string | undefined {
    for (let index = start; index < end; index++) {
      const { changedAtMs, size } = this.#stampOf(index);
      if (changedAtMs !== this.#changedAtMs[index] || size !== this.#sizes[index]) return this.paths[index];
    }
    return undefined;
  }

  /** The stamp of the valid name if there is one, as in the listing; otherwise that of the raw name. */
  #stampOf(index: number): Stamp {
    const found = stampOf(this.#root, { path: this.paths[index] as string });
    const raw = Number.isNaN(found.size) ? this.#rawNames.get(index) : undefined;
    return raw === undefined ? found : stampOf(this.#root, raw);
  }
}

/** Further unknown folders are ignored. */
const maxUnknownFolders = 2_000;

/**
 * Returns the folders without known files, where new files could appear unnoticed. A folder that holds only unknown
 * files (a build folder) is not entered; an empty folder or one with only subfolders is.
 */
export async function unknownFolders(root: string, files: readonly string[]): Promise<string[]> {
  const known = withFolders(files);
  const seen = new Set(known);
  const folders = known.slice(0, known.length - files.length);
  const found: string[] = [];
  for (let at = 0; at < folders.length && found.length < maxUnknownFolders; at++) {
    if (at % entriesAtOnce === entriesAtOnce - 1) await setImmediate();
    const folder = folders[at] as string;
    const name = nameOnDisk(root, folder);
    const entries = readFolder(root, name);
    if (seen.has(folder) || entries.every((entry) => entry.isDirectory())) {
      for (const entry of entries) {
        const { path } = nameInside(name, nameOf(entry.name));
        if (!entry.isDirectory() || entry.name.equals(gitFolder) || seen.has(path)) continue;
        found.push(path);
        folders.push(path);
      }
    }
  }
  return found;
}

const gitFolder = Buffer.from('.git');

function readFolder(root: string, folder: Name): Dirent<Buffer>[] {
  try {
    return readdirSync(absolutePath(root, folder), { withFileTypes: true, encoding: 'buffer' });
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

interface Stamp {
  readonly changedAtMs: number;
  readonly size: number;
}

/** A missing entry gets a stamp that equals no other. */
const missing: Stamp = { changedAtMs: Number.NaN, size: Number.NaN };

function stampOf(root: string, name: Name): Stamp {
  try {
    const found = lstatSync(absolutePath(root, name), { throwIfNoEntry: false });
    if (found === undefined) return missing;
    // On some systems a folder's size depends on its entries. Its times already reflect that.
    return { changedAtMs: Math.max(found.mtimeMs, found.ctimeMs), size: found.isDirectory() ? 0 : found.size };
  } catch {
    return missing;
  }
}
