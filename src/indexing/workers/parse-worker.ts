/**
 * The entry point of a parse worker. It answers each batch of tasks with a batch of results. The task in progress is
 * recorded in shared memory, so that the pool knows the culprit when a worker hangs or dies.
 */
import { parentPort, workerData } from 'node:worker_threads';
import {
  type Extent,
  isParserMemorySpent,
  limitParserMemory,
  parserMemoryBytes,
  prepareLanguage,
} from '../../parse/engine/grammar.ts';

import { type PackedResults, ResultPacker } from './packed-results.ts';
import { type ParseSettings, type ParseTask, runParseTask, shareRecord } from './parse-task.ts';

export interface WorkerData {
  readonly settings: ParseSettings;
  /** Position in the batch, start time in seconds, and the record of `time-limits.ts`. */
  readonly place: SharedArrayBuffer;
  /** The language to load while there are no tasks yet. */
  readonly language: string | undefined;
  readonly maxParserBytes: number;
}

/** Tasks to run, or a language whose grammar will be needed. */
export type WorkerMessage = ParseTask[] | NeededLanguage;

export interface NeededLanguage {
  readonly language: string;
  readonly extent: Extent;
}

export interface WorkerAnswer {
  readonly results: PackedResults;
  /** The parser may be corrupted by a failure, or holds memory that it cannot free: the worker must be replaced. */
  readonly isSpent: boolean;
}

/** Real sources need less than this. */
const bloatedBytes = 72 * 1024 * 1024;
/** After a large file, a worker holds several times as much garbage. */
const largeBytes = 4 * 1024 * 1024;

if (parentPort === null) throw new Error('A parse worker runs in a worker thread only.');
const port = parentPort;
const { settings, place, language, maxParserBytes } = workerData as WorkerData;
const at = new Int32Array(place);
limitParserMemory(maxParserBytes);
shareRecord(at.subarray(2));

// Batches run one after another, because there is one parser and results must be in request order.
let work = language === undefined ? Promise.resolve() : prepareLanguage(language);
port.on('message', (message: WorkerMessage) => {
  work = work.then(() =>
    Array.isArray(message) ? answer(message) : prepareLanguage(message.language, message.extent),
  );
});

async function answer(tasks: ParseTask[]): Promise<void> {
  const packer = new ResultPacker();
  let isSpent = false;
  for (const [index, task] of tasks.entries()) {
    Atomics.store(at, 0, index);
    Atomics.store(at, 1, Math.floor(Date.now() / 1_000));
    try {
      packer.add(await runParseTask(task, settings));
      isSpent = parserMemoryBytes() > bloatedBytes || packer.byteLength > largeBytes;
    } catch {
      // The text can still be indexed.
      isSpent = true;
      Atomics.add(at, 2, 1);
      const failedOutcome = isParserMemorySpent() ? 'too_complex' : 'crashed';
      packer.add(await runParseTask({ ...task, failedOutcome }, settings));
    }
    // The pool gives the remaining tasks to another worker.
    if (isSpent) break;
  }
  Atomics.store(at, 0, -1);
  const results = packer.results();
  // Transferred, not copied.
  port.postMessage({ results, isSpent } satisfies WorkerAnswer, [results.packed.buffer]);
}
