/**
 * A job from beginning to end: discover the files of a ref, parse those that the store does not know, write them,
 * publish the ref, prune. Until the publication the old index answers; what was written by then is found again.
 */
import { availableParallelism } from 'node:os';
import { CodedError, toCodedError } from '../errors.ts';
import type { FileVersionKey, JobProgress, SkippedFile } from '../model.ts';
import { type ListedFile, type Listing, listFiles } from '../scan/list-files.ts';
import { ObjectReader } from '../scan/object-reader.ts';
import { openRepository, type Repository, type ResolvedRef, resolveRef } from '../scan/repository.ts';
import type { EncodedVersion } from '../store/encode-facts.ts';
import { dropIndexesSetAside, inspectIndex, openStore, setIndexAside } from '../store/open-store.ts';
import { projectIdOf } from '../store/registry.ts';
import type { JobWriter, StatToRemember, Store } from '../store/store.ts';
import type { JobRequest, JobSummary } from './job.ts';
import { openParsePool } from './parse-pool.ts';
import type { ParseResult, ParseTask } from './parse-task.ts';
import { type Plan, planListing, statToRemember } from './plan.ts';
import { ProgressReport } from './progress-report.ts';

const maxWorkers = 8;
const batchFiles = 32;
const batchBytes = 512 * 1024;
const writeFiles = 400;
const writeBytes = 6 * 1024 * 1024;
const readsAhead = 64;
const betweenRecordsMs = 1_000;

interface Job {
  readonly request: JobRequest;
  readonly repository: Repository;
  readonly ref: ResolvedRef;
  readonly writer: JobWriter;
  readonly report: ProgressReport;
  readonly signal: AbortSignal;
}

export async function runJob(
  request: JobRequest,
  onProgress: (progress: JobProgress) => void,
  signal: AbortSignal,
): Promise<JobSummary> {
  const startedAt = performance.now();
  const repository = await openRepository(request.root);
  const ref = await resolveRef(repository, request.ref);
  const projectId = projectIdOf(repository.identity);
  const store = await openForJob(request, projectId);
  try {
    const writer = await store.beginJob({ ref: ref.name, operation: request.operation, force: request.force });
    const report = new ProgressReport(onProgress);
    const stopRecording = recordProgress(writer, report);
    try {
      const outcome = await indexRef({ request, repository, ref, writer, report, signal });
      dropIndexesSetAside(request.home, projectId);
      const published = await store.ref(ref.name);
      if (published === undefined) throw new Error(`The ref ${ref.name} is gone right after its publication.`);
      const { indexed, symbols, skipped, outcomes, languages, sourceBytes } = await store.statistics(published);
      return {
        jobId: writer.job.id,
        projectId,
        root: repository.root,
        ref: ref.name,
        ...(ref.commit === undefined ? {} : { commit: ref.commit }),
        source: ref.source,
        mode: writer.job.mode,
        discovered: outcome.discovered,
        indexed,
        skipped,
        parsed: outcome.parsed,
        changed: outcome.changed,
        symbols,
        outcomes,
        languages,
        submodules: outcome.submodules,
        interruptedJobs: writer.foundInterrupted,
        durationMs: Math.round(performance.now() - startedAt),
        indexBytes: await store.byteLength(),
        sourceBytes,
        peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
        warnings: [],
      };
    } catch (thrown) {
      await abandon(writer, thrown, signal);
      throw signal.aborted ? new CodedError('job_cancelled', 'The job was cancelled; nothing was published.') : thrown;
    } finally {
      stopRecording();
      await releaseQuietly(writer);
    }
  } finally {
    await store.close();
  }
}

/** A forced job heals what cannot be opened; the old file stays beside the new one until that is published. */
async function openForJob(request: JobRequest, projectId: string): Promise<Store> {
  if (request.force) {
    const { status } = await inspectIndex(request.home, projectId);
    if (status === 'reindex_required' || status === 'corrupt_manifest') setIndexAside(request.home, projectId);
  }
  return openStore(request.home, projectId);
}

interface RefOutcome {
  readonly discovered: number;
  readonly parsed: number;
  readonly changed: number;
  readonly submodules: readonly string[];
}

