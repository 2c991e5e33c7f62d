/**
 * A plan says, for a listing, which file versions the store already has and which files have to be read. A file
 * whose stat is as stored is known without being opened.
 */

import { hashWorkingFile } from '../../scan/content/read-file.ts';
import { racyMs } from '../../scan/listing/entry-stamps.ts';
import type { ListedFile } from '../../scan/listing/list-files.ts';
import type { FileStatRecord, JobWriter, NewFileStat, StoredVersion } from '../../store/store.ts';

export interface Plan {
  readonly reused: readonly StoredVersion[];
  readonly toParse: readonly ListedFile[];
  /** Stats of files that were read only to find that their content is known. */
  readonly stats: readonly NewFileStat[];
}

export interface PlanContext {
  readonly root: string;
  readonly hashAlgorithm: 'sha1' | 'sha256';
  readonly maxFileBytes: number;
  readonly writer: Pick<JobWriter, 'hasVersions' | 'versionIds'>;
  readonly storedStats: ReadonlyMap<string, FileStatRecord>;
  readonly listedAtMs: number;
  readonly signal: AbortSignal;
}

const filesBetweenBreaths = 500;

export async function planListing(files: readonly ListedFile[], context: PlanContext): Promise<Plan> {
  if (!(await context.writer.hasVersions())) return { reused: [], toParse: files, stats: [] };
  const reused: StoredVersion[] = [];
  const toParse: ListedFile[] = [];
  const hashed: { file: ListedFile; hash: string }[] = [];
  let read = 0;
  for (const file of files) {
    const before = context.storedStats.get(file.path);
    if (before !== undefined && hasSameStat(file, before)) {
      if (before.versionId === undefined) toParse.push(file);
      else reused.push({ path: file.path, id: before.versionId });
      continue;
    }
    if (file.hash === undefined && ++read % filesBetweenBreaths === 0) await breath(context.signal);
    const hash = file.hash ?? hashWorkingFile(context, file, context.maxFileBytes);
    if (hash === undefined) toParse.push(file);
    else hashed.push({ file, hash });
  }
  const ids = await context.writer.versionIds(hashed.map(({ file: { path }, hash }) => ({ path, hash })));
  const stats: NewFileStat[] = [];
  hashed.forEach(({ file, hash }, at) => {
    const id = ids[at];
    const stat = newFileStat(file, hash, context.listedAtMs);
    if (id === undefined) toParse.push(file);
    else reused.push({ path: file.path, id });
    if (id !== undefined && stat !== undefined) stats.push(stat);
  });
  return { reused, toParse, stats };
}

/** What to store of a file that had this content when it was listed; nothing if it was written just then. */
export function newFileStat(file: ListedFile, hash: string, listedAtMs: number): NewFileStat | undefined {
  if (file.stat === undefined) return undefined;
  const isRacy = Math.max(file.stat.mtimeUs, file.stat.ctimeUs) / 1_000 > listedAtMs - racyMs;
  return isRacy ? undefined : { path: file.path, hash, ...file.stat };
}

function hasSameStat({ stat: now }: ListedFile, before: FileStatRecord): boolean {
  return (
    now !== undefined &&
    now.size === before.size &&
    now.mtimeUs === before.mtimeUs &&
    now.ctimeUs === before.ctimeUs &&
    now.inode === before.inode
  );
}

async function breath(signal: AbortSignal): Promise<void> {
  await new Promise((resume) => setImmediate(resume));
  signal.throwIfAborted();
}
