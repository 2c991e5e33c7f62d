/** The files of a database on disk: the main file, its write-ahead log (WAL) and the shared memory of its processes. */
import { accessSync, closeSync, constants, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Access } from './sqlite.ts';

const sideFiles = ['-wal', '-shm'] as const;

/**
 * Identifies the files that an open connection uses. If one of them is deleted or replaced, the connection would go on
 * with a file that no other process sees. `withContent` also notices a change of their content, for a connection that
 * relies on there being none.
 */
export function stampOfFiles(file: string, withContent = false): string {
  return ['', ...sideFiles].map((suffix) => stampOf(file + suffix, withContent)).join(', ');
}

function stampOf(path: string, withContent: boolean): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return 'none';
    const content = withContent ? ` ${found.size} ${found.mtimeMs}` : '';
    return `${found.dev} ${found.ino}${content}`;
  } catch {
    // Opening it reports why it cannot be read.
    return 'unreadable';
  }
}

/**
 * Whether the main file was emptied while it was in use. A new database gets its first page before its WAL, so an empty
 * file that has one is not new.
 */
export function isEmptied(file: string): boolean {
  const hasSideFiles = sideFiles.some((suffix) => existsSync(file + suffix));
  return hasSideFiles && statSync(file, { throwIfNoEntry: false })?.size === 0;
}

/** Whether the database and its side files may be written to, as far as permissions tell. */
export function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    accessSync(dirname(file), constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * How to read a database whose side files cannot be created. Without a WAL the main file is read alone: nothing else is
 * part of it, and a later writer would create the WAL first.
 */
export function readAccess(file: string): Exclude<Access, 'write'> {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0 ? 'read' : 'frozen';
}

/** Quarantines the side files of a main file that was deleted. They belong to processes that still have it open. */
export function quarantineOrphans(file: string): void {
  if (sideFiles.some((suffix) => existsSync(file + suffix)) && !existsSync(file)) quarantine(file);
}

/** Separates the file name from the timestamp in the name of a quarantined file. */
export const quarantineSuffix = '.set-aside-';

/** Renames a database and its WAL to a name with a timestamp. Returns the new path. */
export function quarantine(file: string): string {
  const stamp = new Date().toISOString().replace(/[^\d]/g, '');
  const quarantined = `${file}${quarantineSuffix}${stamp}`;
  for (const suffix of [...sideFiles, '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, quarantined + suffix);
  }
  return quarantined;
}

/** Whether there is a WAL with a valid header. Must be called before the database is opened, which creates a WAL. */
export function hasWal(file: string): boolean {
  const header = Buffer.alloc(32);
  try {
    const log = openSync(`${file}-wal`, 'r');
    try {
      if (readSync(log, header, 0, header.length, 0) < header.length) return false;
    } finally {
      closeSync(log);
    }
  } catch (thrown) {
    // Any other failure says nothing about the log, and must not make it look lost.
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
    return false;
  }
  const isBigEndian = header.readUInt32BE(0) === 0x377f0683;
  if (!isBigEndian && header.readUInt32BE(0) !== 0x377f0682) return false;
  const [first, second] = checksum(header.subarray(0, 24), isBigEndian);
  return first === header.readUInt32BE(24) && second === header.readUInt32BE(28);
}

/** The checksum that SQLite uses for the header of the WAL. */
function checksum(bytes: Buffer, isBigEndian: boolean): [number, number] {
  let first = 0;
  let second = 0;
  for (let at = 0; at < bytes.length; at += 8) {
    const word = (offset: number) => (isBigEndian ? bytes.readUInt32BE(offset) : bytes.readUInt32LE(offset));
    first = (first + word(at) + second) >>> 0;
    second = (second + word(at + 4) + first) >>> 0;
  }
  return [first, second];
}
