/** The id of a project: sixteen characters derived from the identity of its repository. It names the index folder. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { blake3 } from '@noble/hashes/blake3.js';
import { targetAt } from '../entry.ts';

export function projectIdOf(identity: string): string {
  return Buffer.from(blake3(new TextEncoder().encode(identity)))
    .toString('hex')
    .slice(0, 16);
}

/** Returns the ids of all projects with a folder, registered or not. */
export function storedProjects(home: string): string[] {
  const folder = join(home, 'projects');
  return targetAt(folder)?.isDirectory() ? readdirSync(folder).filter((name) => /^[0-9a-f]{16}$/.test(name)) : [];
}
