/**
 * Watches the memory of the job's process, all its threads together. When it comes near what the job may take, garbage is
 * collected first; what is still too much has to be given up.
 */
import { collectGarbage } from '../../collect-garbage.ts';

const betweenLooksMs = 100;
/** Memory that was given up takes a moment to show. */
const betweenReliefsMs = 400;
/** A collection stops the job for up to a second. */
const betweenCollectionsMs = 5_000;
const nearShare = 0.75;
const urgentShare = 0.88;

export interface MemoryWatch {
  /** It has been near; from then on the job goes gently. */
  readonly isTight: boolean;
  close(): void;
}

/** `relieve` is called as long as too much is held, and told whether it is urgent. */
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
  }, betweenLooksMs);
  timer.unref();
  return watch;
}
