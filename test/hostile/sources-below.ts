/** Reads the sources below a folder as input for mutation. Changes nothing there. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const most = 4_000;

export interface Source {
  readonly path: string;
  readonly content: Buffer;
}

export function sourcesBelow(folder: string, isWanted: (path: string) => boolean, maxBytes: number): Source[] {
  const found: Source[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined && found.length < most; next = folders.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && entry.name !== '.git') folders.push(path);
      else if (entry.isFile() && isWanted(path) && statSync(path).size <= maxBytes) {
        found.push({ path, content: readFileSync(path) });
      }
    }
  }
  if (found.length === 0) throw new Error(`No source to mutate below ${folder}.`);
  return found;
}
