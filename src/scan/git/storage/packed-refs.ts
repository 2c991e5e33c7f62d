/**
 * Packed refs are lines of an id and a full name in one file. It is searched as bytes and never parsed in full: a file of
 * a million refs would take gigabytes as a map.
 */
import { join } from 'node:path';
import { readPlainFile } from '../../content/read-file.ts';
import { isSettled, stampOf, statOf } from '../file-stamp.ts';
import { isObjectId } from '../ref-names.ts';

/** Returns the id of a ref; undefined if it is not packed, `unknown` if only git can tell. */
export function packedRef(commonDir: string, full: string): string | undefined {
  const bytes = packedBytes(join(commonDir, 'packed-refs'));
  if (bytes === undefined) return undefined;
  return bytes === 'unknown' ? 'unknown' : idIn(bytes, full);
}

/** A file of this size takes about as long to search as git takes to start. */
const maxBytes = 32 << 20;
const maxKeptBytes = 8 << 20;
/** The file that was read last, unless it is large. */
let kept: { readonly stamp: string; readonly bytes: Buffer } | undefined;

function packedBytes(file: string): Buffer | 'unknown' | undefined {
  const found = statOf(file);
  if (found === undefined) return undefined;
  const stamp = stampOf(found);
  if (kept?.stamp === stamp) return kept.bytes;
  const bytes = readPlainFile(file, maxBytes);
  if (typeof bytes === 'string') return 'unknown';
  if (bytes.length <= maxKeptBytes && isSettled(found)) kept = { stamp, bytes };
  return bytes;
}

function idIn(bytes: Buffer, full: string): string | undefined {
  // No ref has such a name, and it could match the end of a line with another one.
  if (/\s/.test(full)) return undefined;
  // Git refuses a file that was cut off.
  if (bytes.length > 0 && bytes.at(-1) !== lineEnd) return 'unknown';
  const at = bytes.indexOf(` ${full}\n`);
  if (at === -1) return undefined;
  const start = at === 0 ? 0 : bytes.lastIndexOf(lineEnd, at - 1) + 1;
  const id = at - start > maxIdLength ? '' : bytes.toString('latin1', start, at);
  return isObjectId(id) ? id : 'unknown';
}

const lineEnd = '\n'.charCodeAt(0);
const maxIdLength = 64;
