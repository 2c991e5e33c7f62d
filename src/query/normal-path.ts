/** A path as the index has it: relative to the root, with slashes, whatever was typed (`./src\\a.ts`). */
export function normalPath(typed: string): string {
  const parts: string[] = [];
  for (const part of typed.trim().replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
