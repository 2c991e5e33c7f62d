/**
 * Patience is the time that a piece of work may take, counted while it goes on: from one look to the next no more than a tenth of it
 * is counted, so that work is not given up because the machine slept or the process was stopped meanwhile.
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
