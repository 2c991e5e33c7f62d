/** Searches the bytes of blobs for identifiers, without decoding them. Two processes of git read them in parallel. */
import { bytesHolder } from '../content/search-bytes.ts';
import { ObjectReader } from './object-reader.ts';
import type { Repository } from './repository.ts';

export interface ObjectSearch {
  readonly identifiers: readonly string[];
  /** Larger blobs are not searched: they are not indexed either. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

const processes = 2;
/** Too few objects do not pay for a second process. */
const objectsPerProcess = 50;
const readsAhead = 64;

/** Returns the blobs that contain any of the identifiers. */
export async function objectsHolding(
  repository: Repository,
  hashes: Iterable<string>,
  { identifiers, maxBytes, signal }: ObjectSearch,
): Promise<Set<string>> {
  const unique = [...new Set(hashes)];
  if (unique.length === 0) return new Set();
  const sizes = await objectSizes(repository, unique);
  const all = unique.filter((hash) => (sizes.get(hash) ?? Number.POSITIVE_INFINITY) <= maxBytes);
  const holds = bytesHolder(identifiers);
  const holding = new Set<string>();
  const count = Math.min(processes, Math.ceil(all.length / objectsPerProcess));
  const readers = Array.from({ length: count }, () => new ObjectReader(repository));
  let next = 0;
  const search = async (reader: ObjectReader): Promise<void> => {
    while (next < all.length) {
      signal?.throwIfAborted();
      const hash = all[next++] as string;
      const bytes = await reader.read(hash);
      if (bytes !== undefined && holds(bytes)) holding.add(hash);
    }
  };
  try {
    // Each reader answers in order, so several reads may wait for it.
    await Promise.all(readers.flatMap((reader) => Array.from({ length: readsAhead }, () => search(reader))));
  } finally {
    await Promise.all(readers.map((reader) => reader.close()));
  }
  return holding;
}

async function objectSizes(repository: Repository, hashes: readonly string[]) {
  const reader = new ObjectReader(repository);
  try {
    return await reader.sizes(hashes);
  } finally {
    await reader.close();
  }
}
