/**
 * The write-ahead log holds what was committed and is not in the main file yet. Where it is gone although a job was under way,
 * the main file may be a mixture of two states, which SQLite takes for sound; so such an index is checked as a whole.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { integrityErrors } from './check-integrity.ts';
import { livingHolder } from './lease.ts';
import type { Database } from './sqlite.ts';

/** To be asked before the database is opened, which makes a log where there is none. */
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

/** What the loss has done to the index; nothing if it was left by a job that was killed and is whole. */
export function damageOfMissingWal(database: Database): string[] {
  const isLeft = database.prepare('SELECT 1 FROM lease').get() !== undefined && livingHolder(database) === undefined;
  if (!isLeft) return [];
  const errors = integrityErrors(database);
  // A job that was killed has left the lease; without it the index need not be checked again.
  if (errors.length === 0) database.prepare('DELETE FROM lease WHERE token = (SELECT token FROM lease)').run();
  return errors;
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
