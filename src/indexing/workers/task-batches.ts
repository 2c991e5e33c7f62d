/** Splits the tasks of a plan into batches that keep a worker busy without running long. */
import { extname } from 'node:path/posix';
import type { SkippedFile } from '../../model.ts';
import { ObjectReader } from '../../scan/git/object-reader.ts';
import type { Repository } from '../../scan/git/repository.ts';
import { type ListedFile, listedBytes } from '../../scan/listing/list-files.ts';
import type { ParseTask } from './parse-task.ts';

const batchFiles = 32;
const batchBytes = 256 * 1024;
const readsAhead = 64;
/** A larger file is read from git only when it is needed. */
const bytesAhead = 4 * 1024 * 1024;
const tightShare = 0.25;

interface SizedTask {
  readonly task: ParseTask;
  readonly size: number;
}

export interface Batch {
  readonly tasks: ParseTask[];
  /** The size of its files together. */
  readonly bytes: number;
}

/** Groups files by kind, so that a worker of a small job does not load every grammar. */
export function byKind(files: readonly ListedFile[]): ListedFile[] {
  const kinds = new Map<string, ListedFile[]>();
  for (const file of files) {
    const kind = extname(file.path);
    const ofKind = kinds.get(kind);
    if (ofKind === undefined) kinds.set(kind, [file]);
    else ofKind.push(file);
  }
  return [...kinds.values()].flat();
}

/** Tasks without bytes: the workers read working files. */
export function fileTasks(files: readonly ListedFile[]): SizedTask[] {
  return files.map((file) => ({
    task: { path: file.path, ...(file.rawPath === undefined ? {} : { rawPath: file.rawPath }) },
    size: listedBytes(file),
  }));
}

/** Reads listed files from git objects a little ahead. A file that cannot be read is skipped with the reason. */
export async function* objectTasks(
  repository: Repository,
  files: readonly ListedFile[],
  onSkipped: (skipped: SkippedFile) => void,
): AsyncGenerator<SizedTask> {
  const reader = new ObjectReader(repository);
  try {
    const ahead: { file: ListedFile; bytes: Promise<Buffer | undefined> }[] = [];
    let next = 0;
    let reading = 0;
    const sizeOf = (file: ListedFile | undefined) => (file === undefined ? 0 : listedBytes(file));
    while (next < files.length || ahead.length > 0) {
      while (ahead.length < readsAhead && next < files.length) {
        if (ahead.length > 0 && reading + sizeOf(files[next]) > bytesAhead) break;
        const file = files[next++] as ListedFile;
        reading += sizeOf(file);
        const bytes = reader.read(file.hash as string);
        // The failure is reported by the await below; until then it must not count as unhandled.
        bytes.catch(() => {});
        ahead.push({ file, bytes });
      }
      const { file, bytes: promised } = ahead.shift() as (typeof ahead)[0];
      const bytes = await promised;
      reading -= sizeOf(file);
      if (bytes === undefined) onSkipped({ path: file.path, reason: 'unreadable' });
      else yield { task: { path: file.path, hash: file.hash as string, bytes }, size: bytes.length };
    }
  } finally {
    await reader.close();
  }
}

/** Uses a quarter of the batch size when memory is tight. A file that fills a batch gets one of its own. */
export async function* inBatches(
  tasks: Iterable<SizedTask> | AsyncIterable<SizedTask>,
  isTight: () => boolean,
): AsyncGenerator<Batch> {
  let batch: ParseTask[] = [];
  let bytes = 0;
  for await (const { task, size } of tasks) {
    if (size >= batchBytes && batch.length > 0) {
      yield { tasks: batch, bytes };
      [batch, bytes] = [[], 0];
    }
    batch.push(task);
    bytes += size;
    const share = isTight() ? tightShare : 1;
    if (batch.length < batchFiles * share && bytes < batchBytes * share) continue;
    yield { tasks: batch, bytes };
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield { tasks: batch, bytes };
}
