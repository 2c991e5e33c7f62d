/** An indexed ref in one line. */
import { printable } from '../text/printable.ts';
import { ago, bytes, count } from './amounts.ts';

export interface ShownRef {
  readonly ref: string;
  readonly commit: string | null;
  readonly source: 'worktree' | 'objects';
  readonly checked_out: boolean;
  readonly files: number;
  readonly own_bytes: number;
  readonly indexed_at: string;
}

/** `* main 1a2b3c4d5e6f (working tree), up to date, 120 files, 1.5 MB own, indexed 2 hours ago` */
export function refLine(shown: ShownRef, freshness: string): string {
  const { ref, commit, source, checked_out, files, own_bytes, indexed_at } = shown;
  const id = commit === null || commit === ref ? '' : ` ${commit.slice(0, 12)}`;
  return [
    `${checked_out ? '* ' : ''}${printable(ref)}${id}${source === 'worktree' ? ' (working tree)' : ''}`,
    freshness,
    count(files, 'file'),
    `${bytes(own_bytes)} own`,
    `indexed ${ago(indexed_at)}`,
  ].join(', ');
}
