/**
 * Parses a few files at once, outside a job, for views that exist only in memory. The workers stay for the next request
 * and end after some idle seconds. Each root has its own workers; requests for one root run one after another.
 */
import { availableParallelism } from 'node:os';
import { extname } from 'node:path/posix';
import { setFlagsFromString } from 'node:v8';
import type { PackedResults } from './packed-results.ts';
import { openParsePool, type ParsePool } from './parse-pool.ts';
import type { ParseSettings, ParseTask } from './parse-task.ts';
import type { NeededLanguage } from './parse-worker.ts';

/** With two cores, a second worker only delays the first: each one loads the grammars for itself. */
const workerCount = availableParallelism() > 2 ? 2 : 1;
const idleMs = 10_000;
/** Small batches spread a few files over the workers. */
const batchFiles = 4;

/** Starts the workers for files that will be parsed soon. With a language, they load its grammar meanwhile. */
export function prepareParser(settings: ParseSettings, needed?: NeededLanguage): void {
  const parser = sharedParser(settings);
  if (needed !== undefined) parser.prepare(needed);
  parser.stayAwake();
}

/** Parses files and resolves to their packed results, in any order. */
export function parseAtOnce(settings: ParseSettings, tasks: readonly ParseTask[]): Promise<PackedResults[]> {
  if (tasks.length === 0) return Promise.resolve([]);
  return sharedParser(settings).parse(tasks);
}

/** Ends all workers, for a server that stops. */
export async function endSharedParsers(): Promise<void> {
  await Promise.all([...parsers.values()].map((parser) => parser.end()));
}

const parsers = new Map<string, SharedParser>();

function sharedParser(settings: ParseSettings): SharedParser {
  const key = JSON.stringify(settings);
  let parser = parsers.get(key);
  if (parser === undefined) {
    parser = new SharedParser(settings, () => parsers.delete(key));
    parsers.set(key, parser);
  }
  return parser;
}

class SharedParser {
  readonly #pool: ParsePool;
  readonly #onEnd: () => void;
  readonly #prepared = new Set<string>();
  #results: PackedResults[] = [];
  #work: Promise<unknown> = Promise.resolve();
  #requests = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(settings: ParseSettings, onEnd: () => void) {
    this.#onEnd = onEnd;
    // Optimizing a grammar takes longer than parsing a few files without it.
    setFlagsFromString('--liftoff-only');
    const onResults = (results: PackedResults) => this.#results.push(results);
    this.#pool = openParsePool(workerCount, settings, onResults, { isDetached: true });
  }

  prepare(needed: NeededLanguage): void {
    const key = `${needed.language} ${needed.extent}`;
    if (this.#prepared.has(key)) return;
    this.#prepared.add(key);
    this.#pool.prepare(needed);
  }

  parse(tasks: readonly ParseTask[]): Promise<PackedResults[]> {
    this.#requests++;
    clearTimeout(this.#idle);
    const parsed = this.#work.then(() => this.#parseAll(tasks));
    this.#work = parsed.catch(() => {});
    return parsed.finally(() => {
      this.#requests--;
      this.stayAwake();
    });
  }

  stayAwake(): void {
    clearTimeout(this.#idle);
    if (this.#requests === 0) this.#idle = setTimeout(() => void this.end(), idleMs).unref();
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle);
    this.#onEnd();
    await this.#pool.close();
  }

  async #parseAll(tasks: readonly ParseTask[]): Promise<PackedResults[]> {
    this.#results = [];
    // The workers do not keep the process alive; a request does.
    const keepAlive = setInterval(() => {}, 60_000);
    try {
      const ordered = [...tasks].sort((a, b) => (extname(a.path) < extname(b.path) ? -1 : 1));
      for (let start = 0; start < ordered.length; start += batchFiles) {
        await this.#pool.submit(ordered.slice(start, start + batchFiles));
      }
      await this.#pool.drain();
      return this.#results;
    } catch (thrown) {
      // A pool that has failed stays failed: the next request starts a new one.
      void this.end();
      throw thrown;
    } finally {
      clearInterval(keepAlive);
    }
  }
}
