/**
 * All watches of a thread share one inotify queue. When it is full the kernel drops events, and libuv hides the notice.
 * So events are counted: a turn of the event loop that delivers many means that events may have been lost.
 *
 * The count cannot miss an overflow. A full queue holds `max_queued_events` events, and libuv reads it to the end in one
 * go. The kernel merges equal events before they take a place, so merging hides nothing. Only events of watches that
 * were given back while their events were queued are not delivered; see `giveBack`.
 */
import { type FSWatcher, readFileSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers';

const listeners = new Set<() => void>();
let delivered = 0;

/** Calls the listener whenever events may have been lost, until the returned function is called. */
export function onLostEvents(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Every callback of a watch calls this first. */
export function countEvent(): void {
  delivered++;
  if (delivered === 1) setImmediate(endTurn);
  if (delivered === Math.floor(queueLength() / 2)) reportLostEvents();
}

function reportLostEvents(): void {
  for (const listener of [...listeners]) listener();
}

/**
 * Gives watches back in the next turns, or at once if nobody else needs the queue. The events that are queued for them
 * are dropped uncounted, and each watch adds a notice to the queue. So it is done a few at a time, and only right after
 * the queue was read: in a few milliseconds the kernel cannot queue half of the default length. A busy process keeps the
 * watches for longer, which does no harm.
 */
export function giveBack(watchers: readonly FSWatcher[]): void {
  const isRunning = returned.length > 0;
  for (const watcher of watchers) returned.push(watcher);
  if (listeners.size === 0) closeSome(returned.length);
  else if (!isRunning) giveBackSoon();
}

const returned: FSWatcher[] = [];
const givenBackAtOnce = 256;
const recentMs = 5;
const attemptsInARow = 100;
const restMs = 100;

function giveBackSoon(attempts = 0): void {
  if (returned.length === 0) return;
  if (attempts === attemptsInARow) setTimeout(giveBackSoon, restMs).unref();
  else setImmediate(giveSomeBack, performance.now(), attempts);
}

/** Runs one turn after it was scheduled in a turn, so the queue was read since then. */
function giveSomeBack(turnBeganAtMs: number, attempts: number): void {
  // The first attempt may have been scheduled in the poll phase of this turn, after the queue was read.
  const isRecent = attempts > 0 && performance.now() - turnBeganAtMs < recentMs;
  if (isRecent) closeSome(givenBackAtOnce);
  giveBackSoon(isRecent ? 1 : attempts + 1);
}

function closeSome(count: number): void {
  for (const watcher of returned.splice(0, count)) watcher.close();
}

function endTurn(): void {
  delivered = 0;
}

let length: number | undefined;

/** The kernel reads the setting when the queue is created, which is about now. */
function queueLength(): number {
  if (length === undefined) {
    try {
      length = Number.parseInt(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'), 10);
    } catch {
      length = 16_384;
    }
    if (!(length > 0)) length = 16_384;
  }
  return length;
}
