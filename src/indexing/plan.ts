/**
 * A plan says, for a listing, which file versions the store already has and which files have to be read. A file
 * whose stat is as remembered is known without being opened.
 */
import type { FileVersionKey } from '../model.ts';
import type { ListedFile } from '../scan/list-files.ts';
import { blobHash, readWorkingFile } from '../scan/read-file.ts';
import type { KnownVersions, RememberedStat, StatToRemember } from '../store/store.ts';

export interface Plan {
  readonly reused: readonly FileVersionKey[];
  readonly toParse: readonly ListedFile[];
  /** Stats of files that were read only to find that their content is known. */
  readonly stats: readonly StatToRemember[];
}

export interface PlanContext {
  readonly root: string;
  readonly hashAlgorithm: 'sha1' | 'sha256';
  readonly maxFileBytes: number;
  readonly known: KnownVersions;
  readonly remembered: ReadonlyMap<string, RememberedStat>;
  readonly listedAtMs: number;
  readonly signal: AbortSignal;
}

/** Some file systems count time in steps of two seconds: a file written as lately as that may change unseen. */
const racyMs = 2_000;
const filesBetweenBreaths = 500;

export async function planListing(files: readonly ListedFile[], context: PlanContext): Promise<Plan> {
  const reused: FileVersionKey[] = [];
  const toParse: ListedFile[] = [];
  const stats: StatToRemember[] = [];
  let read = 0;
  for (const file of files) {
    const { path } = file;
    let hash = file.hash ?? rememberedHash(file, context.remembered);
    if (hash === undefined && context.known.count > 0) {
      hash = currentHash(file, context);
      if (++read % filesBetweenBreaths === 0) await breath(context.signal);
      const stat = hash === undefined ? undefined : statToRemember(file, hash, context.listedAtMs);
      if (stat !== undefined && hash !== undefined && context.known.idOf({ path, hash }) !== undefined)
        stats.push(stat);
    }
    const key = hash === undefined ? undefined : { path, hash };
    if (key !== undefined && context.known.idOf(key) !== undefined) reused.push(key);
    else toParse.push(file);
  }
  return { reused, toParse, stats };
}

/** What to remember of a file that had this content when it was listed; nothing if it was written just then. */
export function statToRemember(file: ListedFile, hash: string, listedAtMs: number): StatToRemember | undefined {
  if (file.stat === undefined) return undefined;
  const isRacy = Math.max(file.stat.mtimeUs, file.stat.ctimeUs) / 1_000 > listedAtMs - racyMs;
  return isRacy ? undefined : { path: file.path, hash, ...file.stat };
}

function rememberedHash(file: ListedFile, remembered: ReadonlyMap<string, RememberedStat>): string | undefined {
  const before = remembered.get(file.path);
  const now = file.stat;
  if (before === undefined || now === undefined) return undefined;
  const isSame =
    now.size === before.size &&
    now.mtimeUs === before.mtimeUs &&
    now.ctimeUs === before.ctimeUs &&
    now.inode === before.inode;
  return isSame ? before.hash : undefined;
}

function currentHash(file: ListedFile, context: PlanContext): string | undefined {
  const bytes = readWorkingFile(context.root, file, context.maxFileBytes);
  return typeof bytes === 'string' ? undefined : blobHash(bytes, context.hashAlgorithm);
}

async function breath(signal: AbortSignal): Promise<void> {
  await new Promise((resume) => setImmediate(resume));
  signal.throwIfAborted();
}
