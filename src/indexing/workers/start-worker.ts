/** A parse worker that runs, and the place in shared memory where it says which task it is at. */
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { programFile } from '../../program-files.ts';
import { workerLimits } from '../job/memory-limits.ts';
import type { ParseSettings } from './parse-task.ts';
import type { WorkerData } from './parse-worker.ts';

export interface RunningWorker {
  readonly worker: Worker;
  /** Position in the batch, and when it was begun, in seconds. */
  readonly place: Int32Array;
  hasEnded: boolean;
}

/** Starts a worker; one that is told a language makes ready for it before the first task comes. */
export function startWorker(settings: ParseSettings, language?: string, maxHeapMb?: number): RunningWorker {
  const limits = workerLimits(settings.maxMemoryMb, settings.maxFileBytes);
  // What keeps the young heap of the job itself small would overrule the limit of a worker's.
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
  // Until a pool takes it over nobody else listens, and an error that nobody hears would end the process.
  worker.on('error', () => {
    running.hasEnded = true;
  });
  worker.on('exit', () => {
    running.hasEnded = true;
  });
  return running;
}
