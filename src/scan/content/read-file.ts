/**
 * Reading one file of a work tree or folder, as it is now. What cannot or must not be read is a reason, not an
 * exception: a link is never followed, a pipe never waited for. Synchronous, since it runs in worker threads.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import type { SkipReason } from '../../model.ts';
import { absolutePath, type Name, parentOf } from '../listing/names.ts';

/** The bytes of a file below a canonical root, at most `maxBytes` of them. */
export function readWorkingFile(root: string, file: Name, maxBytes: number): Buffer | SkipReason {
  let descriptor: number | undefined;
  try {
    if (!isInside(root, parentPath(root, file))) return 'link';
    descriptor = openSync(absolutePath(root, file), openFlags);
    const found = fstatSync(descriptor);
    if (!found.isFile()) return 'unreadable';
    // A folder on the way may have become a link since it was looked at.
    if (!openedInside(root, file, descriptor, found)) return 'link';
    return found.size > maxBytes ? 'too_large' : readToEnd(descriptor, found.size, maxBytes);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ELOOP' ? 'link' : 'unreadable';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The text of a file of git's own, which is read only where it is a plain file of modest size. */
export function readPlainText(path: string, maxBytes: number): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(descriptor);
    if (!found.isFile() || found.size > maxBytes) return undefined;
    const bytes = readToEnd(descriptor, found.size, maxBytes);
    return typeof bytes === 'string' ? undefined : bytes.toString('utf8');
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Git's id of a blob with these bytes. */
export function blobHash(bytes: Uint8Array, algorithm: 'sha1' | 'sha256'): string {
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** Git's id of a file below a root as it is now; nothing if it cannot be read, or is larger than `maxBytes`. */
export function hashWorkingFile(
  { root, hashAlgorithm }: { readonly root: string; readonly hashAlgorithm: 'sha1' | 'sha256' },
  file: Name,
  maxBytes: number,
): string | undefined {
  const bytes = readWorkingFile(root, file, maxBytes);
  return typeof bytes === 'string' ? undefined : blobHash(bytes, hashAlgorithm);
}

/** Not to follow a link, and not to wait for the other end of a pipe. Windows has neither flag. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Where the folder of a file is once links are followed. */
function parentPath(root: string, file: Name): Buffer {
  return realpathSync.native(absolutePath(root, parentOf(file)), { encoding: 'buffer' });
}

/** Whether what was opened lies below the root, by its own path where the system tells it, else by looking once more. */
function openedInside(root: string, file: Name, descriptor: number, found: Stats): boolean {
  if (process.platform === 'linux') {
    try {
      return isInside(root, readlinkSync(`/proc/self/fd/${descriptor}`, { encoding: 'buffer' }));
    } catch {
      // Without that folder, Linux is as any other.
    }
  }
  if (!isInside(root, parentPath(root, file))) return false;
  const now = lstatSync(absolutePath(root, file));
  return now.dev === found.dev && now.ino === found.ino;
}

function isInside(root: string, path: Buffer): boolean {
  const inside = Buffer.from(root);
  if (!path.subarray(0, inside.length).equals(inside)) return false;
  return path.length === inside.length || inside.at(-1) === separator || path[inside.length] === separator;
}

const separator = '/'.charCodeAt(0);

/** The file may grow or shrink while it is read: its end decides, not the size it had. */
function readToEnd(descriptor: number, size: number, maxBytes: number): Buffer | SkipReason {
  // One byte more than expected, so that the end is seen without a second buffer.
  let buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
    if (length > maxBytes) return 'too_large';
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length, maxBytes + 1));
  }
}
