/** Parses the files of a plan in the workers and writes the results to the store, batch by batch. */
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { collectGarbage } from '../../collect-garbage.ts';
import type { SkippedFile } from '../../model.ts';
import type { ListedFile } from '../../scan/listing/list-files.ts';
import type { StoredVersion } from '../../store/store.ts';
import { type PackedResults, unpackVersions } from '../workers/packed-results.ts';
import { openParsePool, type RunningWorker, startWorker } from '../workers/parse-pool.ts';
import { parseSettingsOf } from '../workers/parse-task.ts';

import { byKind, fileTasks, inBatches, objectTasks } from '../workers/task-batches.ts';
import type { IndexSettings } from './job.ts';
import { affordableWorkers, bytesInWork, type MemoryWatch, watchMemory } from './memory.ts';

import { newFileStat, type Plan } from './plan.ts';
import type { RunningJob } from './run-job.ts';

const mostWorkers = 8;
/** Starting a worker takes time, so each one needs at least this many files. */
const filesPerWorker = 24;
/**
 * The runtime optimizes grammars in the background, and on Node 20 loading the next one waits for that. It is not worth
 * it for so few files: a sync would wait most of a second for code that hardly runs.
 */
const filesOfSmallJob = 100;
const largeBytes = 4 * 1024 * 1024;
const writeFiles = 400;
const writeBytes = 4 * 1024 * 1024;
/** The share of the usual batch size when memory is tight. */
const tightShare = 0.25;

export interface Written {
  readonly versions: readonly StoredVersion[];
  /** The number of indexed versions; the others were read and skipped because of their content. */
  readonly indexed: number;
  readonly skipped: readonly SkippedFile[];
  readonly warnings: readonly string[];
}

/**
 * Starts a worker before the plan is known, so that it is ready when needed. Only for a project that has been indexed
 * before, where jobs are nearly always small.
 */
export async function startEarly(job: RunningJob): Promise<RunningWorker | undefined> {
  const language = job.request.force ? undefined : await job.writer.mainLanguage();
  if (language === undefined) return undefined;
  setFlagsFromString('--liftoff-only');
  return startWorker(parseSettingsOf(job.repository, job.request.settings), language);
}

