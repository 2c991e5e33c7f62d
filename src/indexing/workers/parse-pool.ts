/**
 * A pool of parse workers. Each worker has a few batches of tasks queued, and results arrive in any order. A worker
 * that hangs, dies or is corrupted is replaced; the file that it was parsing is stored as text, with the parse outcome.
 */

import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { systemError } from '../../errors.ts';
import type { ParseOutcome } from '../../model.ts';
import { programFile } from '../../program-files.ts';
import { workerLimits } from '../job/memory.ts';
import type { PackedResults } from './packed-results.ts';
import { attemptAfter, type ParseSettings, type ParseTask } from './parse-task.ts';
import type { NeededLanguage, WorkerAnswer, WorkerData, WorkerMessage } from './parse-worker.ts';
import { hungAfterSeconds, recordLength, recordLost } from './time-limits.ts';

/** Enough to keep a worker busy while the writer, which shares the thread with the pool, is in a transaction. */
const usualBatchesAhead = 4;

/** Where the record begins in the memory that a worker shares. */
const recordAt = 2;

export interface ParsePool {
  /** Resolves once the batch is queued, not once it is done. */
  submit(tasks: ParseTask[]): Promise<void>;
  /** Loads the grammar of a language in every worker. */
  prepare(needed: NeededLanguage): void;
  /** Resolves once every batch is done. */
  drain(): Promise<void>;
  /** Frees memory: stops one worker, or all but one if it is urgent, and queues fewer batches. */
  relieve(isUrgent: boolean): void;
  readonly workers: number;
  /** A pool that has failed stays failed. */
  readonly hasFailed: boolean;
  close(): Promise<void>;
}

export interface PoolOptions {
  readonly maxHeapMb?: number | undefined;
  /** A worker that was started before the plan was known. */
  readonly early?: RunningWorker | undefined;
  /** The workers do not keep the process alive. */
  readonly isDetached?: boolean;
  /** Batches that a worker has queued; fewer end sooner when the request is cancelled. */
  readonly batchesAhead?: number;
}

interface Slot extends RunningWorker {
  readonly batches: ParseTask[][];
  /** The file that the watchdog saw in progress, and how many times in a row. */
  watched: { readonly file: string; readonly times: number };
}