async function indexRef(job: Job): Promise<RefOutcome> {
  const { request, repository, ref, writer, report, signal } = job;
  report.update({ stage: 'discovery' });
  const listedAtMs = Date.now();
  const listing = await listFiles(repository, ref, {
    maxFileBytes: request.settings.maxFileBytes,
    exclude: request.settings.exclude,
    signal,
    onDiscovered: (count) => report.update({ filesScanned: count }),
  });
  signal.throwIfAborted();
  const discovered = listing.files.length + listing.skipped.length;
  const plan = await planListing(listing.files, {
    root: repository.root,
    hashAlgorithm: repository.hashAlgorithm,
    maxFileBytes: request.settings.maxFileBytes,
    known: await writer.knownVersions(),
    remembered: ref.source === 'worktree' && !request.force ? await writer.rememberedStats(repository.root) : new Map(),
    listedAtMs,
    signal,
  });
  report.update({ stage: 'parsing', filesScanned: discovered, filesTotal: plan.toParse.length });
  const written = await parseAndWrite(job, plan, listedAtMs);
  signal.throwIfAborted();
  report.update({ stage: 'finalizing' });
  await writer.prepareToPublish();
  signal.throwIfAborted();
  const { changedFiles } = await writer.publish({
    ref: ref.name,
    ...(ref.commit === undefined ? {} : { commit: ref.commit }),
    source: ref.source,
    root: repository.root,
    versions: [...plan.reused, ...written.versions],
    skipped: [...listing.skipped, ...written.skipped],
    progress: report.current,
  });
  await writer.prune();
  return { discovered, parsed: written.indexed, changed: changedFiles, submodules: nestedRoots(listing) };
}

interface Written {
  readonly versions: FileVersionKey[];
  /** Those of the versions that are indexed; the others were read and skipped for their content. */
  readonly indexed: number;
  readonly skipped: SkippedFile[];
}

async function parseAndWrite(job: Job, plan: Plan, listedAtMs: number): Promise<Written> {
  const { request, repository, writer, report, signal } = job;
  const { settings } = request;
  const versions: FileVersionKey[] = [];
  const skipped: SkippedFile[] = [];
  const files = new Map(plan.toParse.map((file) => [file.path, file]));
  let pending: EncodedVersion[] = [];
  let pendingBytes = 0;
  let parsed = 0;
  let indexed = 0;
  let symbols = 0;
  let fit = 0;

  const write = async () => {
    const stats = pending.flatMap(({ path, hash }) => remembered(files.get(path), hash, listedAtMs));
    const batch = pending;
    pending = [];
    pendingBytes = 0;
    await writer.write(batch, stats, repository.root);
    indexed += batch.length;
    report.update({ filesIndexed: indexed, symbolsExtracted: symbols });
  };
  let writing = Promise.resolve();
  const receive = (results: ParseResult[]) => {
    for (const result of results) {
      parsed++;
      if ('skipped' in result) {
        skipped.push({ path: result.path, reason: result.skipped });
        continue;
      }
      const { version } = result;
      versions.push({ path: version.path, hash: version.hash });
      pending.push(version);
      pendingBytes += version.byteLength;
      if (version.skipped === null) fit++;
      symbols += version.symbols.length;
    }
    report.update({ filesParsed: parsed, symbolsExtracted: symbols });
    if (pending.length >= writeFiles || pendingBytes >= writeBytes) writing = writing.then(write);
  };

  if (plan.stats.length > 0) await writer.write([], plan.stats, repository.root);
  if (plan.toParse.length > 0) {
    const workers = Math.min(workerCount(settings.workers), Math.ceil(plan.toParse.length / 8));
    const pool = openParsePool(
      workers,
      {
        root: repository.root,
        hashAlgorithm: repository.hashAlgorithm,
        maxFileBytes: settings.maxFileBytes,
        parseTimeoutMs: settings.parseTimeoutMs,
      },
      receive,
    );
    const cancel = () => void pool.close();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      for await (const batch of batches(job, plan.toParse, skipped)) {
        signal.throwIfAborted();
        await unlessAborted(signal, pool.submit(batch));
        await writing;
      }
      await unlessAborted(signal, pool.drain());
      await writing;
    } finally {
      signal.removeEventListener('abort', cancel);
      await pool.close();
    }
  }
  report.update({ stage: 'indexing' });
  if (pending.length > 0) await write();
  return { versions, indexed: fit, skipped };
}

