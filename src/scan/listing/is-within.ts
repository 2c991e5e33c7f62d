/** Whether a canonical path is a folder or lies below it. Paths are compared part by part: `/root-evil` is not in `/root`. */
import { isAbsolute, relative, sep } from 'node:path';

export function isWithin(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside === '' || (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside));
}
