/**
 * Collects what nothing refers to any more. The runtime does so late where it sees room left; it does not know how much of it
 * is ours. Takes some tens of milliseconds, and most of a second where hundreds of megabytes are held.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('typeof gc === "function" ? gc : undefined');
  if (typeof collect === 'function') collect();
}
