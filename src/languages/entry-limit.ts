/**
 * Bounds how many entries of manifests are read: targets, dependencies, replacements. Each is compared with imports or
 * stays in memory, and a manifest of 256 KB has tens of thousands. What is beyond the limit is named in answers.
 */
import type { Unread } from './unread-rules.ts';

/** Far above real projects, of which the largest manifests have some hundreds. */
export const maxPerManifest = 2_000;
/** Of all manifests of one kind. */
const maxInTotal = 200_000;

export class EntryLimit {
  readonly #what: string;
  readonly #cut = new Set<string>();
  #path: string | undefined;
  #inManifest = 0;
  #inTotal = 0;

  /** Takes what the entries are, as in "it has more than 2000 …". */
  constructor(what: string) {
    this.#what = what;
  }

  /** Whether one more entry of a manifest is read. The entries of a manifest are asked for one after the other. */
  take(path: string): boolean {
    if (path !== this.#path) this.#inManifest = 0;
    this.#path = path;
    if (this.#inManifest < maxPerManifest && this.#inTotal < maxInTotal) {
      this.#inManifest++;
      this.#inTotal++;
      return true;
    }
    this.#cut.add(path);
    return false;
  }

  /** Notes that a manifest is not read to the end. */
  cut(path: string): void {
    this.#cut.add(path);
  }

  /** The manifests that were not read to the end. */
  get unread(): Unread[] {
    return [...this.#cut].map((path) => ({ path, why: `it has more ${this.#what} than are read` }));
  }
}
