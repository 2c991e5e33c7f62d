/** The head of git's index file: what git noted about the first tracked files when it last compared them. */
import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { systemError } from '../../../errors.ts';

interface IndexEntry {
  readonly path: string;
  readonly mtimeSeconds: number;
  readonly mtimeNanoseconds: number;
  /** The last 32 bits; zero where the program that wrote the index does not know it. */
  readonly inode: number;
  readonly bytes: number;
}

/**
 * Whether the index in a git folder was written for the files below a folder: one of the first entries is that very
 * file. A copy of the files elsewhere has other inodes and times.
 */
export function isIndexOf(gitDir: string, folder: string, hashBytes: number): boolean {
  return indexEntries(headOf(join(gitDir, 'index')), hashBytes).some((entry) => isSameFile(folder, entry));
}

export function hasIndex(gitDir: string): boolean {
  return headOf(join(gitDir, 'index')).length > 0;
}

/** Some ten thousand entries: one of them is unchanged in nearly every work tree. */
const maxHeadBytes = 1 << 20;

function headOf(path: string): Buffer {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(descriptor);
    if (!found.isFile()) return Buffer.alloc(0);
    const buffer = Buffer.alloc(Math.min(found.size, maxHeadBytes));
    return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, 0));
  } catch (error) {
    if (systemError(error) !== undefined) throw error;
    return Buffer.alloc(0);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

const headerBytes = 12;
/** Times, device, inode, mode, owner and size: ten numbers of four bytes. */
const statBytes = 40;
const hasMoreFlags = 0x4000;

/** Reads the entries that are complete. Version 4 writes a path as the difference from the one before. */
function indexEntries(head: Buffer, hashBytes: number): IndexEntry[] {
  const entries: IndexEntry[] = [];
  if (head.length < headerBytes || head.toString('latin1', 0, 4) !== 'DIRC') return entries;
  const [version, count] = [head.readUInt32BE(4), head.readUInt32BE(8)];
  let path = '';
  for (let start = headerBytes; entries.length < count; ) {
    const flagsAt = start + statBytes + hashBytes;
    if (flagsAt + 2 > head.length) break;
    let at = flagsAt + ((head.readUInt16BE(flagsAt) & hasMoreFlags) !== 0 ? 4 : 2);
    if (version === 4) {
      const cut = offsetAt(head, at);
      path = path.slice(0, Math.max(0, path.length - cut.value));
      at = cut.end;
    } else path = '';
    const end = head.indexOf(0, at);
    if (end === -1) break;
    path += head.toString('latin1', at, end);
    const number = (index: number) => head.readUInt32BE(start + 4 * index);
    entries.push({
      path,
      mtimeSeconds: number(2),
      mtimeNanoseconds: number(3),
      inode: number(5),
      bytes: number(9),
    });
    // Before version 4, entries are padded with one to eight NUL.
    start = version === 4 ? end + 1 : start + (((end - start) >> 3) + 1) * 8;
  }
  return entries;
}

/** A number of several bytes, as in the deltas of packs: each but the last has the highest bit. */
function offsetAt(head: Buffer, start: number): { readonly value: number; readonly end: number } {
  let at = start;
  let byte = head[at++] ?? 0;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0 && at < start + 5) {
    byte = head[at++] ?? 0;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, end: at };
}

function isSameFile(folder: string, { path, mtimeSeconds, mtimeNanoseconds, inode, bytes }: IndexEntry): boolean {
  const file = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path, 'latin1')]);
  const found = statOf(file);
  if (found === undefined) return false;
  const nanoseconds = found.mtimeNs % 1_000_000_000n;
  if (found.mtimeNs / 1_000_000_000n !== BigInt(mtimeSeconds)) return false;
  if (inode !== 0) return Number(BigInt.asUintN(32, found.ino)) === inode;
  return nanoseconds === BigInt(mtimeNanoseconds) && found.size === BigInt(bytes);
}

function statOf(file: Buffer): BigIntStats | undefined {
  try {
    return lstatSync(file, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (systemError(error) !== undefined) throw error;
    // A name that no file can have.
    return undefined;
  }
}
