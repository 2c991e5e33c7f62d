/** The names that changed since the last take, each once. Beyond a limit the names are dropped and counted as lost. */
import { keyOf, type Name } from '../listing/names.ts';
import type { TakenChanges } from './tree-watch.ts';

/** With more names than this, comparing everything is cheaper. */
const maxNames = 20_000;

export class ChangedNames {
  readonly #names = new Map<string, Name>();
  #isLost = true;

  add(name: Name): void {
    this.#names.set(keyOf(name), name);
    if (this.#names.size > maxNames) this.lose();
  }

  lose(): void {
    this.#names.clear();
    this.#isLost = true;
  }

  /** Returns all names and those of `more`, and forgets them. */
  take(more: Iterable<Name> = []): TakenChanges {
    for (const name of more) this.#names.set(keyOf(name), name);
    const taken = { names: [...this.#names.values()], isLost: this.#isLost };
    this.#names.clear();
    this.#isLost = false;
    return taken;
  }
}
