/**
 * The ids of file versions by path and hash. Nearly every path has one version, so a path leads to its version, and
 * to a list of them only where there are several: no key has to be put together for each question.
 */
import type { FileVersionKey } from '../model.ts';
import { readMany } from './read-many.ts';
import type { Database } from './sqlite.ts';

interface Entry {
  readonly hash: string;
  id: number;
  next: Entry | undefined;
}

export class VersionIds {
  readonly #byPath = new Map<string, Entry>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Takes in every stored version; the newest where a path has had the same content more than once. */
  read(database: Database): void {
    const newestLast = '(SELECT id, path, hash FROM file_versions ORDER BY epoch)';
    const rows = readMany(database, 'path, lower(hex(hash)), id', newestLast);
    for (const [path, hash, id] of rows as [string, string, number][]) this.set({ path, hash }, id);
  }

  get(key: FileVersionKey): number | undefined {
    return this.#find(key)?.id;
  }

  set(key: FileVersionKey, id: number): void {
    const known = this.#find(key);
    if (known !== undefined) {
      known.id = id;
      return;
    }
    this.#byPath.set(key.path, { hash: key.hash, id, next: this.#byPath.get(key.path) });
    this.#count++;
  }

  #find({ path, hash }: FileVersionKey): Entry | undefined {
    let entry = this.#byPath.get(path);
    while (entry !== undefined && entry.hash !== hash) entry = entry.next;
    return entry;
  }
}
