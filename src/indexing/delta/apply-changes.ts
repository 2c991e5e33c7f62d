/**
 * A small sync inside the server: parses the files that changed, writes them and publishes the checked-out ref as its
 * last publication with those files replaced. It takes the same lease as a job and leaves the same rows.
 */
import { CodedError, toCodedError } from '../../errors.ts';
import { noProgress } from '../../model.ts';
import type { Repository, ResolvedRef } from '../../scan/git/repository.ts';
import type { JobWriter, PublishedDelta, RefRecord, Store, StoredVersion } from '../../store/store.ts';
import type { IndexSettings } from '../job/job.ts';
import { newFileStat, planListing } from '../job/plan.ts';
import { unpackVersions } from '../workers/packed-results.ts';
import { parseSettingsOf } from '../workers/parse-task.ts';
import { parseAtOnce } from '../workers/shared-parser.ts';
import { byKind, fileTasks } from '../workers/task-batches.ts';
import { type Changes, onlyChanged } from './find-changes.ts';

export interface Delta {
  readonly repository: Repository;
  /** The checked-out ref. */
  readonly ref: ResolvedRef;
  /** The last publication of this working tree, under any name. */
  readonly base: RefRecord;
  readonly changes: Changes;
  /** The changes contain every change that was made before this time. */
  readonly listedAtMs: number;
  /** Other changes are left out, so the time is that of the base. */
  readonly isPartial?: true;
  readonly settings: IndexSettings;
}

/** Returns undefined if another job got in between: then the changes must be found again. */
export async function applyChanges(store: Store, delta: Delta): Promise<PublishedDelta | undefined> {
  const { ref, listedAtMs, isPartial } = delta;
  const start = { ref: ref.name, operation: 'sync', force: false, listedAtMs } as const;
  const writer = await begin(store, isPartial ? { ...start, isPartial } : start);
  if (writer === undefined) return undefined;
  try {
    const published = writer.isListingOutdated ? undefined : await publish(writer, delta);
    if (published === undefined) await writer.abandon('cancelled', superseded);
    else await writer.prune();
    return published;
  } catch (thrown) {
    const { code, message } = toCodedError(thrown);
    await writer.abandon('failed', { code, message }).catch(() => {});
    throw thrown;
  } finally {
    await writer.release().catch(() => {});
  }
}

const superseded = { code: 'job_cancelled', message: 'Another job published the ref first.' };

async function begin(store: Store, start: Parameters<Store['beginJob']>[0]): Promise<JobWriter | undefined> {
  try {
    return await store.beginJob(start);
  } catch (thrown) {
    if (thrown instanceof CodedError && /_in_progress$/.test(thrown.code)) return undefined;
    throw thrown;
  }
}

async function publish(writer: JobWriter, delta: Delta): Promise<PublishedDelta | undefined> {
  const { repository, ref, base, listedAtMs } = delta;
  // The rest equals the base, and may be many files.
  const changes = onlyChanged(delta.changes);
  const { root } = repository;
  const parseSettings = parseSettingsOf(repository, delta.settings);
  const plan = await planListing(changes.listing.files, {
    ...parseSettings,
    writer,
    storedStats: new Map(),
    listedAtMs,
    signal: new AbortController().signal,
  });
  const tasks = fileTasks(byKind(plan.toParse)).map(({ task }) => task);
  const results = await parseAtOnce(parseSettings, tasks);
  const files = new Map(plan.toParse.map((file) => [file.path, file]));
  const parsed = results.flatMap((batch) => batch.files);
  const stats = parsed.flatMap(({ path, hash }) => {
    const file = files.get(path);
    const stat = file && newFileStat(file, hash, listedAtMs);
    return stat === undefined ? [] : [stat];
  });
  const ids = await writer.write(unpackVersions(results), [...plan.stats, ...stats], root);
  const written: StoredVersion[] = parsed.map(({ path }, at) => ({ path, id: ids[at] as number }));
  return writer.publishDelta({
    ref: ref.name,
    ...(ref.commit === undefined ? {} : { commit: ref.commit }),
    source: ref.source,
    root,
    base,
    within: changes.within,
    versions: [...plan.reused, ...written],
    skipped: [...changes.listing.skipped, ...results.flatMap((batch) => batch.skipped)],
    progress: { ...noProgress, stage: 'finalizing', filesIndexed: written.length, percentage: 100 },
  });
}
