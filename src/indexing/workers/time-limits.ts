/**
 * How long a file may take to parse. A small file gets less time than a large one, and every file gets less once several
 * have failed: a few kilobytes can make a grammar take quadratic time, and a repository can have thousands of such files.
 * A worker that has lost more time than it used well gives each file little time, and at last none. Time counts as lost
 * even if the file was parsed in the end, as far as ordinary files of its length take much less.
 */

/** The record of a worker and those it replaces: failed files (timed out, or cost a worker), ms lost, ms used well. */
export const recordLength = 3;
const lostAt = 1;
const usedAt = 2;

/** Returns the limit for a text of this length in milliseconds; 0 if it is not parsed. */
export function timeLimit(length: number, parseTimeoutMs: number, record: Int32Array): number {
  const budget = lostBudgetMs + Atomics.load(record, usedAt);
  const lost = Atomics.load(record, lostAt);
  if (lost > 2 * budget) return 0;
  const share = Math.min(1, smallestShare + length / largeLength);
  const usual = (parseTimeoutMs * share) / slowdown(record);
  return lost > budget ? Math.min(usual, quickTime(length)) : usual;
}

const smallestShare = 0.2;
const largeLength = 1 << 20;
const lostBudgetMs = 30_000;

/** Ten times what ordinary files take. */
function quickTime(length: number): number {
  return 50 + length * 0.005;
}

/** Returns the seconds without progress after which a worker counts as hung. */
export function hungAfterSeconds(parseTimeoutMs: number, record: Int32Array): number {
  return Math.max(leastHungSeconds, (parseTimeoutMs / 1_000 + graceSeconds) / slowdown(record));
}

/** Added to the time limit of a file. */
const graceSeconds = 10;
const leastHungSeconds = 5;

function slowdown(record: Int32Array): number {
  return 1 + Math.floor(Atomics.load(record, 0) / manyFailures);
}

const manyFailures = 10;

/** Records the time of a file that timed out or cost a worker. */
export function recordLost(record: Int32Array, ms: number): void {
  Atomics.add(record, 0, 1);
  Atomics.add(record, lostAt, Math.round(ms));
}

/** Records the time of a text of this length that was parsed. */
export function recordParsed(record: Int32Array, length: number, ms: number): void {
  const usedMs = Math.min(ms, quickTime(length));
  Atomics.add(record, usedAt, Math.round(usedMs));
  Atomics.add(record, lostAt, Math.round(ms - usedMs));
}
