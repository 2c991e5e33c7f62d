/** Moves a database out of the way, with its log, under a name that tells when; nothing of it is lost. */
import { existsSync, renameSync } from 'node:fs';

/** What stands between a file's name and the time in the name of one that was set aside. */
export const quarantineSuffix = '.set-aside-';

/** Returns where it lies now. */
export function quarantine(file: string): string {
  const stamp = new Date().toISOString().replace(/[^\d]/g, '');
  const aside = `${file}${quarantineSuffix}${stamp}`;
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return aside;
}
