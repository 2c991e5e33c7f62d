/**
 * A candidate is a discovered file that is not yet listed or skipped. The decision is made here, by the same rules for
 * every source, from its name and its `lstat`.
 */
import type { FileStat, SkippedFile, SkipReason } from '../../model.ts';
import { secretByName } from '../content/secrets/secrets.ts';
import { defaultFolders } from './default-excludes.ts';
import type { IgnoreWork } from './ignore/ignore-limits.ts';
import { ignoreRules } from './ignore/ignore-rules.ts';
import type { ListedFile, Listing, ListOptions } from './list-files.ts';
import { baseName, isForged, isTooLong, type Name } from './names.ts';
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
  work: IgnoreWork,
  options: ListOptions,
): Promise<Listing> {
  const files: ListedFile[] = [];
  const excluded = exclusionReason(work, options);
  const skipped = skippedFolders.map(({ path, reason }) => ({
    path,
    reason: reason === 'excluded' ? excluded({ path: path.slice(0, -1) }, true) : reason,
  }));
  let previous: string | undefined;
  await forEachItem([...candidates].sort(byName), candidates, options, (candidate) => {
    const { path } = candidate.name;
    // Two raw names can decode to the same path. Only the first one gets it.
    const reason = path === previous ? 'unreadable' : skipReason(candidate, options.maxFileBytes, excluded);
    previous = path;
    if (reason === undefined) files.push(listed(candidate));
    else skipped.push({ path, reason });
  });
  // What rules that are too costly left out is in no other list.
  const known = new Set(skipped.map(({ path }) => path));
  for (const path of work.undecided) if (!known.has(path)) skipped.push({ path, reason: 'undecided' });
  skipped.sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
  return { files, skipped, submodules: [...new Set(submodules)].sort(), warnings: work.warnings };
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

type ExclusionReason = 'undecided' | 'excluded' | 'excluded_by_repository';

/** Returns a function that tells why an excluded path is: by the user and by default, or by a rule of the repository. */
function exclusionReason(
  work: IgnoreWork,
  { exclude, ownExclude = exclude }: ListOptions,
): (name: Name, isFolder: boolean) => ExclusionReason {
  const ofUser = ignoreRules([], ownExclude, work);
  return (name, isFolder) => {
    if (work.undecided.has(isFolder ? `${name.path}/` : name.path)) return 'undecided';
    if (isFolder && defaultFolders.has(baseName(name.path))) return 'excluded';
    return ofUser.ignores(name, isFolder) ? 'excluded' : 'excluded_by_repository';
  };
}

function skipReason(
  candidate: Candidate,
  maxFileBytes: number,
  excluded: ReturnType<typeof exclusionReason>,
): SkipReason | undefined {
  if (candidate.excluded) return excluded(candidate.name, false);
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