export function openParsePool(
  size: number,
  settings: ParseSettings,
  onResults: (results: PackedResults) => void,
  { maxHeapMb, early, isDetached = false, batchesAhead: most = usualBatchesAhead }: PoolOptions = {},
): ParsePool {
  const slots: Slot[] = [];
  const waiting: (() => void)[] = [];
  const retries: ParseTask[][] = [];
  let failure: unknown;
  let isClosed = false;
  let batchesAhead = most;

  const wake = () => {
    for (const resume of waiting.splice(0)) resume();
  };
  const fail = (thrown: unknown) => {
    failure ??= thrown;
    wake();
  };

  const open = (running = startWorker(settings, undefined, maxHeapMb)): Slot => {
    const { worker } = running;
    if (isDetached) worker.unref();
    const slot: Slot = Object.assign(running, { batches: [], watched: { file: '', times: 0 } });
    worker.on('message', (answer: WorkerAnswer) => receive(slot, answer));
    worker.on('error', (thrown) => {
      // A worker that dies without a file in progress would die again, as would one on an exhausted system.
      const isCulpritUnknown = Atomics.load(slot.place, 0) === -1 || systemError(thrown) !== undefined;
      if (isCulpritUnknown && slots.includes(slot)) fail(thrown);
      replace(slot, 'crashed');
    });
    worker.on('exit', () => replace(slot, 'crashed'));
    return slot;
  };

  const receive = (slot: Slot, answer: WorkerAnswer) => {
    if (isClosed || !slots.includes(slot)) return;
    const batch = slot.batches.shift() ?? [];
    const { skipped, files } = answer.results;
    const left = batch.slice(skipped.length + files.length);
    if (left.length > 0) retries.push(left);
    if (answer.isSpent) replace(slot, undefined);
    try {
      onResults(answer.results);
    } catch (thrown) {
      fail(thrown);
    }
    dispatchRetries();
    wake();
  };

  /** Replaces a failed worker, or removes it, and redistributes its tasks. */
  const replace = (slot: Slot, culpritIs: ParseOutcome | undefined, isRemoved = false) => {
    const index = slots.indexOf(slot);
    if (isClosed || index === -1) return;
    const [current, ...others] = slot.batches;
    const position = Atomics.load(slot.place, 0);
    if (current !== undefined && culpritIs !== undefined) {
      // The results of this batch are lost with the worker, so all its tasks run again, each in its own batch.
      for (const [at, task] of current.entries()) {
        const isCulprit = at === position || current.length === 1;
        const next = isCulprit ? attemptAfter(task, culpritIs) : task;
        if (next === undefined) onResults(unreadable(task.path));
        else retries.push([next]);
      }
    } else if (current !== undefined) retries.push(current);
    for (const each of others) retries.push(each);
    // After a failure every worker would fail in the same way.
    const next = isRemoved || failure !== undefined ? undefined : tryToOpen(slots.length - 1);
    if (next === undefined) slots.splice(index, 1);
    else {
      // Otherwise files that each cost a worker would never get less time.
      next.place.set(slot.place.subarray(recordAt), recordAt);
      if (culpritIs !== undefined) recordLost(next.place.subarray(recordAt), 1_000 * slot.watched.times);
      slots[index] = next;
    }
    void slot.worker.terminate();
    dispatchRetries();
    wake();
  };

  const dispatchRetries = () => {
    while (retries.length > 0) {
      const slot = freeSlot(slots, batchesAhead);
      if (slot === undefined) return;
      send(slot, retries.shift() as ParseTask[]);
    }
  };

  // The watchdog counts its own ticks, one per second, because wall-clock time also passes while the machine sleeps.
  const watchdog = setInterval(() => {
    for (const slot of [...slots]) {
      const limit = hungAfterSeconds(settings.parseTimeoutMs, slot.place.subarray(recordAt));
      const [position, begun] = [Atomics.load(slot.place, 0), Atomics.load(slot.place, 1)];
      const file = `${position} ${begun}`;
      slot.watched = { file, times: file === slot.watched.file ? slot.watched.times + 1 : 0 };
      if (position >= 0 && slot.batches.length > 0 && slot.watched.times > limit) replace(slot, 'timeout');
    }
  }, 1_000);
  watchdog.unref();

  const untilChanged = () => new Promise<void>((resume) => waiting.push(resume));

  /** If the system has no thread left, the other workers do the work; without any, the pool fails. */
  const tryToOpen = (others: number, running?: RunningWorker): Slot | undefined => {
    try {
      return open(running);
    } catch (thrown) {
      if (others === 0) fail(thrown);
      return undefined;
    }
  };

  const ready = early?.hasEnded ? undefined : early;
  for (let index = 0; index < size; index++) {
    const slot = tryToOpen(slots.length, index === 0 ? ready : undefined);
    if (slot === undefined) break;
    slots.push(slot);
  }

  return {
    async submit(tasks) {
      for (;;) {
        if (failure !== undefined) throw failure;
        const slot = freeSlot(slots, batchesAhead);
        if (slot !== undefined) return send(slot, tasks);
        await untilChanged();
      }
    },
    prepare(needed) {
      for (const { worker } of slots) worker.postMessage(needed satisfies WorkerMessage);
    },
    async drain() {
      for (;;) {
        if (failure !== undefined) throw failure;
        if (retries.length === 0 && slots.every((slot) => slot.batches.length === 0)) return;
        await untilChanged();
      }
    },
    relieve(isUrgent) {
      batchesAhead = 1;
      const removed = isUrgent ? slots.slice(1) : slots.slice(Math.max(1, slots.length - 1));
      for (const slot of removed) replace(slot, undefined, true);
    },
    get hasFailed() {
      return failure !== undefined;
    },
    get workers() {
      return slots.length;
    },
    async close() {
      isClosed = true;
      clearInterval(watchdog);
      await Promise.all(slots.map((slot) => slot.worker.terminate()));
    },
  };
}

function unreadable(path: string): PackedResults {
  return { skipped: [{ path, reason: 'unreadable' }], files: [], packed: new Uint8Array() };
}

function freeSlot(slots: readonly Slot[], batchesAhead: number): Slot | undefined {
  let free: Slot | undefined;
  for (const slot of slots) {
    if (slot.batches.length < batchesAhead && (free === undefined || slot.batches.length < free.batches.length)) {
      free = slot;
    }
  }
  return free;
}

function send(slot: Slot, tasks: ParseTask[]): void {
  slot.batches.push(tasks);
  slot.worker.postMessage(tasks satisfies WorkerMessage);
}

/** A running parse worker and the shared memory in which it records its current task. */
export interface RunningWorker {
  readonly worker: Worker;
  /** Position in the batch, start time in seconds, and the record of `time-limits.ts`. */
  readonly place: Int32Array;
  hasEnded: boolean;
}

/** Starts a worker. With a language, the worker loads its grammar before the first task. */
export function startWorker(settings: ParseSettings, language?: string, maxHeapMb?: number): RunningWorker {
  const limits = workerLimits(settings.maxMemoryMb, settings.maxFileBytes);
  // The flag that limits the young generation of the job would override the limit of a worker.
  setFlagsFromString('--max-semi-space-size=0');
  const place = new SharedArrayBuffer(4 * (recordAt + recordLength));
  const worker = new Worker(programFile('indexing/workers/parse-worker.js'), {
    workerData: { settings, place, language, maxParserBytes: limits.maxParserBytes } satisfies WorkerData,
    resourceLimits: {
      maxOldGenerationSizeMb: maxHeapMb ?? limits.maxHeapMb,
      maxYoungGenerationSizeMb: limits.maxYoungHeapMb,
    },
  });
  const running: RunningWorker = { worker, place: new Int32Array(place), hasEnded: false };
  running.place[0] = -1;
  // Until a pool adds its own listener, an unhandled error would end the process.
  worker.on('error', () => {
    running.hasEnded = true;
  });
  worker.on('exit', () => {
    running.hasEnded = true;
  });
  return running;
}
