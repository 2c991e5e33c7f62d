/**
 * Runs a whole job: discover the files of a ref, parse those that are not stored, write them, publish the ref, prune.
 * Until the publication, queries use the old index. If the job is interrupted, the next one reuses its finished work.
 */

import { CodedError, toCodedError } from '../../errors.ts';
import type { JobProgress } from '../../model.ts';
import { type Repository, type ResolvedRef, resolveRef } from '../../scan/git/repository.ts';
import { type Listing, listFiles } from '../../scan/listing/list-files.ts';
import { projectIdOf } from '../../store/registry/registry.ts';
import { dropQuarantinedIndexes, inspectIndex, openStore, quarantineIndex } from '../../store/sqlite/open-store.ts';
import type { JobStart, JobWriter, RefStatistics, Store } from '../../store/store.ts';
import type { RunningWorker } from '../workers/parse-pool.ts';
import type { JobRequest, JobSummary } from './job.ts';
import { openAsRegistered } from './open-as-registered.ts';
import { parseAndWrite, startEarly } from './parse-and-write.ts';
import { planListing } from './plan.ts';
import { ProgressReport } from './progress-report.ts';

export async function runJob(
  request: JobRequest,
  onProgress: (progress: JobProgress) => void,
  signal: AbortSignal,
): Promise<JobSummary> {
  const startedAt = performance.now();
  const report = new ProgressReport(onProgress);
  const repository = await openAsRegistered(request);
  const ref = await resolveRef(repository, request.ref);
  const ended = new AbortController();
  const discovery = discover(request, repository, ref, report, AbortSignal.any([signal, ended.signal]));
  const projectId = projectIdOf(repository.identity);
  let store: Store | undefined;
  try {
    store = await openForJob(request, projectId);
    const writer = await beginWithRetry(store, { ref: ref.name, operation: request.operation, force: request.force });
    const job: RunningJob = { request, repository, ref, writer, report, signal };
    const outcome = await whileHolding(job, () => indexRef(job, discovery));
    dropQuarantinedIndexes(request.home, projectId);
    const { indexed, symbols, skipped, outcomes, languages, sourceBytes } = outcome.statistics;
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
      warnings: outcome.warnings,
    };
  } finally {
    ended.abort();
    await store?.close();
  }
}

interface Discovery {
  readonly startedAtMs: number;
  readonly listing: Promise<Listing>;
}

/** Starts the listing while the store is being opened. A failure is reported when the listing is awaited. */
function discover(
  { settings: { maxFileBytes, exclude } }: JobRequest,
  repository: Repository,
  ref: ResolvedRef,
  report: ProgressReport,
  signal: AbortSignal,
): Discovery {
  const startedAtMs = Date.now();
  const onDiscovered = (count: number) => report.update({ filesScanned: count });
  const listing = listFiles(repository, ref, { maxFileBytes, exclude, signal, onDiscovered });
  listing.catch(() => {});
  return { startedAtMs, listing };
}

/** A forced job replaces an unusable index. The old file is quarantined until the new index is published. */
async function openForJob(request: JobRequest, projectId: string): Promise<Store> {
  const { home, force } = request;
  if (force) {
    const { status } = await inspectIndex(home, projectId);
    const isDamaged = status === 'compatible' && (await hasDamage(home, projectId));
    if (isDamaged || status === 'reindex_required' || status === 'corrupt_manifest') quarantineIndex(home, projectId);
  }
  return openStore(home, projectId);
}

/** Some damage affects only some queries. A forced job suggests suspicion, and checking the whole index is quick. */
async function hasDamage(home: string, projectId: string): Promise<boolean> {
  const store = await openStore(home, projectId);
  try {
    return (await store.integrityErrors()).length > 0;
  } finally {
    await store.close();
  }
}

interface RefOutcome {
  readonly statistics: RefStatistics;
  readonly discovered: number;
  readonly parsed: number;
  readonly changed: number;
  readonly submodules: readonly string[];
  readonly warnings: readonly string[];
}

