/** Divides the memory limit of a job: how many workers it allows, and the limit of each worker. */

/** Memory of the job itself: the runtime, the listing, the writer with its page cache. */
const ownMb = 144;
/** Memory of a worker on real sources. */
const usualWorkerMb = 120;
/** A small young generation is collected more often and more survives: with 12 MB, a full index takes 3 % longer. */
const mostYoungHeapMb = 48;
const leastYoungHeapMb = 12;
const mostHeapMb = 192;
const leastHeapMb = 48;
const leastParserMb = 48;
const mebibyte = 1024 * 1024;

export interface WorkerLimits {
  readonly maxHeapMb: number;
  readonly maxYoungHeapMb: number;
  readonly maxParserBytes: number;
}

export function affordableWorkers(maxMemoryMb: number): number {
  return Math.max(1, Math.floor((maxMemoryMb - ownMb) / usualWorkerMb));
}

/**
 * Returns the limits for the worst file. They do not depend on the number of workers, so the facts of a file do not
 * either. If several such files are parsed at once, workers are stopped (memory-watch.ts).
 */
export function workerLimits(maxMemoryMb: number, maxFileBytes: number): WorkerLimits {
  const aloneMb = maxMemoryMb - ownMb;
  const mostParserMb = 64 + (64 * maxFileBytes) / mebibyte;
  return {
    maxHeapMb: Math.round(between(leastHeapMb, 0.6 * aloneMb, mostHeapMb)),
    maxYoungHeapMb: Math.round(between(leastYoungHeapMb, maxMemoryMb / 20, mostYoungHeapMb)),
    maxParserBytes: Math.round(between(leastParserMb, 0.4 * aloneMb, Math.max(leastParserMb, mostParserMb))) * mebibyte,
  };
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
