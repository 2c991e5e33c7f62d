/**
 * The memory of a job: how many workers its limit allows, how much they may work on at once, the limit of each worker,
 * and a watch over the whole process.
 */
import { collectGarbage } from '../../collect-garbage.ts';
import { mostFileBytes, ownMemoryMb } from '../../config/file-memory.ts';

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
  return Math.max(1, Math.floor((maxMemoryMb - ownMemoryMb) / usualWorkerMb));
}

/** How many bytes of files may be in work at once, from reading to writing, beside the other workers. */
export function bytesInWork(maxMemoryMb: number, workers: number): number {
  return mostFileBytes(maxMemoryMb - (workers - 1) * usualWorkerMb);
}

/**
 * Returns the limits for the worst file. They do not depend on the number of workers, so the facts of a file do not
 * either. If several such files are parsed at once, workers are stopped (watchMemory).
 */
export function workerLimits(maxMemoryMb: number, maxFileBytes: number): WorkerLimits {
  const aloneMb = maxMemoryMb - ownMemoryMb;
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

// Watches the memory of the job process with all its threads. Near the limit, it first collects garbage; if that is not
// enough, it calls for relief.

const checkIntervalMs = 100;
/** Freed memory takes a moment to show. */
const betweenReliefsMs = 400;
/** A collection pauses the job for up to a second. */
const betweenCollectionsMs = 5_000;
const nearShare = 0.75;
const urgentShare = 0.88;

export interface MemoryWatch {
  /** Memory has been near the limit; from then on the job uses smaller batches. */
  readonly isTight: boolean;
  close(): void;
}

/** Calls `relieve` repeatedly while too much memory is in use. */
export function watchMemory(maxMemoryMb: number, relieve: (isUrgent: boolean) => void): MemoryWatch {
  const capBytes = maxMemoryMb * 1024 * 1024;
  const watch = { isTight: false, close: () => clearInterval(timer) };
  let relievedAt = Number.NEGATIVE_INFINITY;
  let collectedAt = Number.NEGATIVE_INFINITY;
  const timer = setInterval(() => {
    let share = process.memoryUsage.rss() / capBytes;
    if (share < nearShare) return;
    if (performance.now() - collectedAt > betweenCollectionsMs) {
      collectGarbage();
      collectedAt = performance.now();
      share = process.memoryUsage.rss() / capBytes;
      if (share < nearShare) return;
    }
    watch.isTight = true;
    const isUrgent = share >= urgentShare;
    if (!isUrgent && performance.now() - relievedAt < betweenReliefsMs) return;
    relievedAt = performance.now();
    relieve(isUrgent);
  }, checkIntervalMs);
  timer.unref();
  return watch;
}
