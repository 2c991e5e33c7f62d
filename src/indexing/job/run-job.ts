/**
 * Runs a whole job: discover the files of a ref, parse those that are not stored, write them, publish the ref, prune.
 * Until the publication, queries use the old index. If the job is interrupted, the next one reuses its finished work.
 */

import { mostFileBytes } from '../../config/file-memory.ts';
import { toCodedError } from '../../errors.ts';
import type { JobProgress } from '../../model.ts';
import { type Repository, type ResolvedRef, resolveRef } from '../../scan/git/repository.ts';
import { type Listing, listFiles, listingRules } from '../../scan/listing/list-files.ts';
import { isDamage } from '../../store/damage.ts';
import { projectIdOf } from '../../store/registry/registry.ts';
import { isBeingChecked } from '../../store/sqlite/check-outside.ts';
import {
  dropQuarantinedIndexes,
  type IndexInspection,
  inspectIndex,
  openStore,
  quarantineIndex,
  stampOfIndex,
} from '../../store/sqlite/open-store.ts';
import type { JobWriter, RefStatistics, Store } from '../../store/store.ts';
import type { RunningWorker } from '../workers/parse-pool.ts';
import { beginWithRetry, whileHolding } from './hold-lease.ts';
import type { JobRequest, JobSummary } from './job.ts';
import { commitsToDrop, droppedWarnings } from './keep-commits.ts';
import { openAsRegistered } from './open-as-registered.ts';
import { parseAndWrite, startEarly } from './parse-and-write.ts';
import { planListing } from './plan.ts';
import { ProgressReport } from './progress-report.ts';

export async function runJob(
  wanted: JobRequest,
  onProgress: (progress: JobProgress) => void,
  signal: AbortSignal,
): Promise<JobSummary> {
  const startedAt = performance.now();
  const request = withFittingFiles(wanted);
  const report = new ProgressReport(onProgress);
  const repository = await openAsRegistered(request);
  const resolved = await resolveRef(repository, request.ref, signal);
  let discovery = discover(request, repository, resolved, report, signal);
  const projectId = projectIdOf(repository.identity);
  let store: Store | undefined;
  try {
    store = await openForJob(request, projectId);
    const { operation, force } = request;
    const id = request.jobId === undefined ? {} : { id: request.jobId };
    const start = { ...id, ref: resolved.name, operation, force, listedAtMs: discovery.startedAtMs };
    const opened = store;
    const writer = await beginWithRetry(opened, start);
    const outcome = await whileHolding({ writer, report, signal }, async () => {
      if (writer.isListingOutdated) discovery = await discoverAgain();
      const job: RunningJob = { request, repository, ref: discovery.ref, store: opened, writer, report, signal };
      return indexRef(job, discovery);
    });
    dropQuarantinedIndexes(request.home, projectId);
    const { ref } = outcome;
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
    discovery.stop();
    await store?.close();
  }

  /** The ref may have moved since. It is resolved by the name that the record of the job has. */
  async function discoverAgain(): Promise<Discovery> {
    discovery.stop();
    const ref = await resolveRef(repository, resolved.name, signal);
    return discover(request, repository, ref, report, signal);
  }
}

/** Options already fit; a request may come from elsewhere. */
function withFittingFiles(request: JobRequest): JobRequest {
  const { maxFileBytes, maxMemoryMb } = request.settings;
  const fitting = Math.min(maxFileBytes, mostFileBytes(maxMemoryMb));
  return { ...request, settings: { ...request.settings, maxFileBytes: fitting } };
}

interface Discovery {
  readonly ref: ResolvedRef;
  readonly startedAtMs: number;
  readonly listing: Promise<Listing>;
  stop(): void;
}

/** Starts the listing while the store is being opened. A failure is reported when the listing is awaited. */
function discover(
  { settings: { maxFileBytes, exclude, ownExclude } }: JobRequest,
  repository: Repository,
  ref: ResolvedRef,
  report: ProgressReport,
  ending: AbortSignal,
): Discovery {
  const stopped = new AbortController();
  const signal = AbortSignal.any([ending, stopped.signal]);
  const onDiscovered = (count: number) => report.update({ filesScanned: count });
  const startedAtMs = Date.now();
  const listing = listFiles(repository, ref, { maxFileBytes, exclude, ownExclude, signal, onDiscovered });
  listing.catch(() => {});
  return { ref, startedAtMs, listing, stop: () => stopped.abort() };
}

