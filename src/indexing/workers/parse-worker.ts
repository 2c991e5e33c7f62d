/**
 * The entry point of a parse worker. It takes batches of tasks and answers each with a batch of results; which
 * task it is at stands in shared memory, so that the pool knows the culprit when a worker hangs or dies.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { prepareLanguage } from '../../parse/engine/grammar.ts';
import { isParserMemorySpent, limitParserMemory, parserMemoryBytes } from '../../parse/engine/parser-memory.ts';
import { type PackedResults, ResultPacker } from './packed-results.ts';
import type { ParseSettings, ParseTask } from './parse-task.ts';
import { runParseTask } from './parse-task.ts';

export interface WorkerData {
  readonly settings: ParseSettings;
  /** Position in the batch, and when it was begun, in seconds. */
  readonly place: SharedArrayBuffer;
  /** The language to make ready for while there is nothing to do yet. */
  readonly language: string | undefined;
  readonly maxParserBytes: number;
}

export interface WorkerAnswer {
  readonly results: PackedResults;
  /** The parser failed in a way that may have harmed it, or holds memory it will not give back: use another worker. */
  readonly isSpent: boolean;
}

/** Real sources leave less than this behind. */
const bloatedBytes = 72 * 1024 * 1024;

if (parentPort === null) throw new Error('A parse worker runs in a worker thread only.');
const port = parentPort;
const { settings, place, language, maxParserBytes } = workerData as WorkerData;
const at = new Int32Array(place);
limitParserMemory(maxParserBytes);

// Batches wait for each other, since the parser is one and answers must come in the order of their questions.
let work = language === undefined ? Promise.resolve() : prepareLanguage(language);
port.on('message', (tasks: ParseTask[]) => {
  work = work.then(() => answer(tasks));
});

async function answer(tasks: ParseTask[]): Promise<void> {
  const packer = new ResultPacker();
  let isSpent = false;
  for (const [index, task] of tasks.entries()) {
    Atomics.store(at, 0, index);
    Atomics.store(at, 1, Math.floor(Date.now() / 1_000));
    try {
      packer.add(await runParseTask(task, settings));
      isSpent = parserMemoryBytes() > bloatedBytes;
    } catch {
      // The text is still good.
      isSpent = true;
      const givenUp = isParserMemorySpent() ? 'too_complex' : 'crashed';
      packer.add(await runParseTask({ ...task, givenUp }, settings));
    }
    // The tasks after this one go to another worker.
    if (isSpent) break;
  }
  Atomics.store(at, 0, -1);
  const results = packer.results();
  // Handed over rather than copied.
  port.postMessage({ results, isSpent } satisfies WorkerAnswer, [results.packed.buffer]);
}
