/**
 * The indexed refs of a project with their freshness and size, as `list_refs`, `codecompass refs` and `status` report
 * them.
 */
import type { ResolvedRef } from '../../scan/git/repository.ts';
import type { RefRecord, Store } from '../../store/store.ts';
import type { ActiveProject, ProjectIndex } from '../active-project.ts';
import type { FreshnessVerdict, RefFreshness } from '../freshness/freshness.ts';
import { freshnessStatus, type IndexStatus } from '../index-status.ts';

export interface RefStatus extends RefFreshness {
  readonly ref: RefRecord;
  readonly isCheckedOut: boolean;
}

/** The checked-out ref first, then the newest. Without a deadline, waits until every file is compared. */
export async function refStatuses(
  project: ActiveProject,
  { open, refs }: Pick<ProjectIndex, 'open' | 'refs'>,
  head: ResolvedRef | undefined,
  deadlineMs?: number,
): Promise<RefStatus[]> {
  const freshness = await project.freshness.ofEveryRef(open, refs, head, deadlineMs);
  return refs
    .map((ref, at) => ({ ref, isCheckedOut: ref.name === head?.name, ...(freshness[at] as RefFreshness) }))
    .sort(
      (a, b) => Number(b.isCheckedOut) - Number(a.isCheckedOut) || (a.ref.publishedAt < b.ref.publishedAt ? 1 : -1),
    );
}

/** A ref in JSON. */
export interface ListedRef {
  readonly ref: string;
  /** `null` outside of git. */
  readonly commit: string | null;
  /** `worktree`: with uncommitted edits; `objects`: as committed. */
  readonly source: RefRecord['source'];
  readonly freshness_status: IndexStatus['freshness'];
  /** Why it is fresh or stale. */
  readonly verdict: FreshnessVerdict;
  /** The commit that the ref points to now, if it is another one. */
  readonly current_commit?: string;
  readonly checked_out: boolean;
  readonly indexed_at: string;
  readonly files: number;
  readonly symbols: number;
  /** Bytes of source in files that no other indexed ref has. */
  readonly own_bytes: number;
}

/** `syncing` are the refs that jobs are about to publish. */
export async function listedRefs(
  statuses: readonly RefStatus[],
  store: Pick<Store, 'ownBytes'> | undefined,
  syncing: readonly (string | undefined)[],
): Promise<ListedRef[]> {
  const own = await store?.ownBytes();
  return statuses.map((status) => {
    const { ref, isCheckedOut, verdict, currentCommit } = status;
    return {
      ref: ref.name,
      commit: ref.commit ?? null,
      source: ref.source,
      freshness_status: freshnessStatus(status, syncing.includes(ref.name)),
      verdict,
      ...(currentCommit === undefined || currentCommit === ref.commit ? {} : { current_commit: currentCommit }),
      checked_out: isCheckedOut,
      indexed_at: ref.publishedAt,
      files: ref.fileCount,
      symbols: ref.symbolCount,
      own_bytes: own?.get(ref.id) ?? 0,
    };
  });
}

const words: Readonly<Record<FreshnessVerdict, string>> = {
  fresh: 'up to date',
  behind: 'behind',
  changed: 'behind: files have changed',
  unknown: 'not compared',
  unsure: 'may contain uncommitted edits',
  gone: 'deleted from git',
};

/** `up to date`, `behind: now at 1a2b3c4d5e6f` */
export function verdictText(verdict: FreshnessVerdict, currentCommit: string | undefined): string {
  if (verdict === 'behind' && currentCommit !== undefined) return `behind: now at ${currentCommit.slice(0, 12)}`;
  return words[verdict];
}

export function freshnessText({ freshness_status, verdict, current_commit }: ListedRef): string {
  return freshness_status === 'syncing' ? 'being updated' : verdictText(verdict, current_commit);
}
