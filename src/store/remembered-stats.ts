/**
 * What is remembered of a root's files, with the version that each of them had. A sync reads all of it, so it comes as a few
 * JSON values rather than an array for every row. Small numbers and large ones come apart: among large ones the runtime would
 * keep the small ones in the form of those, which is slow as a key.
 */
import type { Database } from './sqlite.ts';
import type { RememberedStat } from './store.ts';

/** Stands for a content that the store does not have. */
const noVersion = 0;

export function readRememberedStats(database: Database, root: string): Map<string, RememberedStat> {
  const version =
    '(SELECT v.id FROM file_versions v WHERE v.path = s.path AND v.hash = s.hash ORDER BY v.epoch DESC LIMIT 1)';
  const row = database
    .prepare(
      `SELECT json_group_array(path) AS paths,
         '[' || group_concat(size || ',' || coalesce(${version}, ${noVersion})) || ']' AS small,
         '[' || group_concat(mtime_us || ',' || ctime_us || ',' || inode) || ']' AS large
       FROM remembered_stats s WHERE root = ?`,
    )
    .get(root);
  const paths: string[] = JSON.parse(row?.paths as string);
  const small: number[] = JSON.parse((row?.small ?? '[]') as string);
  const large: number[] = JSON.parse((row?.large ?? '[]') as string);
  const stats = new Map<string, RememberedStat>();
  for (let index = 0; index < paths.length; index++) {
    const stat = {
      size: small[2 * index] as number,
      mtimeUs: large[3 * index] as number,
      ctimeUs: large[3 * index + 1] as number,
      inode: large[3 * index + 2] as number,
    };
    const versionId = small[2 * index + 1] as number;
    stats.set(paths[index] as string, versionId === noVersion ? stat : Object.assign(stat, { versionId }));
  }
  return stats;
}
