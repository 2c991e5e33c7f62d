/** Reads the stats that files of a root had when they were last read, with the content that they had then. */
import type { SkipReason } from '../../../model.ts';
import type { RememberedFile } from '../../store.ts';
import type { Reader } from './reader.ts';

export function readRememberedFiles(
  reader: Reader,
  root: string,
  paths: readonly string[],
): Map<string, RememberedFile> {
  const newest = 'WHERE v.path = s.path AND v.hash = s.hash ORDER BY v.epoch DESC LIMIT 1';
  const rows = reader.many(
    `s.path, s.size, s.mtime_us, s.ctime_us, s.inode, lower(hex(s.hash)), (SELECT v.skipped FROM file_versions v ${newest})`,
    'json_each(?) j CROSS JOIN remembered_stats s ON s.root = ? AND s.path = j.value',
    JSON.stringify(paths),
    root,
  );
  return new Map(
    rows.map(([path, size, mtimeUs, ctimeUs, inode, hash, skipped]) => {
      const stat = { size, mtimeUs, ctimeUs, inode, hash } as RememberedFile;
      return [path as string, skipped === null ? stat : { ...stat, skipped: skipped as SkipReason }];
    }),
  );
}
