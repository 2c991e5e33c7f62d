/**
 * A path as the index has it: relative to the root, with slashes, whatever was typed (`./src\\a.ts`, or the full path of
 * a file below `root`).
 */
export function normalPath(typed: string, root?: string): string {
  const slashed = typed.trim().replaceAll('\\', '/');
  const folder = root?.replaceAll('\\', '/').replace(/\/*$/, '/');
  const inside = folder !== undefined && slashed.startsWith(folder) ? slashed.slice(folder.length) : slashed;
  const parts: string[] = [];
  for (const part of inside.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
