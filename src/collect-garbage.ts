/**
 * Forces a garbage collection. V8 delays one while memory is free, but we share that memory with other processes.
 * Takes tens of milliseconds, or close to a second with hundreds of megabytes in use.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('typeof gc === "function" ? gc : undefined');
  if (typeof collect === 'function') collect();
}
