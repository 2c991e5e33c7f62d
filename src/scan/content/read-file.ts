/**
 * Reads one file of a work tree or folder from disk. Unreadable files give a skip reason, not an exception, unless the
 * system has no file handle or memory left: that says nothing about the file. Links are never followed and opening a
 * pipe never blocks. Synchronous, because it runs in worker threads.
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
import { systemError } from '../../errors.ts';
import type { SkipReason } from '../../model.ts';
import { absolutePath, type Name, parentOf } from '../listing/names.ts';

/** Returns the bytes of a file below a canonical root, or why it is skipped; `maxBytes` is the size limit. */
export function readWorkingFile(root: string, file: Name, maxBytes: number): Buffer | SkipReason {
  let descriptor: number | undefined;
  try {
    if (!isInside(root, parentPath(root, file))) return 'link';
    descriptor = openSync(absolutePath(root, file), openFlags);
    const found = fstatSync(descriptor);
    if (!found.isFile()) return 'unreadable';
    // A parent folder may have become a link since its lstat.
    if (!openedInside(root, file, descriptor, found)) return 'link';
    return found.size > maxBytes ? 'too_large' : readToEnd(descriptor, found.size, maxBytes);
  } catch (error) {
    return skipReasonOf(error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function skipReasonOf(error: unknown): SkipReason {
  if (systemError(error) !== undefined) throw error;
  return (error as NodeJS.ErrnoException).code === 'ELOOP' ? 'link' : 'unreadable';
}

/**
 * Returns a reader for many files below a canonical root, several times faster than `readWorkingFile`: each folder is
 * checked only once, and the bytes are valid only until the next read. Use it to select files that are then read with
 * all checks.
 */
export function bulkReader(root: string, maxBytes: number): (file: Name) => Buffer | SkipReason {
  // One extra byte detects a file that is too large.
  const buffer = Buffer.allocUnsafe(maxBytes + 1);
  const inside = new Map<string, boolean>();
  const isInsideFolder = (file: Name): boolean => {
    const folder = file.rawPath === undefined ? file.path.slice(0, file.path.lastIndexOf('/') + 1) : undefined;
    if (folder === undefined) return isInside(root, parentPath(root, file));
    let known = inside.get(folder);
    if (known === undefined) {
      known = isInside(root, parentPath(root, file));
      inside.set(folder, known);
    }
    return known;
  };
  return (file) => {
    let descriptor: number | undefined;
    try {
      if (!isInsideFolder(file)) return 'link';
      descriptor = openSync(absolutePath(root, file), openFlags);
      // One read returns the whole of a regular file.
      const length = readSync(descriptor, buffer, 0, buffer.length, null);
      return length === buffer.length ? 'too_large' : buffer.subarray(0, length);
    } catch (error) {
      return skipReasonOf(error);
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  };
}

/**
 * Returns the text of one of git's own files; undefined if it is not a regular file of at most `maxBytes`. Throws if
 * there is no file handle left: whoever reads it would conclude that the file does not exist.
 */
export function readPlainText(path: string | Buffer, maxBytes: number, options: PlainOptions = {}): string | undefined {
  const bytes = readPlainFile(path, maxBytes, options);
  return typeof bytes === 'string' ? undefined : bytes.toString('utf8');
}

interface PlainOptions {
  readonly followsLink?: boolean;
}

/** Returns the bytes of such a file, or why they are not returned. */
export function readPlainFile(
  path: string | Buffer,
  maxBytes: number,
  { followsLink = true }: PlainOptions = {},
): Buffer | SkipReason {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, followsLink ? openFlags & ~(constants.O_NOFOLLOW ?? 0) : openFlags);
    const found = fstatSync(descriptor);
    if (!found.isFile()) return 'unreadable';
    return found.size > maxBytes ? 'too_large' : readToEnd(descriptor, found.size, maxBytes);
  } catch (error) {
    return skipReasonOf(error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Returns git's blob id of these bytes. */
export function blobHash(bytes: Uint8Array, algorithm: 'sha1' | 'sha256'): string {
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** Returns git's blob id of a file below a root; undefined if it is unreadable or larger than `maxBytes`. */
export function hashWorkingFile(
  { root, hashAlgorithm }: { readonly root: string; readonly hashAlgorithm: 'sha1' | 'sha256' },
  file: Name,
  maxBytes: number,
): string | undefined {
  const bytes = readWorkingFile(root, file, maxBytes);
  return typeof bytes === 'string' ? undefined : blobHash(bytes, hashAlgorithm);
}

/** Do not follow a link and do not block on a pipe. Windows has neither flag. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Returns the real path of a file's folder. */
function parentPath(root: string, file: Name): Buffer {
  return realpathSync.native(absolutePath(root, parentOf(file)), { encoding: 'buffer' });
}

/**
 * Whether the opened file is below the root: by the path of its descriptor where the system provides it, otherwise by
 * resolving the path again.
 */
function openedInside(root: string, file: Name, descriptor: number, found: Stats): boolean {
  if (process.platform === 'linux') {
    try {
      return isInside(root, readlinkSync(`/proc/self/fd/${descriptor}`, { encoding: 'buffer' }));
    } catch {
      // Without /proc, fall through to the portable check.
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

/** Reads to the end of the file, not to `size`: the file may grow or shrink while it is read. */
function readToEnd(descriptor: number, size: number, maxBytes: number): Buffer | SkipReason {
  // One extra byte, so that the end is detected without a second buffer.
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