/** Tasks in batches of a size that keeps a worker busy for a while and not for long. */
async function* batches(job: Job, files: readonly ListedFile[], skipped: SkippedFile[]): AsyncGenerator<ParseTask[]> {
  const tasks = job.ref.source === 'objects' ? objectTasks(job, files, skipped) : files.map(fileTask);
  let batch: ParseTask[] = [];
  let bytes = 0;
  for await (const { task, size } of tasks) {
    batch.push(task);
    bytes += size;
    if (batch.length >= batchFiles || bytes >= batchBytes) {
      yield batch;
      batch = [];
      bytes = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

function fileTask(file: ListedFile): { task: ParseTask; size: number } {
  const task = { path: file.path, ...(file.rawPath === undefined ? {} : { rawPath: file.rawPath }) };
  return { task, size: file.stat?.size ?? 0 };
}

/** Files from git's objects, read a little ahead; what is too large or missing is skipped with its reason. */
async function* objectTasks(
  job: Job,
  files: readonly ListedFile[],
  skipped: SkippedFile[],
): AsyncGenerator<{ task: ParseTask; size: number }> {
  const reader = new ObjectReader(job.repository);
  try {
    const sizes = await reader.sizes(files.map((file) => file.hash as string));
    const readable = files.filter(({ path, hash }) => {
      const size = sizes.get(hash as string);
      const isFit = size !== undefined && size <= job.request.settings.maxFileBytes;
      if (!isFit) skipped.push({ path, reason: size === undefined ? 'unreadable' : 'too_large' });
      return isFit;
    });
    job.report.update({ filesTotal: readable.length });
    const ahead: { file: ListedFile; bytes: Promise<Buffer | undefined> }[] = [];
    let next = 0;
    while (next < readable.length || ahead.length > 0) {
      while (ahead.length < readsAhead && next < readable.length) {
        const file = readable[next++] as ListedFile;
        const bytes = reader.read(file.hash as string);
        // Whoever awaits it below hears of the failure; until then it must not count as unhandled.
        bytes.catch(() => {});
        ahead.push({ file, bytes });
      }
      const { file, bytes: promised } = ahead.shift() as (typeof ahead)[0];
      const bytes = await promised;
      if (bytes === undefined) skipped.push({ path: file.path, reason: 'unreadable' });
      else yield { task: { path: file.path, hash: file.hash as string, bytes }, size: bytes.length };
    }
  } finally {
    await reader.close();
  }
}

function remembered(file: ListedFile | undefined, hash: string, listedAtMs: number): StatToRemember[] {
  const stat = file && statToRemember(file, hash, listedAtMs);
  return stat === undefined ? [] : [stat];
}

function workerCount(wanted: number): number {
  return wanted > 0 ? wanted : Math.min(availableParallelism(), maxWorkers);
}

function nestedRoots(listing: Listing): readonly string[] {
  return listing.submodules;
}

/** Rejects as soon as the signal aborts, whatever becomes of the promise. */
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

/** Puts the progress into the store now and then, where other processes see it; it shows that the job lives. */
function recordProgress(writer: JobWriter, report: ProgressReport): () => void {
  const timer = setInterval(() => {
    // A job that has lost its lease hears of it at its next write.
    writer.progress(report.current).catch(() => {});
  }, betweenRecordsMs);
  return () => clearInterval(timer);
}

async function abandon(writer: JobWriter, thrown: unknown, signal: AbortSignal): Promise<void> {
  const { code, message } = toCodedError(thrown);
  try {
    if (signal.aborted) await writer.abandon('cancelled', { code: 'job_cancelled', message: 'Cancelled.' });
    else await writer.abandon('failed', { code, message });
  } catch {
    // The store cannot be written to; the next job finds this one and marks it.
  }
}

async function releaseQuietly(writer: JobWriter): Promise<void> {
  try {
    await writer.release();
  } catch {
    // The next job finds that this process is gone.
  }
}
