/** The files of a database on disk: the main file and its write-ahead log (WAL). */
import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';

/** Separates the file name from the timestamp in the name of a quarantined file. */
export const quarantineSuffix = '.set-aside-';

/** Renames a database and its WAL to a name with a timestamp. Returns the new path. */
export function quarantine(file: string): string {
  const stamp = new Date().toISOString().replace(/[^\d]/g, '');
  const quarantined = `${file}${quarantineSuffix}${stamp}`;
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, quarantined + suffix);
  }
  return quarantined;
}

export function databaseBytes(file: string): number {
  return ['', '-wal']
    .map((suffix) => statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
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
  } catch {
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
