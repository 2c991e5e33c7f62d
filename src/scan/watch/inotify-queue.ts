/**
 * All watches of a thread share one inotify queue. When it is full the kernel drops events, and libuv hides the notice.
 * So events are counted: a turn of the event loop that delivers many means that events may have been lost.
 *
 * The count cannot miss an overflow. A full queue holds `max_queued_events` events, and libuv reads it to the end in one
 * go. The kernel merges equal events before they take a place, so merging hides nothing. Only events of watches that
 * were given back while their events were queued are not delivered; see `giveBack`.
 */
import { type FSWatcher, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers';

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

export function reportLostEvents(): void {
  for (const listener of [...listeners]) listener();
}

/**
 * Gives watches back in the next turns. The events that are queued for them are dropped uncounted, and each watch adds a
 * notice to the queue. So it is done a few at a time, and only right after the queue was read: in a few milliseconds the
 * kernel cannot queue half of the default length unseen. On a machine too busy for that, events count as lost.
 */
export function giveBack(watchers: Iterable<FSWatcher>): void {
  const isRunning = returned.length > 0;
  for (const watcher of watchers) returned.push(watcher);
  if (!isRunning && returned.length > 0) setImmediate(giveSomeBack, performance.now(), 0);
}

const returned: FSWatcher[] = [];
const givenBackAtOnce = 256;
const recentMs = 5;
const maxAttempts = 100;

/** The queue was read between the start of the turn and now. */
function giveSomeBack(turnBeganAtMs: number, attempts: number): void {
  const isRecent = performance.now() - turnBeganAtMs < recentMs;
  const isDone = isRecent || attempts >= maxAttempts;
  if (isDone) {
    for (const watcher of returned.splice(-givenBackAtOnce)) watcher.close();
    if (!isRecent) reportLostEvents();
  }
  if (returned.length > 0) setImmediate(giveSomeBack, performance.now(), isDone ? 0 : attempts + 1);
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
