/** An entry is what a path names in the file system. A path below something that is not a folder names nothing. */
import { lstatSync, type Stats, statSync } from 'node:fs';

/** Returns the entry itself, even if it is a link; undefined if there is none. */
export function entryAt(path: string): Stats | undefined {
  return unlessAbsent(() => lstatSync(path));
}

/** Returns what the entry leads to if it is a link; undefined if that is nothing. */
export function targetAt(path: string): Stats | undefined {
  return unlessAbsent(() => statSync(path));
}

/** `throwIfNoEntry` covers only one of these. */
const absent: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);

function unlessAbsent(stat: () => Stats): Stats | undefined {
  try {
    return stat();
  } catch (thrown) {
    if (absent.has((thrown as NodeJS.ErrnoException).code)) return undefined;
    throw thrown;
  }
}
