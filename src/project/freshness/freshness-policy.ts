/**
 * The freshness policy decides what a call does about a stale index: `strict` refuses to answer, `balanced` answers and
 * starts a sync, `best_effort` just answers. This module chooses the ref that answers a call accordingly.
 */
import type { Options } from '../../config/resolve-options.ts';
import { CodedError, type Remedy } from '../../errors.ts';
import type { LiveNeeds } from '../../query/view/live-needs.ts';
import { type ProjectReader, refNotIndexed } from '../../query/view/ref-view.ts';
import type { ResolvedRef } from '../../scan/git/repository.ts';
import type { RefRecord } from '../../store/store.ts';
import type { ActiveProject, ProjectIndex } from '../active-project.ts';
import { firstFailure, freshnessDeadlineMs, freshnessStatus, hasJob, type IndexStatus } from '../index-status.ts';
import type { OpenIndex } from '../open-index.ts';
import { isContentOf } from '../refs/find-ref.ts';
import type { Service } from '../service.ts';
import { wordsOf } from './asked-words.ts';
import { lacksChanges, type RefFreshness } from './freshness.ts';

export type FreshnessPolicy = Options['query']['freshnessPolicy'];

/** A call that needs a ref, with the index status and the warnings collected while choosing it. */
export interface AskingCall {
  readonly service: Service;
  /** Set as soon as it is known, so that an error response can include it. */
  status?: IndexStatus;
  /** Sentences for the metadata of the answer. */
  readonly warnings: string[];
}

/** Returns the ref to query, or undefined if nothing is indexed yet. Sets the status of the call. */
export async function chooseRef(
  call: AskingCall,
  project: ActiveProject,
  asked: string | undefined,
  policy: FreshnessPolicy,
  needs?: LiveNeeds,
): Promise<{ ref: RefRecord; reader: ProjectReader } | undefined> {
  const { service } = call;
  const before = await project.index();
  const head = await project.head();
  const open = await openedFor(call, project, before, head, asked, policy);
  if (open === undefined) return undefined;
  // A sync that this call starts does not count: the answer is stale without it.
  const wasSyncing = hasJob(service, project, before);
  const meant = asked === undefined ? undefined : await project.findRef(before, asked);
  const isWorktree = head?.source === 'worktree' && (meant === undefined || meant.resolved?.source === 'worktree');
  const current = isWorktree ? await freshnessOfWorktree(service, project, open, policy, needs) : undefined;
  const index = current === undefined ? before : await project.index();
  // Another branch may have been checked out while the call waited.
  const headNow = current === undefined ? head : await project.head();
  // The index may have been deleted or damaged meanwhile.
  const opened = await openedFor(call, project, index, headNow, asked, policy);
  if (opened === undefined) return undefined;
  const { resolved, published: ref } =
    asked === undefined ? { published: project.defaultRef(index, headNow) } : await project.findRef(index, asked);
  if (ref === undefined) throw refNotIndexed(asked ?? headNow?.name ?? 'live', index.refs);
  const isCompared = current !== undefined && ref.name === headNow?.name;
  const freshness =
    isCompared && (current.current ?? ref.name) === ref.name
      ? current
      : isContentOf(resolved, ref) && (await project.freshness.hasCurrentRules(ref))
        ? ({ verdict: 'fresh' } as const)
        : await project.freshness.ofAnswer(opened, ref, headNow, asked, deadlineOf(policy));
  for (const each of freshnessWarnings(project, ref, headNow, asked, { ...current, ...freshness }))
    call.warnings.push(each);
  if (freshness.verdict !== 'fresh' && opened.store.isReadOnly) call.warnings.push(readOnlyWarning);
  call.status = {
    freshness: freshnessStatus(freshness, wasSyncing),
    indexing: 'ready',
    schema: index.schema,
    ref: resolved?.name ?? ref.name,
    changed: current?.changed ?? [],
    lacksChanges: lacksChanges({ ...current, ...freshness }),
  };
  if (freshness.verdict !== 'fresh') {
    if (policy === 'strict') throw stale(ref, freshness, headNow);
    const canSync = headNow !== undefined && freshness.verdict !== 'gone' && !freshness.isElsewhere;
    if (policy === 'balanced' && canSync && !isWorktree && !hasJob(service, project, index)) {
      void service.jobs.startInBackground(project, { operation: 'sync', force: false, ref: ref.name });
    }
  }
  return { ref, reader: opened.reader };
}

/** Returns the open index; undefined if nothing is indexed. Sets the status of the call then, or if it throws. */
async function openedFor(
  call: AskingCall,
  project: ActiveProject,
  index: ProjectIndex,
  head: ResolvedRef | undefined,
  asked: string | undefined,
  policy: FreshnessPolicy,
): Promise<OpenIndex | undefined> {
  const { open, schema } = index;
  if (schema === 'not_indexed') {
    await beforeFirstIndex(call, project, index, head, asked, policy);
    return undefined;
  }
  if (open !== undefined) return open;
  call.status = { freshness: 'stale', indexing: 'failed', schema, ref: asked ?? head?.name ?? 'live' };
  throw incompatible(index);
}

/** Compares the working tree with the index. Under `balanced`, first indexes what has changed, within the wait. */
async function freshnessOfWorktree(
  service: Service,
  project: ActiveProject,
  open: OpenIndex,
  policy: FreshnessPolicy,
  needs: LiveNeeds | undefined,
): Promise<RefFreshness> {
  const { freshness } = project;
  const head = () => project.head();
  const waitMs = policy === 'balanced' ? (await project.options()).query.freshnessWaitMs : 0;
  const sync = () =>
    freshness.bringUpToDate(
      open,
      head,
      waitMs,
      () => service.jobs.startInBackground(project, { operation: 'sync', force: false }, waitMs > 0),
      needs && wordsOf(needs),
    );
  if (waitMs > 0) return freshness.ofState(await sync());
  const found = freshness.ofState(await freshness.stateWithin(open, await head(), deadlineOf(policy)));
  if (policy === 'balanced' && found.verdict !== 'fresh') void sync().catch(() => {});
  return found;
}

