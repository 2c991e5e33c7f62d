/**
 * A raw name is the name behind an indexed path that shows invalid bytes as `\xHH`. The store keeps only the path; the
 * bytes that open the file are recovered here. A valid name may contain the same four characters, and the listing gives
 * such a path to the valid name, so a raw name counts only where the path itself is missing on disk.
 */
import { lstatSync } from 'node:fs';
import { absolutePath, type Name, nameOf } from './names.ts';

/** Returns the name with invalid bytes that is shown as this path; undefined if there is none. */
export function rawNameOf(path: string): (Name & { readonly rawPath: Buffer }) | undefined {
  if (!path.includes('\\x')) return undefined;
  const parts: Buffer[] = [];
  let end = 0;
  for (const { 0: run, index } of path.matchAll(escapedRun)) {
    const bytes = Buffer.from(run.replaceAll('\\x', ''), 'hex');
    // Bytes that form a character would be shown as that character, so the path has the backslashes themselves.
    if (nameOf(bytes).path !== run) continue;
    parts.push(Buffer.from(path.slice(end, index)), bytes);
    end = index + run.length;
  }
  if (end === 0) return undefined;
  return { path, rawPath: Buffer.concat([...parts, Buffer.from(path.slice(end))]) };
}

/** Returns the name that an indexed path has on disk now. */
export function nameOnDisk(root: string, path: string): Name {
  const raw = rawNameOf(path);
  return raw === undefined || exists(absolutePath(root, { path })) ? { path } : raw;
}

/** Only bytes above 0x7f can be invalid. */
const escapedRun = /(?:\\x[89a-f][0-9a-f])+/g;

function exists(path: string | Buffer): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
