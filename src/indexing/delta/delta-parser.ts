/**
 * A parse worker that a server keeps between small syncs, because starting one takes longer than parsing a few files.
 * It ends by itself after a while without work.
 */
import { setFlagsFromString } from 'node:v8';
import type { PackedResults } from '../workers/packed-results.ts';
import { openParsePool, type ParsePool } from '../workers/parse-pool.ts';
import type { ParseSettings, ParseTask } from '../workers/parse-task.ts';

/** Edits come in bursts. */
const idleMs = 60_000;

export class DeltaParser {
  #pool: { readonly pool: ParsePool; readonly key: string } | undefined;
  #results: PackedResults[] = [];
  #idle: NodeJS.Timeout | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  /** Starts the worker ahead of its first task. */
  warm(settings: ParseSettings): void {
    const key = JSON.stringify(settings);
    if (this.#pool?.key !== key) {
      void this.close();
      // A few files are not worth the optimization of a grammar.
      setFlagsFromString('--liftoff-only');
      this.#pool = { key, pool: openParsePool(1, settings, (results) => this.#results.push(results)) };
    }
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), idleMs).unref();
  }

  /** Parses one set of tasks at a time. */
  parse(settings: ParseSettings, tasks: readonly ParseTask[]): Promise<PackedResults[]> {
    const turn = this.#turn.then(() => this.#parse(settings, tasks));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const { pool } = this.#pool ?? {};
    this.#pool = undefined;
    await pool?.close();
  }

  async #parse(settings: ParseSettings, tasks: readonly ParseTask[]): Promise<PackedResults[]> {
    this.warm(settings);
    const { pool } = this.#pool as { pool: ParsePool };
    this.#results = [];
    try {
      await pool.submit([...tasks]);
      await pool.drain();
    } catch (thrown) {
      await this.close();
      throw thrown;
    }
    return this.#results;
  }
}
