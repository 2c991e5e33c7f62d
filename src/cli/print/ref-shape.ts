/** A ref and how it stands, as `status` and `refs` show it: in words, and as a part of a JSON document. */
import type { RefStatus, RefStatusWord } from '../../project/folder-status.ts';

export function refShape({ ref, isCheckedOut, word, currentCommit }: RefStatus): Record<string, unknown> {
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
    standing: word,
    ...(currentCommit === undefined ? {} : { currentCommit }),
  };
}

const words: Readonly<Record<RefStatusWord, string>> = {
  fresh: 'up to date',
  behind: 'behind',
  changed: 'behind: files have changed',
  unsure: 'indexed with the edits of its time',
  gone: 'gone from git',
};

/** `up to date`, `behind: now at 1a2b3c4d5e6f` */
export function refStatusText({ word, currentCommit }: RefStatus): string {
  if (word === 'behind' && currentCommit !== undefined) return `behind: now at ${currentCommit.slice(0, 12)}`;
  return words[word];
}
