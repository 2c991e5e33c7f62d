/** Why a folder cannot be watched, by the error of the system. */
import { readFileSync } from 'node:fs';

/** Whether only this folder cannot be watched: it is gone, is no folder, or may not be read. */
export function isOfOneFolder(error: NodeJS.ErrnoException): boolean {
  return ofOneFolder.has(error.code ?? '');
}

export function isForbidden(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EACCES' || error.code === 'EPERM';
}

const ofOneFolder = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG']);

/** Returns a sentence that says why watching failed and what helps. */
export function reasonFor(error: NodeJS.ErrnoException, root: string): string {
  if (error.code === 'ENOSPC') return limitReached('max_user_watches', 'watches', root, 1_048_576);
  if (error.code === 'EMFILE') return limitReached('max_user_instances', 'instances', root, 1_024);
  if (error.code === 'ENOENT') return `${root} no longer exists. Check the path.`;
  return `${root} cannot be watched: ${error.message}`;
}

function limitReached(setting: string, what: string, root: string, proposed: number): string {
  const limit = limitOf(setting);
  const higher = Math.max(proposed, 2 * (limit ?? 0));
  const value = limit === undefined ? '' : ` (${limit})`;
  return (
    `${root} cannot be watched, because the limit of inotify ${what}${value} is reached. ` +
    `Raise it with \`sudo sysctl fs.inotify.${setting}=${higher}\`.`
  );
}

function limitOf(setting: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(`/proc/sys/fs/inotify/${setting}`, 'utf8'), 10);
  } catch {
    return undefined;
  }
}
