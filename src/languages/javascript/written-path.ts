/** Paths as sources and manifests write them. Each is tried with many folders and extensions. */
import { joined } from '../../query/view/folder-table.ts';

/** Real paths are far shorter. */
const maxLength = 1_000;
const maxSegments = 64;

/** Whether a specifier or a target is so long that it is taken to refer to no file. */
export function isTooLong(written: string): boolean {
  return written.length > maxLength || written.split('/').length > maxSegments;
}

/** Joins a written path to a folder. Returns undefined if it is too long or outside of the repository. */
export function writtenPath(folder: string, written: string): string | undefined {
  return isTooLong(written) ? undefined : joined(folder, written);
}
