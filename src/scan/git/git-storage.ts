/**
 * The folders and files that git reads for a repository besides its work tree. Links and `alternates` among them may lead
 * anywhere, which is well where the user named the repository, and not where a client did.
 */
import { realpath } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { readPlainText } from '../content/read-file.ts';
import type { Repository } from './repository.ts';

/** Canonical paths; a plain folder has none. */
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
    // A path in quotes is written in escapes; whoever needs those is taken to lead anywhere.
    const alternate = line.startsWith('"') ? parse(folder).root : await leadsTo(resolve(folder, line));
    found.add(alternate);
    await addObjects(alternate, found, seen);
  }
}

/** What is not there may be made later, so it counts as it is written. */
function leadsTo(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
