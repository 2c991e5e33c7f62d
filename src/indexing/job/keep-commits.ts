/**
 * Limits the commits in an index. Branches and tags are as many as the repository has, but every commit of its history
 * can be indexed by its id or an expression such as `HEAD~3`.
 */

import type { Repository } from '../../scan/git/repository.ts';
import { checkedOutCommits, isCommitRef } from '../../scan/git/storage/checked-out-commits.ts';
import type { RefRecord } from '../../store/store.ts';

/** Enough for a bisection or a review; a commit that was dropped is indexed again when it is asked for. */
export const commitsKept = 20;

/**
 * Returns the names of the commits to drop when a ref is published: those published longest ago, and none that is checked
 * out anywhere. Returns none if that cannot be told; the next job tries again.
 */
export async function commitsToDrop(
  repository: Repository,
  refs: readonly RefRecord[],
  published: string,
): Promise<string[]> {
  const commits = refs.filter((ref) => isCommitRef(ref) && ref.name !== published);
  const kept = commitsKept - (isCommitRef({ name: published }) ? 1 : 0);
  if (commits.length <= kept) return [];
  const isCheckedOut = await checkedOutCommits(repository).catch(() => () => true);
  return commits
    .filter((ref) => !isCheckedOut(ref))
    .sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1))
    .slice(kept)
    .map(({ name }) => name);
}

export function droppedWarnings(names: readonly string[]): string[] {
  const [first] = names;
  if (first === undefined) return [];
  const more = names.length === 1 ? '' : ` and ${names.length - 1} more`;
  return [
    `Dropped the index of commit ${first.slice(0, 12)}${more}: of the commits that are no branch or tag, the last ${commitsKept} are kept.`,
  ];
}
