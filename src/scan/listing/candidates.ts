/**
 * A candidate is a discovered file that is not yet listed or skipped. The decision is made here, by the same rules for
 * every source, from its name and its `lstat`.
 */
import type { FileStat, SkippedFile, SkipReason } from '../../model.ts';
import { secretByName } from '../content/secrets.ts';
import type { ListedFile, Listing, ListOptions } from './list-files.ts';
import { isForged, isTooLong, type Name } from './names.ts';
import { newSlice, type Slice } from './slice.ts';

export interface Candidate {
  readonly name: Name;
  readonly kind: 'file' | 'link' | 'unreadable' | 'sparse';
  readonly excluded: boolean;
  readonly hash?: string;
  readonly size?: number | undefined;
  readonly stat?: FileStat;
  readonly executable?: boolean;
}

/** Returns the listing of all candidates, sorted by path, each path once. */
export async function listingOf(
  candidates: readonly Candidate[],
  skippedFolders: readonly SkippedFile[],
  submodules: readonly string[],
  warnings: readonly string[],
  options: ListOptions,
): Promise<Listing> {
  const files: ListedFile[] = [];
  const skipped: SkippedFile[] = [...skippedFolders];
  let previous: string | undefined;
  await forEachItem([...candidates].sort(byName), candidates, options, (candidate) => {
    const { path } = candidate.name;
    // Two raw names can decode to the same path. Only the first one gets it.
    const reason = path === previous ? 'unreadable' : skipReason(candidate, options.maxFileBytes);
    previous = path;
    if (reason === undefined) files.push(listed(candidate));
    else skipped.push({ path, reason });
  });
  skipped.sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
  return { files, skipped, submodules: [...new Set(submodules)].sort(), warnings };
}

/** Visits many items: yields to the event loop, reports the count, and stops at the signal. */
export async function forEachItem<T>(
  items: readonly T[],
  found: readonly unknown[],
  options: ListOptions,
  visit: (item: T) => void,
): Promise<void> {
  const slice = newSlice();
  for (const item of items) {
    visit(item);
    if (slice.isOver()) await yieldToEventLoop(found.length, options, slice);
  }
  await yieldToEventLoop(found.length, options, slice);
}

export async function yieldToEventLoop(found: number, options: ListOptions, slice: Slice): Promise<void> {
  options.onDiscovered?.(found);
  await slice.next();
  options.signal?.throwIfAborted();
}

function skipReason(candidate: Candidate, maxFileBytes: number): SkipReason | undefined {
  if (candidate.excluded) return 'excluded';
  if (isForged(candidate.name.path) || isTooLong(candidate.name)) return 'unreadable';
  if (secretByName(candidate.name.path)) return 'secret';
  if (candidate.kind !== 'file') return candidate.kind;
  return (candidate.stat?.size ?? candidate.size ?? 0) > maxFileBytes ? 'too_large' : undefined;
}

function listed({ name, hash, size, stat, executable }: Candidate): ListedFile {
  // Assigned one by one, because spreading would take longer than the rest of the listing.
  const file: { -readonly [key in keyof ListedFile]: ListedFile[key] } = { path: name.path };
  if (name.rawPath !== undefined) file.rawPath = name.rawPath;
  if (hash !== undefined) file.hash = hash;
  if (size !== undefined) file.size = size;
  if (stat !== undefined) file.stat = stat;
  if (executable) file.executable = true;
  return file;
}

/** Sorts by code units; of two equal paths, the one that is valid UTF-8 comes first. */
function byName({ name: a }: Candidate, { name: b }: Candidate): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return Number(a.rawPath !== undefined) - Number(b.rawPath !== undefined);
}