async function indexRef(job: RunningJob, { startedAtMs: listedAtMs, listing: listed }: Discovery): Promise<RefOutcome> {
  const early = await startEarly(job);
  try {
    return await indexListing(job, listedAtMs, listed, early);
  } finally {
    void early?.worker.terminate();
  }
}

async function indexListing(
  job: RunningJob,
  listedAtMs: number,
  listed: Promise<Listing>,
  early: RunningWorker | undefined,
): Promise<RefOutcome> {
  const { request, repository, ref, writer, report, signal } = job;
  report.update({ stage: 'discovery' });
  const hasStats = ref.source === 'worktree' && !request.force;
  const storedStats = hasStats ? await writer.fileStats(repository.root) : new Map();
  const listing = await listed;
  const discovered = listing.files.length + listing.skipped.length;
  const plan = await planListing(listing.files, {
    root: repository.root,
    hashAlgorithm: repository.hashAlgorithm,
    maxFileBytes: request.settings.maxFileBytes,
    writer,
    storedStats,
    listedAtMs,
    signal,
  });
  report.update({ stage: 'parsing', filesScanned: discovered, filesTotal: plan.toParse.length });
  const written = await parseAndWrite(job, plan, listedAtMs, early);
  signal.throwIfAborted();
  report.update({ stage: 'finalizing' });
  await writer.prepareToPublish();
  signal.throwIfAborted();
  const { statistics, changedFiles } = await writer.publish({
    ref: ref.name,
    ...(ref.commit === undefined ? {} : { commit: ref.commit }),
    source: ref.source,
    root: repository.root,
    versions: [...plan.reused, ...written.versions],
    skipped: [...listing.skipped, ...written.skipped],
    progress: report.current,
  });
  await writer.prune();
  return {
    statistics,
    discovered,
    parsed: written.indexed,
    changed: changedFiles,
    submodules: listing.submodules,
    warnings: written.warnings,
  };
}

/** A running job: the state that its steps share, and the lease that it holds meanwhile. */
export interface RunningJob {
  readonly request: JobRequest;
  readonly repository: Repository;
  readonly ref: ResolvedRef;
  readonly writer: JobWriter;
  readonly report: ProgressReport;
  readonly signal: AbortSignal;
}

const betweenRecordsMs = 1_000;
const retryAfterMs = 300;

/** Retries briefly, because a job that has just ended or been killed may still hold the lease. */
async function beginWithRetry(store: Store, start: JobStart): Promise<JobWriter> {
  try {
    return await store.beginJob(start);
  } catch (thrown) {
    if (!/_in_progress$/.test(toCodedError(thrown).code)) throw thrown;
    await new Promise((resume) => setTimeout(resume, retryAfterMs));
    return store.beginJob(start);
  }
}

/** Runs the work of a job that holds the lease: sends heartbeats, and records the end of the job in the store. */
async function whileHolding<Result>(
  { writer, report, signal }: RunningJob,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => {
    // A lost lease is reported by the next write.
    writer.progress(report.current).catch(() => {});
  }, betweenRecordsMs);
  try {
    return await work();
  } catch (thrown) {
    const reason = signal.aborted
      ? new CodedError('job_cancelled', 'The job was cancelled; nothing was published.')
      : thrown;
    await abandon(writer, reason);
    throw reason;
  } finally {
    clearInterval(timer);
    // If the release fails, the next job detects that this process is gone.
    await writer.release().catch(() => {});
  }
}

async function abandon(writer: JobWriter, reason: unknown): Promise<void> {
  const { code, message } = toCodedError(reason);
  try {
    await writer.abandon(code === 'job_cancelled' ? 'cancelled' : 'failed', { code, message });
  } catch {
    // If the store cannot be written, the next job marks this one as interrupted.
  }
}
