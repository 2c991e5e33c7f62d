/**
 * Watches the memory of the job process with all its threads. Near the limit, it first collects garbage; if that is not
 * enough, it calls for relief.
 */
import { collectGarbage } from '../../collect-garbage.ts';

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
