/** How the memory that a job may take is divided: how many workers it is enough for, and what one of them may take. */

/** What the job itself takes: the runtime, the listing, the writer with its page cache. */
const ownMb = 144;
/** What a worker takes on real sources. */
const usualWorkerMb = 120;
/** A small young heap is collected more often, and more of it survives: with 12 MB, a full index takes 3 % longer. */
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
 * What the worst file may take. It does not depend on how many workers there are, so that what is found in a file does not
 * either: when files of that kind meet, workers are given up (memory-watch.ts).
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
