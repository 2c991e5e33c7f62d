/**
 * The state of what is at a path; undefined if nothing can be found there. That includes paths below a file, names that
 * are too long, rings of links and locked folders, for which `throwIfNoEntry: false` still throws. Throws only if the
 * system has no handle left, because then nothing is known about the path.
 */
import { lstatSync, type Stats, statSync } from 'node:fs';
import { systemError } from '../errors.ts';

/** Follows links. */
export function statIfFound(path: string): Stats | undefined {
  return ifFound(() => statSync(path, { throwIfNoEntry: false }));
}

export function lstatIfFound(path: string): Stats | undefined {
  return ifFound(() => lstatSync(path, { throwIfNoEntry: false }));
}

function ifFound(look: () => Stats | undefined): Stats | undefined {
  try {
    return look();
  } catch (error) {
    if (systemError(error) !== undefined) throw error;
    return undefined;
  }
}
