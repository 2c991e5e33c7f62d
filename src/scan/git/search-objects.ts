/** Searches the bytes of blobs for identifiers, without decoding them. */
import { bytesHolder } from '../content/search-bytes.ts';
import type { ObjectReader } from './object-reader.ts';

export interface ObjectSearch {
  readonly identifiers: readonly string[];
  /** Larger blobs are not searched: they are not indexed either. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

const readsAhead = 64;

/** Returns the blobs that contain any of the identifiers. */
export async function objectsHolding(
  reader: ObjectReader,
  hashes: Iterable<string>,
  { identifiers, maxBytes, signal }: ObjectSearch,
): Promise<Set<string>> {
  const sizes = await reader.sizes(hashes);
  const all = [...sizes].flatMap(([hash, size]) => (size !== undefined && size <= maxBytes ? [hash] : []));
  const holds = bytesHolder(identifiers);
  const holding = new Set<string>();
  let next = 0;
  const search = async (): Promise<void> => {
    while (next < all.length) {
      signal?.throwIfAborted();
      const hash = all[next++] as string;
      const bytes = await reader.read(hash);
      if (bytes !== undefined && holds(bytes)) holding.add(hash);
    }
  };
  // The reader answers in order, so several reads may wait for it.
  await Promise.all(Array.from({ length: readsAhead }, search));
  return holding;
}
