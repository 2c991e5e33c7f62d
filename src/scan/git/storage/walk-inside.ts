/**
 * Follows a path without leaving some folders: every link is read before it is followed, and nothing outside the
 * folders is looked at. So neither the result nor the time it takes depends on what exists outside.
 */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { CodedError, systemError } from '../../../errors.ts';
import { isWithin } from '../../listing/lstat.ts';

export type Place =
  | { readonly kind: 'folder' | 'file' /** With links resolved. */; readonly path: string }
  | { readonly kind: 'absent' | 'outside' };

/** As many as Linux follows. */
const maxLinks = 40;

/** Returns what is at an absolute path, as seen from canonical folders. */
export function walkInside(path: string, folders: readonly string[]): Place {
  const start = enter(path, folders);
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
    const found = entryAt(next);
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

/** Whether a path leads outside, by either reading of `..`: after the links before it, as the system does, or before. */
export function leadsOutside(path: string, folders: readonly string[]): boolean {
  return [path, resolve(path)].some((reading) => walkInside(reading, folders).kind === 'outside');
}

export function outsideAllowedRoots(root: string): CodedError {
  return new CodedError('workspace_not_allowed', `The workspace ${root} points outside the allowed roots.`, {
    data: { workspace: root },
  });
}

/** Returns where the path, which may be spelled with links above a folder, first reaches one of the folders. */
function enter(path: string, folders: readonly string[]): { at: string; steps: string[] } | undefined {
  const direct = folders.find(
    (folder) => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep),
  );
  if (direct !== undefined) return { at: direct, steps: path.slice(direct.length).split(sep) };
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep);
  // A step up behind a link leads to another place than the text tells.
  if (names.includes('..')) return undefined;
  for (let count = 1; count <= names.length; count++) {
    const real = realPathOf(join(root, ...names.slice(0, count)));
    if (real === undefined) return undefined;
    if (isInside(real, folders)) return { at: real, steps: names.slice(count) };
  }
  return undefined;
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function isInside(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isWithin(path, folder));
}

function entryAt(path: string): 'absent' | 'file' | 'folder' | { readonly link: string } {
  try {
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return { link: readlinkSync(path) };
    return found.isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if (systemError(error) !== undefined) throw error;
    return 'absent';
  }
}