/** A forced job replaces an unusable index. The old file is quarantined until the new index is published. */
async function openForJob(request: JobRequest, projectId: string): Promise<Store> {
  const { home, force } = request;
  const examined = stampOfIndex(home, projectId);
  if (force) {
    const status = await statusToReplace(home, projectId);
    const isDamaged = status === 'compatible' && (await hasDamage(home, projectId));
    if (isDamaged || status === 'reindex_required' || status === 'corrupt_manifest')
      quarantineIndex(home, projectId, examined);
  }
  try {
    return await openStore(home, projectId);
  } catch (thrown) {
    // An empty file that stays locked was emptied under a process that still uses it.
    const isLocked = toCodedError(thrown).code === 'index_busy';
    if (!isLocked || (await inspectIndex(home, projectId)).status !== 'not_indexed') throw thrown;
    quarantineIndex(home, projectId, examined);
    return openStore(home, projectId);
  }
}

const checkedSoonMs = 5_000;

/** An index whose check does not end soon is replaced: the server that started the job waits for its lease. */
async function statusToReplace(home: string, projectId: string): Promise<IndexInspection['status']> {
  try {
    return (await inspectIndex(home, projectId, { patienceMs: checkedSoonMs })).status;
  } catch (thrown) {
    if (isBeingChecked(thrown)) return 'corrupt_manifest';
    throw thrown;
  }
}

/** Some damage affects only some queries. A forced job suggests suspicion, and checking the whole index is quick. */
async function hasDamage(home: string, projectId: string): Promise<boolean> {
  let store: Store | undefined;
  try {
    store = await openStore(home, projectId);
    // The job that writes to it would publish into the quarantined file. This one fails when it takes the lease.
    if ((await store.activeJob()) !== undefined) return false;
    return (await store.integrityErrors()).length > 0;
  } catch (thrown) {
    if (isDamage(thrown)) return true;
    throw thrown;
  } finally {
    await store?.close();
  }
}

interface RefOutcome {
  readonly ref: ResolvedRef;
  readonly statistics: RefStatistics;
  readonly discovered: number;
  readonly parsed: number;
  readonly changed: number;
  readonly submodules: readonly string[];
  readonly warnings: readonly string[];
}

async function indexRef(job: RunningJob, discovery: Discovery): Promise<RefOutcome> {
  const early = await startEarly(job);
  try {
    return await indexListing(job, discovery, early);
  } finally {
    void early?.worker.terminate();
  }
}

async function indexListing(
  job: RunningJob,
  { startedAtMs: listedAtMs, listing: listed }: Discovery,
  early: RunningWorker | undefined,
): Promise<RefOutcome> {
  const { request, repository, ref, store, writer, report, signal } = job;
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
  const dropped = await commitsToDrop(repository, await store.refs(), ref.name);
  const { statistics, changedFiles } = await writer.publish({
    ref: ref.name,
    ...(ref.commit === undefined ? {} : { commit: ref.commit }),
    source: ref.source,
    root: repository.root,
    rules: listingRules(request.settings),
    versions: [...plan.reused, ...written.versions],
    skipped: [...listing.skipped, ...written.skipped],
    progress: report.current,
  });
  if (dropped.length > 0) await writer.dropRefs(dropped);
  await writer.prune();
  return {
    ref,
    statistics,
    discovered,
    parsed: written.indexed,
    changed: changedFiles,
    submodules: listing.submodules,
    warnings: [...listing.warnings, ...written.warnings, ...droppedWarnings(dropped)],
  };
}

/** A running job: the state that its steps share. */
export interface RunningJob {
  readonly request: JobRequest;
  readonly repository: Repository;
  readonly ref: ResolvedRef;
  readonly store: Pick<Store, 'refs'>;
  readonly writer: JobWriter;
  readonly report: ProgressReport;
  readonly signal: AbortSignal;
}
