/**
 * Reads the stats that the files of a root had when they were last read, with their versions. A sync reads all of them,
 * so they are a few JSON values rather than an array per row. Small and large numbers are in separate lists: in a mixed
 * list the runtime stores small numbers as doubles, and comparisons and lookups with them are slow.
 */

import type { FileStatRecord } from '../../store.ts';
import type { Database } from '../sqlite.ts';

/** Marks content that is not in the store. */
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
