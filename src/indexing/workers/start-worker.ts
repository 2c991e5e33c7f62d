/** A running parse worker and the shared memory in which it records its current task. */
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { programFile } from '../../program-files.ts';
import { workerLimits } from '../job/memory-limits.ts';
import type { ParseSettings } from './parse-task.ts';
import type { WorkerData } from './parse-worker.ts';

export interface RunningWorker {
  readonly worker: Worker;
  /** Position in the batch and start time in seconds. */
  readonly place: Int32Array;
  hasEnded: boolean;
}

/** Starts a worker. With a language, the worker loads its grammar before the first task. */
export function startWorker(settings: ParseSettings, language?: string, maxHeapMb?: number): RunningWorker {
  const limits = workerLimits(settings.maxMemoryMb, settings.maxFileBytes);
  // The flag that limits the young generation of the job would override the limit of a worker.
  setFlagsFromString('--max-semi-space-size=0');
  const place = new SharedArrayBuffer(8);
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
