/**
 * A server idles far more than it works, so it keeps little memory. Left to itself, the runtime grows the part for what is
 * short-lived to thirty megabytes while the files of a large repository are loaded, and gives nothing back while it idles.
 */
import { setFlagsFromString } from 'node:v8';

export function limitServerMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
