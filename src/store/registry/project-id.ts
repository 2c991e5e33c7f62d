/** The id of a project: sixteen characters that follow from what identifies its repository, and name the folder of its index. */
import { blake3 } from '@noble/hashes/blake3.js';

export function projectIdOf(identity: string): string {
  return Buffer.from(blake3(new TextEncoder().encode(identity)))
    .toString('hex')
    .slice(0, 16);
}
