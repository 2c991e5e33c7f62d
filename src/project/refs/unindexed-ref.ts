/**
 * A call that names a ref without an index. If git knows the ref, the call is answered from a live view of it; only a
 * question that needs the whole ref starts to index it.
 */
import type { LiveNeeds } from '../../query/view/live-needs.ts';
import { refNotIndexed, refUnknown } from '../../query/view/ref-view.ts';
import type { ResolvedRef } from '../../scan/git/repository.ts';
import type { ActiveProject } from '../active-project.ts';
import type { AskingCall, FreshnessPolicy } from '../freshness/freshness-policy.ts';
import { hasJob } from '../index-status.ts';

export type { ResolvedRef };

/** Returns the ref if it is not indexed, and sets the status of the call; undefined if the index has it. */
export async function unindexedRef(
  call: AskingCall,
  project: ActiveProject,
  asked: string,
  policy: FreshnessPolicy,
  needsWholeRef: boolean,
): Promise<ResolvedRef | undefined> {
  const index = await project.index();
  const isUnusable = index.open === undefined && index.schema !== 'not_indexed';
  if (isUnusable) return undefined;
  const { resolved, published } = await project.findRef(index, asked);
  if (published !== undefined) return undefined;
  const isBusy = hasJob(call.service, project, index);
  const ready = index.schema === 'compatible' ? 'ready' : isBusy ? 'indexing' : 'not_indexed';
  const status = { freshness: 'stale', indexing: ready, schema: index.schema, ref: resolved?.name ?? asked } as const;
  call.status = status;
  if (resolved === undefined) throw refUnknown(asked, index.refs);
  // The checked-out ref of a project without any index is handled like a call without a ref.
  if (resolved.source === 'worktree' && index.schema === 'not_indexed') return undefined;
  if (policy === 'strict') throw refNotIndexed(resolved.name, index.refs);
  const starts = policy === 'balanced' && (needsWholeRef || index.schema === 'not_indexed');
  if (starts || index.activeJob?.ref === resolved.name) {
    call.status = { ...status, freshness: 'syncing', indexing: 'indexing' };
  }
  // What was asked for is read from git now, so it is up to date, whatever the state of the index.
  if (!needsWholeRef) call.status = { ...call.status, freshness: 'fresh' };
  return resolved;
}

/** Whether files must be searched for, rather than read at paths that are given. */
export function needsWholeRef({ names = [], terms = [], literals = [], anyFile = false }: LiveNeeds): boolean {
  return anyFile || names.length + terms.length + literals.length > 0;
}
