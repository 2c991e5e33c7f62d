/** A slice is a few milliseconds of work between two turns of the event loop. */
import { setImmediate } from 'node:timers/promises';

export interface Slice {
  isOver(): boolean;
  /** Lets the event loop turn and begins the next slice. */
  next(): Promise<void>;
}

export function newSlice(): Slice {
  let endMs = performance.now() + sliceMs;
  return {
    isOver: () => performance.now() > endMs,
    next: async () => {
      await setImmediate();
      endMs = performance.now() + sliceMs;
    },
  };
}

const sliceMs = 4;
