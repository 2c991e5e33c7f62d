/** The BLAKE3 hash of a list of texts, which ids are made of. */
import { blake3 } from '@noble/hashes/blake3.js';

const encoder = new TextEncoder();

export function hashParts(parts: readonly string[], byteLength: number): Uint8Array {
  return blake3(encoder.encode(parts.join('\0')), { dkLen: byteLength });
}
