/**
 * Finds the published ref that answers for a ref argument. The name of a published ref may mean another commit by now,
 * so every argument is resolved again.
 */
import { CodedError } from '../../errors.ts';
import { readRef } from '../../scan/git/read-head.ts';
import { parseRef } from '../../scan/git/ref-expression.ts';
import { type Repository, type ResolvedRef, resolveRef } from '../../scan/git/repository.ts';
import type { RefRecord } from '../../store/store.ts';

/** A ref argument: what git resolves it to now, and the published ref that answers for it. */
export interface AskedRef {
  /** Undefined if git does not know it, or not any more. */
  readonly resolved?: ResolvedRef;
  readonly published?: RefRecord;
}

/**
 * Reads names from git's files. Git runs for revisions such as `main~1` and where the files are not conclusive. Throws
 * if that fails and no published ref has the name: a ref that could not be looked up is not an unknown one. Throws for an
 * argument of a form that is not accepted.
 */
export async function findRef(repository: Repository, refs: readonly RefRecord[], wanted: string): Promise<AskedRef> {
  parseRef(wanted);
  const named = await readRef(repository, wanted).catch(() => 'unknown' as const);
  const isKnown = named !== undefined && named !== 'unknown';
  const sameName = refs.find(({ name }) => name === wanted);
  const unresolved = (thrown: unknown): undefined => {
    const isUnknown = thrown instanceof CodedError && thrown.code === 'invalid_input';
    if (!isUnknown && sameName === undefined) throw thrown;
  };
  const resolved = isKnown ? named : await resolveRef(repository, wanted).catch(unresolved);
  const published = resolved === undefined ? sameName : publishedFor(resolved, refs);
  return { ...(resolved === undefined ? {} : { resolved }), ...(published === undefined ? {} : { published }) };
}

/** Prefers the ref with exactly the content asked for, whatever its name; its own name may be outdated. */
function publishedFor(resolved: ResolvedRef, refs: readonly RefRecord[]): RefRecord | undefined {
  const named = refs.find(({ name }) => name === resolved.name);
  if (named !== undefined && isContentOf(resolved, named)) return named;
  return refs.find((ref) => isContentOf(resolved, ref)) ?? named;
}

/** Whether a published ref has the content of a commit, without edits of a working tree. */
export function isContentOf(resolved: ResolvedRef | undefined, ref: RefRecord): boolean {
  if (resolved?.source !== 'objects' || resolved.commit === undefined) return false;
  return ref.source === 'objects' && ref.commit === resolved.commit;
}
