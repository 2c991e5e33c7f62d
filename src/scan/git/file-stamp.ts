/** A file stamp changes when the file at a path does. Links are followed. */
import { statSync } from 'node:fs';

export function fileStamp(path: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? '-' : `${found.mtimeMs} ${found.ctimeMs} ${found.size} ${found.ino}`;
  } catch {
    // Without permission, the file is as good as absent.
    return '-';
  }
}
