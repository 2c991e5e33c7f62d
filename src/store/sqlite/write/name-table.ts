/** The names table: each name is stored once and referred to by number. Caches the numbers. */
import { BulkInsert } from '../bulk-insert.ts';
import type { Database, Statement } from '../sqlite.ts';

const maxRemembered = 250_000;

export class NameTable {
  readonly #insert: BulkInsert;
  readonly #select: Statement;
  readonly #last: Statement;
  readonly #ids = new Map<string, number>();
  /** The cache contains every stored name, so a name outside it is new. */
  #isComplete = false;
  #nextId = 1;

  constructor(database: Database) {
    this.#insert = new BulkInsert(database, 'names');
    this.#select = database.prepare('SELECT id FROM names WHERE name = ?');
    this.#last = database.prepare('SELECT coalesce(max(id), 0) AS id FROM names');
    this.reset();
  }

  /** Must be called inside a write transaction. */
  idOf(name: string): number {
    const known = this.#ids.get(name) ?? this.#stored(name);
    if (known !== undefined) return known;
    const id = this.#nextId++;
    this.#insert.add(id, name);
    this.#remember(name, id);
    return id;
  }

  /** Writes the pending names. Must be called before the transaction ends. */
  flush(): void {
    this.#insert.flush();
  }

  /** Clears the cache and pending names after a rollback. */
  reset(): void {
    this.#insert.discard();
    this.#ids.clear();
    const last = Number(this.#last.get()?.id);
    this.#isComplete = last === 0;
    this.#nextId = last + 1;
  }

  #stored(name: string): number | undefined {
    if (this.#isComplete) return undefined;
    const id = this.#select.get(name)?.id;
    if (id === undefined) return undefined;
    this.#remember(name, Number(id));
    return Number(id);
  }

  #remember(name: string, id: number): void {
    if (this.#ids.size >= maxRemembered) {
      // Evicted names are looked up in the table, so they must be written first.
      this.#insert.flush();
      this.#ids.clear();
      this.#isComplete = false;
    }
    this.#ids.set(name, id);
  }
}
