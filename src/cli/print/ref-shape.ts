/** A ref and its freshness as `status` and `refs` show it, as text and in JSON. */
import type { RefStatus } from '../../project/folder-status.ts';
import type { FreshnessVerdict } from '../../project/freshness/freshness.ts';

export function refShape({ ref, isCheckedOut, verdict, currentCommit }: RefStatus): Record<string, unknown> {
  const { name, commit, source, root, publishedAt, fileCount, symbolCount } = ref;
  return {
    name,
    ...(commit === undefined ? {} : { commit }),
    source,
    root,
    publishedAt,
    files: fileCount,
    symbols: symbolCount,
    checkedOut: isCheckedOut,
    standing: verdict,
    ...(currentCommit === undefined ? {} : { currentCommit }),
  };
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
export function refStatusText({ verdict, currentCommit }: RefStatus): string {
  if (verdict === 'behind' && currentCommit !== undefined) return `behind: now at ${currentCommit.slice(0, 12)}`;
  return words[verdict];
}
