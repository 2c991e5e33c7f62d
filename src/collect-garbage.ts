/**
 * Forces a garbage collection. V8 delays one while memory is free, but we share that memory with other processes.
 * Takes tens of milliseconds, or close to a second with hundreds of megabytes in use.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

export function collectGarbage(): void {
  collect ??= exposedCollection();
  collect();
}

function exposedCollection(): () => void {
  setFlagsFromString('--expose-gc');
  const exposed: unknown = runInNewContext('typeof gc === "function" ? gc : undefined');
  return typeof exposed === 'function' ? () => void exposed() : () => {};
}
