/**
 * The stats that a root's files had when they were read, with the version that each of them had. A sync reads all of it, so it comes as a few
 * JSON values rather than an array for every row. Numbers of a size come together: in a list with large ones the runtime keeps
 * small ones in the form of those, and whatever they are compared with or looked up in becomes slow.
 */

import type { FileStatRecord } from '../../store.ts';
import type { Database } from '../sqlite.ts';

/** Stands for a content that the store does not have. */
const noVersion = 0;

export function readFileStats(database: Database, root: string): Map<string, FileStatRecord> {
  const version =
    '(SELECT v.id FROM file_versions v WHERE v.path = s.path AND v.hash = s.hash ORDER BY v.epoch DESC LIMIT 1)';
  const row = database
    .prepare(
      `SELECT json_group_array(path) AS paths, json_group_array(inode) AS inodes,
         '[' || group_concat(size || ',' || coalesce(${version}, ${noVersion})) || ']' AS sizes,
         '[' || group_concat(mtime_us || ',' || ctime_us) || ']' AS times
       FROM remembered_stats s WHERE root = ?`,
    )
    .get(root);
  const paths: string[] = JSON.parse(row?.paths as string);
  const inodes: number[] = JSON.parse(row?.inodes as string);
  const sizes: number[] = JSON.parse((row?.sizes ?? '[]') as string);
  const times: number[] = JSON.parse((row?.times ?? '[]') as string);
  const stats = new Map<string, FileStatRecord>();
  for (let index = 0; index < paths.length; index++) {
    const size = sizes[2 * index] as number;
    const versionId = sizes[2 * index + 1] as number;
    const mtimeUs = times[2 * index] as number;
    const ctimeUs = times[2 * index + 1] as number;
    const inode = inodes[index] as number;
    const stat =
      versionId === noVersion ? { size, mtimeUs, ctimeUs, inode } : { size, mtimeUs, ctimeUs, inode, versionId };
    stats.set(paths[index] as string, stat);
  }
  return stats;
}
