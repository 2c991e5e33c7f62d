/** Watches the memory of the job's process, all its threads together, and says when it comes near what the job may take. */

const betweenLooksMs = 100;
/** Memory that was given up takes a moment to show. */
const betweenReliefsMs = 400;
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
  const timer = setInterval(() => {
    const share = process.memoryUsage.rss() / capBytes;
    if (share < nearShare) return;
    watch.isTight = true;
    const isUrgent = share >= urgentShare;
    if (!isUrgent && performance.now() - relievedAt < betweenReliefsMs) return;
    relievedAt = performance.now();
    relieve(isUrgent);
  }, betweenLooksMs);
  timer.unref();
  return watch;
}