export async function parseAndWrite(
  job: RunningJob,
  plan: Plan,
  listedAtMs: number,
  early?: RunningWorker,
): Promise<Written> {
  const { repository, writer, report, signal } = job;
  const files = new Map(plan.toParse.map((file) => [file.path, file]));
  const versions: StoredVersion[] = [];
  const skipped: SkippedFile[] = [];
  const counts = { parsed: 0, written: 0, symbols: 0, indexed: 0 };
  let pending: PackedResults[] = [];
  let pendingFiles = 0;
  let pendingBytes = 0;
  let writing = Promise.resolve();
  /** Aborted with its error when a write fails, so that the job ends with that error and not with the pool's work. */
  const failing = new AbortController();
  const ending = AbortSignal.any([signal, failing.signal]);
  const warnings: string[] = [];
  let watch: MemoryWatch | undefined;

  const write = async () => {
    const batches = pending;
    pending = [];
    pendingFiles = 0;
    pendingBytes = 0;
    const parsed = batches.flatMap((batch) => batch.files);
    const stats = parsed.flatMap(({ path, hash }) => {
      const file = files.get(path);
      const stat = file && newFileStat(file, hash, listedAtMs);
      return stat === undefined ? [] : [stat];
    });
    const ids = await writer.write(unpackVersions(batches), stats, repository.root);
    parsed.forEach(({ path }, at) => {
      versions.push({ path, id: ids[at] as number });
    });
    counts.written += parsed.length;
    report.update({ filesIndexed: counts.written, symbolsExtracted: counts.symbols });
  };

  const skip = (file: SkippedFile) => {
    counts.parsed++;
    skipped.push(file);
  };
  const receive = (results: PackedResults) => {
    results.skipped.forEach(skip);
    for (const file of results.files) {
      counts.parsed++;
      counts.symbols += file.symbols;
      if (file.isIndexed) counts.indexed++;
      pendingBytes += file.byteLength;
    }
    pendingFiles += results.files.length;
    pending.push(results);
    report.update({ filesParsed: counts.parsed, symbolsExtracted: counts.symbols });
    const share = watch?.isTight ? tightShare : 1;
    if (pendingFiles >= writeFiles * share || pendingBytes >= writeBytes * share) {
      writing = writing.then(write);
      // A write fails while the job waits for the pool; unhandled until then, the error would end the process.
      writing.catch((thrown) => failing.abort(thrown));
    }
  };

  if (plan.stats.length > 0) await writer.write([], plan.stats, repository.root);
  if (plan.toParse.length > 0) {
    const isSmall = plan.toParse.length <= filesOfSmallJob;
    // Workers share compiled grammars, so the worker of a small job must have ended before a large job begins.
    if (!isSmall) await early?.worker.terminate();
    setFlagsFromString(isSmall ? '--liftoff-only' : '--no-liftoff-only');
    const { settings } = job.request;
    const ordered = inOrder(plan.toParse, job.request.first);
    const tasks = job.ref.source === 'objects' ? objectTasks(repository, ordered, skip) : fileTasks(ordered);
    const size = workerCount(settings, plan.toParse.length);
    const pool = openParsePool(size, parseSettingsOf(repository, settings), receive, {
      early: isSmall ? early : undefined,
    });
    watch = watchMemory(settings.maxMemoryMb, (isUrgent) => pool.relieve(isUrgent));
    const isTight = () => watch?.isTight === true;
    let mostInWork = bytesInWork(settings.maxMemoryMb, size);
    let inWork = 0;
    let isDone = false;
    try {
      for await (const { tasks: batch, bytes } of inBatches(tasks, isTight)) {
        if (inWork > 0 && inWork + bytes > mostInWork) {
          await unlessAborted(ending, pool.drain());
          await writing;
          if (pendingFiles > 0) await write();
          // The runtime would keep the copies of large files until there are several.
          collectGarbage();
          inWork = 0;
        }
        if (bytes > mostInWork) {
          // The file takes the memory of all workers but one.
          pool.relieve(true);
          mostInWork = bytesInWork(settings.maxMemoryMb, 1);
        }
        inWork += bytes;
        await unlessAborted(ending, pool.submit(batch));
        await writing;
      }
      await unlessAborted(ending, pool.drain());
      await writing;
      const wanted = workerCount({ ...settings, maxMemoryMb: Number.POSITIVE_INFINITY }, plan.toParse.length);
      if (isTight() || wanted > pool.workers)
        warnings.push(tightMemory(settings.maxMemoryMb, wanted, pool.workers, isTight()));
      isDone = true;
    } finally {
      watch.close();
      const closed = pool.close();
      // A worker takes a tenth of a second to end. After a few files its memory is not worth the wait.
      if (!isDone || !isSmall || isTight()) await closed;
    }
    // The publication needs memory too.
    if (isTight()) collectGarbage();
  }
  report.update({ stage: 'indexing' });
  if (pendingFiles > 0) await write();
  return { versions, indexed: counts.indexed, skipped, warnings };
}

/** The requested files first, then the others grouped by kind; large files last, because they may leave only one worker. */
function inOrder(files: readonly ListedFile[], first: readonly string[] = []): ListedFile[] {
  const wanted = new Set(first);
  const others = byKind(files.filter(({ path }) => !wanted.has(path)));
  const isLarge = ({ stat }: ListedFile) => (stat?.size ?? 0) > largeBytes;
  return [
    ...files.filter(({ path }) => wanted.has(path)),
    ...others.filter((file) => !isLarge(file)),
    ...others.filter(isLarge),
  ];
}

function tightMemory(maxMemoryMb: number, wanted: number, left: number, isTight: boolean): string {
  const batches = isTight ? ' and smaller batches' : '';
  return `Memory is limited to ${maxMemoryMb} MB (index.max_memory_mb): continued with ${left} of ${wanted} parse workers${batches}.`;
}

function workerCount({ workers, maxMemoryMb }: IndexSettings, files: number): number {
  const most = workers > 0 ? workers : Math.min(availableParallelism(), mostWorkers);
  return Math.min(most, Math.ceil(files / filesPerWorker), affordableWorkers(maxMemoryMb));
}

/** Rejects as soon as the signal aborts, without waiting for the promise. */
async function unlessAborted<Result>(signal: AbortSignal, promise: Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
