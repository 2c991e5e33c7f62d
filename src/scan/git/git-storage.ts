/**
 * The folders and files that git reads for a repository in addition to its work tree. Links and `alternates` may lead
 * anywhere. That is acceptable if the user named the repository, but not if a client did.
 */
import { realpath } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { readPlainText } from '../content/read-file.ts';
import type { Repository } from './repository.ts';

/** Returns canonical paths; none for a plain folder. */
export async function gitStorage({ identity, gitDir }: Repository): Promise<string[]> {
  if (gitDir === undefined) return [];
  const found = new Set<string>();
  for (const folder of [gitDir, identity]) {
    for (const name of partsOfGit) found.add(await leadsTo(join(folder, name)));
  }
  await addObjects(join(identity, 'objects'), found, new Set());
  return [...found];
}

const partsOfGit = ['', 'HEAD', 'refs', 'refs/heads', 'refs/tags', 'refs/remotes', 'packed-refs', 'index'];
const maxAlternatesBytes = 65_536;

async function addObjects(folder: string, found: Set<string>, seen: Set<string>): Promise<void> {
  if (seen.has(folder)) return;
  seen.add(folder);
  for (const name of ['', 'pack', 'info']) found.add(await leadsTo(join(folder, name)));
  const text = readPlainText(join(folder, 'info', 'alternates'), maxAlternatesBytes) ?? '';
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    // A quoted path contains escapes. It is not decoded, but treated as if it named the file system root.
    const alternate = line.startsWith('"') ? parse(folder).root : await leadsTo(resolve(folder, line));
    found.add(alternate);
    await addObjects(alternate, found, seen);
  }
}

/** A missing path may be created later, so it counts as written. */
function leadsTo(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
