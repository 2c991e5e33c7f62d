/** The files of a database on disk: the main file, its write-ahead log (WAL) and the shared memory of its processes. */
import { accessSync, closeSync, constants, openSync, readSync, realpathSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { damaged } from '../damage.ts';
import { entryAt, targetAt } from '../entry.ts';
import { accessError } from '../private-files.ts';
import type { Access } from './sqlite.ts';

const sideFiles = ['-wal', '-shm'] as const;
/** SQLite rolls back a journal that it finds, although a database in WAL mode has none. */
const allSideFiles = [...sideFiles, '-journal'] as const;

/**
 * Throws damage if SQLite would open something that is not a regular file. To open a pipe would block the process, and
 * anything else fails for a reason that SQLite does not report. Must be called before the database is opened.
 */
export function assertRegularFiles(file: string): void {
  const irregular = irregularFile(file);
  if (irregular !== undefined) throw damaged(`${irregular} is not a regular file`);
}

/** The main file may be a link: SQLite follows it, and has the side files beside its target. It follows no other link. */
function irregularFile(file: string): string | undefined {
  try {
    const isLink = entryAt(file)?.isSymbolicLink();
    if (isLink && !leadsTo(file, 'file')) return file;
    const main = isLink ? realpathSync(file) : file;
    return ['', ...allSideFiles].map((suffix) => main + suffix).find((path) => entryAt(path)?.isFile() === false);
  } catch (thrown) {
    throw accessError(file, thrown);
  }
}

/** Throws damage if there is something in place of a folder. */
export function assertFolderOrNone(folder: string): void {
  if (isObstructed(folder)) throw damaged(`${folder} is not a folder`);
}

function isObstructed(folder: string): boolean {
  try {
    return entryAt(folder) !== undefined && !leadsTo(folder, 'folder');
  } catch (thrown) {
    throw accessError(folder, thrown);
  }
}

/** False for a link that leads to nothing or in a circle. */
function leadsTo(path: string, kind: 'file' | 'folder'): boolean {
  try {
    const target = targetAt(path);
    return (kind === 'file' ? target?.isFile() : target?.isDirectory()) ?? false;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ELOOP') return false;
    throw thrown;
  }
}

/**
 * Identifies the files that an open connection uses. If one of them is deleted or replaced, the connection would go on
 * with a file that no other process sees. `withContent` also notices a change of their content, for a connection that
 * relies on there being none.
 */
export function stampOfFiles(file: string, withContent = false): string {
  return ['', ...sideFiles].map((suffix) => stampOf(file + suffix, withContent)).join(', ');
}

/** Identifies one file, since another may replace it. */
export function stampOfFile(path: string): string {
  return stampOf(path, false);
}

function stampOf(path: string, withContent: boolean): string {
  try {
    const found = targetAt(path);
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
  return hasSideFiles(file) && targetAt(file)?.size === 0;
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
  return (targetAt(`${file}-wal`)?.size ?? 0) > 0 ? 'read' : 'frozen';
}

/** Quarantines the side files of a main file that was deleted. They belong to processes that still have it open. */
export function quarantineOrphans(file: string): void {
  if (hasSideFiles(file) && entryAt(file) === undefined) quarantine(file);
}

function hasSideFiles(file: string): boolean {
  return sideFiles.some((suffix) => entryAt(file + suffix) !== undefined);
}

/** Separates the file name from the timestamp in the name of a quarantined file. */
export const quarantineSuffix = '.set-aside-';

/** Renames a database and its side files to a name with a timestamp. Returns the new path. */
export function quarantine(file: string): string {
  const stamp = new Date().toISOString().replace(/[^\d]/g, '');
  const quarantined = `${file}${quarantineSuffix}${stamp}`;
  for (const suffix of [...allSideFiles, '']) {
    if (entryAt(file + suffix) !== undefined) renameSync(file + suffix, quarantined + suffix);
  }
  return quarantined;
}

/** Renames what is in place of a folder. */
export function quarantineObstruction(folder: string): void {
  if (isObstructed(folder)) quarantine(folder);
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
