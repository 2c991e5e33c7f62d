/**
 * Follows a path without leaving some folders: every link is read before it is followed, and nothing outside the
 * folders is looked at. So neither the result nor the time it takes depends on what exists outside.
 */
import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, relative, sep } from 'node:path';
import { systemError } from '../errors.ts';
import { isWithin } from '../scan/listing/lstat.ts';

export type Place =
  | { readonly kind: 'folder' | 'file' /** With links resolved. */; readonly path: string }
  | { readonly kind: 'absent' | 'outside' };

/** As many as Linux follows. */
const maxLinks = 40;

/** Returns what is at an absolute path without `..`, as seen from canonical folders. */
export async function walkInside(path: string, folders: readonly string[]): Promise<Place> {
  const start = await enter(path, folders);
  if (start === undefined) return { kind: 'outside' };
  let at = start.at;
  let steps = start.steps;
  for (let links = 0; ; ) {
    const step = steps.shift();
    if (step === undefined) break;
    if (step === '' || step === '.') continue;
    const next = step === '..' ? dirname(at) : join(at, step);
    if (!isInside(next, folders)) {
      // The way to a folder leads through the folders above it, which are known to be no links.
      if (!folders.some((folder) => isWithin(folder, next))) return { kind: 'outside' };
      at = next;
      continue;
    }
    const found = await entryAt(next);
    if (found === 'absent') return { kind: 'absent' };
    if (found === 'file') return steps.some((rest) => rest !== '') ? { kind: 'absent' } : { kind: 'file', path: next };
    if (found === 'folder') {
      at = next;
      continue;
    }
    if (++links > maxLinks) return { kind: 'absent' };
    if (isAbsolute(found.link)) at = parse(found.link).root;
    steps = [...found.link.slice(isAbsolute(found.link) ? at.length : 0).split(sep), ...steps];
  }
  return isInside(at, folders) ? { kind: 'folder', path: at } : { kind: 'outside' };
}

/** Returns where the path, which may be spelled with links above a folder, first reaches one of the folders. */
async function enter(path: string, folders: readonly string[]): Promise<{ at: string; steps: string[] } | undefined> {
  const direct = folders.find((folder) => isWithin(path, folder));
  if (direct !== undefined) return { at: direct, steps: relative(direct, path).split(sep) };
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep);
  for (let count = 1; count <= names.length; count++) {
    const real = await realpath(join(root, ...names.slice(0, count))).catch(() => undefined);
    if (real === undefined) return undefined;
    if (isInside(real, folders)) return { at: real, steps: names.slice(count) };
  }
  return undefined;
}

function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isWithin(path, folder));
}

async function entryAt(path: string): Promise<'absent' | 'file' | 'folder' | { readonly link: string }> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return { link: await readlink(path) };
    return found.isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if (systemError(error) !== undefined) throw error;
    return 'absent';
  }
}
