/** A ref and its freshness as `status` and `prune` show it, as text and in JSON. */
import { type RefStatus, verdictText } from '../../project/refs/listed-refs.ts';

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

/** `up to date`, `behind: now at 1a2b3c4d5e6f` */
export function refStatusText({ verdict, currentCommit }: RefStatus): string {
  return verdictText(verdict, currentCommit);
}
