/** A database on disk is its main file and the write-ahead log beside it. */
import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';

/** What stands between a file's name and the time in the name of one that was quarantined. */
export const quarantineSuffix = '.set-aside-';

/** Moves a database out of the way, with its log, under a name that tells when. Returns where it lies now. */
export function quarantine(file: string): string {
  const stamp = new Date().toISOString().replace(/[^\d]/g, '');
  const aside = `${file}${quarantineSuffix}${stamp}`;
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return aside;
}

export function databaseBytes(file: string): number {
  return ['', '-wal']
    .map((suffix) => statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}

/** Whether there is a log with a sound header. To be asked before the database is opened, which makes a log where there is none. */
export function hasWal(file: string): boolean {
  const header = Buffer.alloc(32);
  try {
    const log = openSync(`${file}-wal`, 'r');
    try {
      if (readSync(log, header, 0, header.length, 0) < header.length) return false;
    } finally {
      closeSync(log);
    }
  } catch {
    return false;
  }
  const isBigEndian = header.readUInt32BE(0) === 0x377f0683;
  if (!isBigEndian && header.readUInt32BE(0) !== 0x377f0682) return false;
  const [first, second] = checksum(header.subarray(0, 24), isBigEndian);
  return first === header.readUInt32BE(24) && second === header.readUInt32BE(28);
}

/** SQLite's own sum over its log's header. */
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
