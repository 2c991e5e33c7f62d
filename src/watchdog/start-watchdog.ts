/**
 * A watchdog is a thread that ends its process when the main thread cannot: the parent is gone, an end that was
 * announced does not come, or the event loop does not turn. It kills, which is safe because the store survives it.
 */
import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { programFile } from '../program-files.ts';
import type { WatchdogData, WatchdogRules } from './watchdog-thread.ts';

export interface Watchdog {
  /** Announces that the process is about to end; `rules.endingMs` says how long that may take. */
  expectEnd(): void;
  close(): void;
}

const beatMs = 200;
/** The thread needs a few megabytes for the runtime and next to nothing for itself. */
const heapLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 };

export interface WatchdogOptions {
  readonly rules: WatchdogRules;
  /** The ids of processes to end first, each the leader of its group; 0 is an empty place. */
  readonly children: SharedArrayBuffer;
  /** Called when the thread has started. */
  readonly onThread?: () => void;
}

export function startWatchdog({ rules, children, onThread = () => {} }: WatchdogOptions): Watchdog {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const workerData: WatchdogData = { rules, children, state: state.buffer };
  const thread = startThread(workerData);
  thread?.once('online', onThread).unref();
  // Without its watchdog the process works as before.
  thread?.on('error', () => {});
  const beat = setInterval(() => Atomics.add(state, 0, 1), beatMs).unref();
  return {
    expectEnd: () => void Atomics.store(state, 1, 1),
    close() {
      clearInterval(beat);
      void thread?.terminate();
    },
  };
}

/** Undefined if the system has no thread left, or if a debugger may stop the main thread for as long as it likes. */
function startThread(workerData: WatchdogData): Worker | undefined {
  if (debuggerUrl() !== undefined) return undefined;
  try {
    return new Worker(programFile('watchdog/watchdog-thread.js'), { workerData, resourceLimits: heapLimits });
  } catch {
    return undefined;
  }
}
