/**
 * What the watch needs to know of git's index, from the output of `ls-files`. No object is made for each file, because a
 * large index has a hundred thousand.
 */
import { isTooLong, keyOf, type Name, nameOf, parentOf } from '../listing/names.ts';
import { newSlice } from '../listing/slice.ts';

/** Returns the keys of the folders with tracked files, at any depth, from the output of `ls-files -z`. */
export async function trackedFolders(output: Buffer): Promise<ReadonlySet<string>> {
  const folders = new Set<string>();
  const slice = newSlice();
  // Entries are sorted, so most are in the folder of the one before.
  let folder = output.subarray(0, 0);
  for (let start = 0; start < output.length; start = endOf(output, start) + 1) {
    const path = output.subarray(start, endOf(output, start));
    const inFolder = path.subarray(0, path.lastIndexOf(slash) + 1);
    if (!inFolder.equals(folder)) addFolders(folders, nameOf(path));
    folder = inFolder;
    if (slice.isOver()) await slice.next();
  }
  return folders;
}

/** Returns the paths that only one of two outputs of `ls-files -z` has. */
export async function differingPaths(a: Buffer, b: Buffer): Promise<Name[]> {
  const names: Name[] = [];
  const slice = newSlice();
  for (let inA = 0, inB = 0; inA < a.length || inB < b.length; ) {
    const [endA, endB] = [endOf(a, inA), endOf(b, inB)];
    const order = inA >= a.length ? 1 : inB >= b.length ? -1 : a.compare(b, inB, endB, inA, endA);
    if (order !== 0) names.push(nameOf(order < 0 ? a.subarray(inA, endA) : b.subarray(inB, endB)));
    if (order <= 0) inA = endA + 1;
    if (order >= 0) inB = endB + 1;
    if (slice.isOver()) await slice.next();
  }
  return names;
}

const slash = '/'.charCodeAt(0);

/** Returns where the NUL after a position is. */
function endOf(output: Buffer, start: number): number {
  const end = output.indexOf(0, start);
  return end === -1 ? output.length : end;
}

function addFolders(folders: Set<string>, name: Name): void {
  // No file can have such a path, and its folders would take quadratic time.
  if (isTooLong(name)) return;
  for (let at = parentOf(name); at.path !== ''; at = parentOf(at)) {
    const key = keyOf(at);
    if (folders.has(key)) return;
    folders.add(key);
  }
}