function deadlineOf(policy: FreshnessPolicy): number {
  return policy === 'strict' ? Number.POSITIVE_INFINITY : freshnessDeadlineMs;
}

function freshnessWarnings(
  { workspace, impediment: obstacle, freshness: { impediment } }: ActiveProject,
  ref: RefRecord,
  head: ResolvedRef | undefined,
  asked: string | undefined,
  { verdict, changed = [], isElsewhere, hasOtherRules }: RefFreshness,
): string[] {
  if (head === undefined) {
    const why = obstacle ?? `${workspace.root} cannot be read.`;
    return [`${why} This answer comes from the last index.`];
  }
  const isSubstitute = asked === undefined && head.name !== ref.name;
  const warnings = isSubstitute
    ? [
        `The checked-out ref ${head.name} is not in the index yet; this answer comes from ${ref.name}. sync_repo adds it.`,
      ]
    : [];
  if (verdict === 'gone') warnings.push(`Git has no ref ${ref.name} any more; this answer comes from its last index.`);
  if (verdict === 'unsure') warnings.push(`The index of ${ref.name} may contain edits that were never committed.`);
  if (verdict === 'unknown' && isElsewhere) {
    warnings.push(`${ref.name} is checked out in ${ref.root}; the latest edits there may be missing.`);
  } else if (verdict === 'unknown') {
    warnings.push('The files are still being compared with the index; the latest edits may be missing.');
  }
  if (hasOtherRules) warnings.push(`${otherRulesWarning(ref.name)} sync_repo applies the present ones.`);
  if (changed.length > 0) warnings.push(changeWarning(changed));
  else if (verdict === 'behind' || verdict === 'changed') {
    warnings.push(`${ref.name} has changed since it was indexed; the changes are not in this answer.`);
  }
  if (impediment !== undefined) warnings.push(impediment);
  return warnings;
}

/** Why an index is not brought up to date. */
export const readOnlyWarning = 'The data directory cannot be written to, so the index is not brought up to date.';

/** Says that other files may be indexed than the settings ask for. */
export function otherRulesWarning(ref: string): string {
  return `${ref} was indexed with other settings of index.exclude or index.max_file_bytes.`;
}

/** Names the first files that an answer does not contain yet. */
export function changeWarning(changed: readonly string[]): string {
  const shown = changed.slice(0, shownChanges).join(', ');
  const more = changed.length - shownChanges;
  const files = more > 0 ? `${shown} and ${more} more` : shown;
  return `Changed since indexing and not in this answer yet: ${files}.`;
}

/** The contract's number of paths. */
export const shownChanges = 5;

/**
 * Handles a project without an index: sets the status, and throws if the policy is `strict`. Otherwise a live view
 * answers the call, and under `balanced` it starts the first index (`mayStartIndex`).
 */
async function beforeFirstIndex(
  call: AskingCall,
  project: ActiveProject,
  index: ProjectIndex,
  head: ResolvedRef | undefined,
  asked: string | undefined,
  policy: FreshnessPolicy,
): Promise<void> {
  const { service } = call;
  const ref = asked ?? head?.name ?? 'live';
  const status = { freshness: 'stale', indexing: 'not_indexed', schema: index.schema, ref } as const;
  const starting = { ...status, freshness: 'syncing', indexing: 'indexing' } as const;
  call.status = status;
  const isHead = asked === undefined || (await project.findRef(index, asked)).resolved?.source === 'worktree';
  if (!isHead) throw refNotIndexed(asked, index.refs);
  if (hasJob(service, project, index)) {
    call.status = starting;
    if (policy === 'strict')
      throw notReady('The first index is being built.', { agent: 'Call again when index_status is "ready".' });
    return;
  }
  const failure = await firstFailure(service, project, index);
  if (failure !== undefined) {
    const message = `The first indexing failed: ${failure.message}`;
    call.status = { ...status, indexing: 'failed' };
    if (policy === 'strict') throw notReady(message, undefined, { cause: failure.code });
    call.warnings.push(`${message} Call index_repo to try again.`);
    return;
  }
  if (policy === 'strict') throw notReady('The project is not indexed yet.');
  if (policy === 'balanced' && head !== undefined) call.status = starting;
}

function notReady(message: string, remediation?: Remedy, data?: Record<string, unknown>): CodedError {
  return new CodedError('index_not_ready', message, {
    ...(remediation === undefined ? {} : { remediation }),
    ...(data === undefined ? {} : { data }),
  });
}

function incompatible({ inspection: { message }, schema }: ProjectIndex): CodedError {
  return new CodedError('index_incompatible', message ?? `The index cannot be used (${schema}).`, {
    data: { schema_status: schema },
  });
}

function stale(ref: RefRecord, { currentCommit, verdict }: RefFreshness, head: ResolvedRef | undefined): CodedError {
  const current = currentCommit ?? head?.commit;
  const why =
    current !== ref.commit
      ? 'Last indexed commit does not match HEAD.'
      : verdict === 'changed'
        ? 'Files have changed since it was built.'
        : 'It is not known whether its files have changed.';
  return new CodedError('index_stale', `Index is stale. ${why} Run sync_repo to refresh.`, {
    data: {
      ...(ref.commit === undefined ? {} : { last_indexed_commit: ref.commit }),
      ...(current === undefined ? {} : { current_head: current }),
      suggestion: 'Call sync_repo to update the index before querying.',
    },
  });
}
