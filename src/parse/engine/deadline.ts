/**
 * Returns a check whether work has exceeded its time limit. Between two checks at most a tenth of the limit is counted,
 * so that work does not time out because the machine slept or the process was suspended.
 */
export function deadline(limitMs: number, now: () => number = () => performance.now()): () => boolean {
  let lastMs = now();
  let spentMs = 0;
  return () => {
    const atMs = now();
    spentMs += Math.min(atMs - lastMs, limitMs / 10);
    lastMs = atMs;
    return spentMs > limitMs;
  };
}
