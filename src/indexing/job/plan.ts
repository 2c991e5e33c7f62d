/**
 * A plan splits a listing into file versions that are already stored and files that have to be read. A file whose stat
 * is unchanged is not opened.
 */

import type { FileStat } from '../../model.ts';
import { hashWorkingFile } from '../../scan/content/read-file.ts';
import type { ListedFile } from '../../scan/listing/list-files.ts';
import { racyMs } from '../../scan/listing/touched-names.ts';
import type { FileStatRecord, JobWriter, NewFileStat, StoredVersion } from '../../store/store.ts';

export interface Plan {
  readonly reused: readonly StoredVersion[];
  readonly toParse: readonly ListedFile[];
  /** New stats of files whose content turned out to be unchanged. */
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

const filesBetweenYields = 500;

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
    if (file.hash === undefined && ++read % filesBetweenYields === 0) await yieldToEventLoop(context.signal);
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

/** Returns the stat to store with this content; undefined if the file changed too recently for a reliable stat. */
export function newFileStat(file: ListedFile, hash: string, listedAtMs: number): NewFileStat | undefined {
  if (file.stat === undefined) return undefined;
  const isRacy = Math.max(file.stat.mtimeUs, file.stat.ctimeUs) / 1_000 > listedAtMs - racyMs;
  return isRacy ? undefined : { path: file.path, hash, ...file.stat };
}

export function hasSameStat({ stat: now }: ListedFile, before: FileStat): boolean {
  return (
    now !== undefined &&
    now.size === before.size &&
    now.mtimeUs === before.mtimeUs &&
    now.ctimeUs === before.ctimeUs &&
    now.inode === before.inode
  );
}

async function yieldToEventLoop(signal: AbortSignal): Promise<void> {
  await new Promise((resume) => setImmediate(resume));
  signal.throwIfAborted();
}
