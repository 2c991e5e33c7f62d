/**
 * What is remembered of a root's files, with the version that each of them had. A sync reads all of it, so it comes as two
 * JSON values, the paths and the numbers: an array for every row would take half as long again.
 */
import type { Database } from './sqlite.ts';
import type { RememberedStat } from './store.ts';

const numbersPerFile = 5;
/** Stands for a content that the store does not have. */
const noVersion = 0;

export function readRememberedStats(database: Database, root: string): Map<string, RememberedStat> {
  const row = database
    .prepare(
      `SELECT json_group_array(path) AS paths,
         '[' || group_concat(size || ',' || mtime_us || ',' || ctime_us || ',' || inode || ',' || coalesce(
           (SELECT v.id FROM file_versions v WHERE v.path = s.path AND v.hash = s.hash ORDER BY v.epoch DESC LIMIT 1),
           ${noVersion})) || ']' AS numbers
       FROM remembered_stats s WHERE root = ?`,
    )
    .get(root);
  const paths: string[] = JSON.parse(row?.paths as string);
  const numbers: number[] = JSON.parse((row?.numbers ?? '[]') as string);
  const stats = new Map<string, RememberedStat>();
  paths.forEach((path, index) => {
    const [size, mtimeUs, ctimeUs, inode, versionId] = numbers.slice(
      index * numbersPerFile,
      (index + 1) * numbersPerFile,
    ) as [number, number, number, number, number];
    const stat = { size, mtimeUs, ctimeUs, inode };
    stats.set(path, versionId === noVersion ? stat : { ...stat, versionId });
  });
  return stats;
}
