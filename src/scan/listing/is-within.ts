/** Whether a canonical path is a folder or below it. Compares whole path segments: `/root-evil` is not in `/root`. */
import { isAbsolute, relative, sep } from 'node:path';

export function isWithin(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside === '' || (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside));
}
