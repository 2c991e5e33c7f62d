/** A file stamp changes when the file at a path does. Links are followed. */
import { type BigIntStats, statSync } from 'node:fs';

export function fileStamp(path: string): string {
  const found = statOf(path);
  return found === undefined ? '-' : stampOf(found);
}

/** Returns what the path leads to; undefined if nothing can be read there: without permission, it is as good as absent. */
export function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false, bigint: true });
  } catch {
    return undefined;
  }
}

/** A user can set the time of a modification, but not when the file or its times changed. */
export function stampOf({ mtimeNs, ctimeNs, size, ino, dev }: BigIntStats): string {
  return `${mtimeNs} ${ctimeNs} ${size} ${ino} ${dev}`;
}

/** Whether a later change gives another stamp: one in the same tick of the clock does not. */
export function isSettled({ ctimeNs }: BigIntStats): boolean {
  return Date.now() - Number(ctimeNs / 1_000_000n) >= tickMs;
}

export const tickMs = 100;
