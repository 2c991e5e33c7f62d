/**
 * Parses a few files at once, outside a job: for views that exist only in memory and for small syncs. The workers stay
 * for the next request and end after some idle seconds. Each root has its own workers; requests for one root run one
 * after another.
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
/** Edits come in bursts. */
const idleMs = 30_000;
/** Each has its threads, and a client may ask about many roots in turn. */
const maxIdle = 2;
/** Small batches spread a few files over the workers. */
const batchFiles = 4;

/** Starts the workers for files that will be parsed soon. With a language, they load its grammar meanwhile. */
export function prepareParser(settings: ParseSettings, needed?: NeededLanguage): void {
  const parser = sharedParser(settings);
  if (needed !== undefined) parser.prepare(needed);
  parser.stayAwake();
}

/** Parses files and resolves to their packed results, in any order. The signal ends it after the files in progress. */
export function parseAtOnce(
  settings: ParseSettings,
  tasks: readonly ParseTask[],
  signal?: AbortSignal,
): Promise<PackedResults[]> {
  if (tasks.length === 0) return Promise.resolve([]);
  return sharedParser(settings).parse(tasks, signal);
}

/** Ends all workers, for a server that stops. */
export async function endSharedParsers(): Promise<void> {
  await Promise.all([...parsers.values()].map((parser) => parser.end()));
}

/** The least recently used first. */
const parsers = new Map<string, SharedParser>();

function sharedParser(settings: ParseSettings): SharedParser {
  const key = JSON.stringify(settings);
  const parser = parsers.get(key);
  if (parser !== undefined) {
    parsers.delete(key);
    parsers.set(key, parser);
  }
  // Its workers could not be started; that may have been a matter of a moment.
  if (parser?.hasFailed) void parser.end();
  if (parser === undefined || parser.hasFailed) {
    endIdle(maxIdle - 1);
    const made = new SharedParser(settings, () => {
      if (parsers.get(key) === made) parsers.delete(key);
    });
    parsers.set(key, made);
    return made;
  }
  return parser;
}

/** Ends the least recently used idle parsers, except for a number of others. */
function endIdle(kept: number): void {
  const idle = [...parsers.values()].filter((parser) => parser.isIdle);
  for (const parser of idle.slice(0, -kept)) void parser.end();
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
    this.#pool = openParsePool(workerCount, settings, onResults, { isDetached: true, batchesAhead: 1 });
  }

  get hasFailed(): boolean {
    return this.#pool.hasFailed;
  }

  get isIdle(): boolean {
    return this.#requests === 0;
  }

  prepare(needed: NeededLanguage): void {
    const key = `${needed.language} ${needed.extent}`;
    if (this.#prepared.has(key)) return;
    this.#prepared.add(key);
    this.#pool.prepare(needed);
  }

  parse(tasks: readonly ParseTask[], signal: AbortSignal | undefined): Promise<PackedResults[]> {
    this.#requests++;
    clearTimeout(this.#idle);
    const parsed = this.#work.then(() => this.#parseAll(tasks, signal));
    this.#work = parsed.catch(() => {});
    return parsed.finally(() => {
      this.#requests--;
      this.stayAwake();
    });
  }

  stayAwake(): void {
    clearTimeout(this.#idle);
    if (!this.isIdle) return;
    this.#idle = setTimeout(() => void this.end(), idleMs).unref();
    endIdle(maxIdle);
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle);
    this.#onEnd();
    await this.#pool.close();
  }

  async #parseAll(tasks: readonly ParseTask[], signal: AbortSignal | undefined): Promise<PackedResults[]> {
    this.#results = [];
    // The workers do not keep the process alive; a request does.
    const keepAlive = setInterval(() => {}, 60_000);
    try {
      const ordered = [...tasks].sort((a, b) => (extname(a.path) < extname(b.path) ? -1 : 1));
      for (let start = 0; start < ordered.length && !signal?.aborted; start += batchFiles) {
        await this.#pool.submit(ordered.slice(start, start + batchFiles));
      }
      await this.#pool.drain();
      if (!signal?.aborted) return this.#results;
    } catch (thrown) {
      // A pool that has failed stays failed: the next request starts a new one.
      void this.end();
      throw thrown;
    } finally {
      clearInterval(keepAlive);
    }
    throw signal.reason;
  }
}
