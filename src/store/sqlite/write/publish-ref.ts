/** Publishes a ref: swaps its set of file versions within the transaction of the caller. */

import type { Publication, Published } from '../../store.ts';
import { countRef } from '../read/read-versions.ts';
import { toRef } from '../read/reader.ts';
import type { Database, Row } from '../sqlite.ts';
import { BulkInsert } from './insert-rows.ts';

export function publishRef(
  database: Database,
  publication: Publication,
  jobId: string,
): Published & { hasNewSecrets: boolean } {
  const refId = upsertRef(database, publication, jobId);
  const { changedFiles, secrets, wanted } = swapFiles(database, refId, publication);
  const hasNewSecrets = swapSkips(database, refId, publication) || secrets > 0;
  const { versions, statistics } = countRef((sql, ...values) => database.prepare(sql).all(...values), refId);
  const missing = wanted - versions;
  if (missing > 0) throw new Error(`${missing} versions of ${publication.ref} were never written.`);
  database
    .prepare('UPDATE refs SET (file_count, symbol_count) = (?, ?) WHERE id = ?')
    .run(statistics.indexed, statistics.symbols, refId);
  const ref = toRef(database.prepare('SELECT * FROM refs WHERE id = ?').get(refId) as Row);
  return { ref, changedFiles, statistics, hasNewSecrets };
}

export function upsertRef(
  database: Database,
  publication: Pick<Publication, 'ref' | 'commit' | 'source' | 'root' | 'rules'>,
  jobId: string,
): number {
  database
    .prepare(
      `INSERT INTO refs (name, commit_id, source, root, published_at, job_id, rules, file_count, symbol_count)
       VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0)
       ON CONFLICT (name) DO UPDATE SET commit_id = excluded.commit_id, source = excluded.source, root = excluded.root,
         published_at = excluded.published_at, job_id = excluded.job_id, rules = excluded.rules`,
    )
    .run(
      publication.ref,
      publication.commit ?? null,
      publication.source,
      publication.root,
      new Date().toISOString(),
      jobId,
      publication.rules,
    );
  return Number(database.prepare('SELECT id FROM refs WHERE name = ?').get(publication.ref)?.id);
}

/**
 * Returns the number of added, removed or changed paths, the number of files of an existing ref that have become
 * secrets, and the expected number of versions.
 */
function swapFiles(
  database: Database,
  refId: number,
  publication: Publication,
): { changedFiles: number; secrets: number; wanted: number } {
  const row = database.prepare('SELECT json_group_array(version_id) AS ids FROM ref_files WHERE ref_id = ?').get(refId);
  const held = new Set<number>(JSON.parse(row?.ids as string));
  // On the first publication every path is new, and tracking them could take a million entries.
  const isFirst = held.size === 0;
  const wanted = new Map(publication.versions.map(({ id, path }) => [id, path]));
  // A path has one version at a time, so a removed and an added version of one path count as one change.
  const changed = new Set<string>();
  if (!isFirst) for (const [id, path] of wanted) if (!held.has(id)) changed.add(path);
  const pathOf = database.prepare('SELECT path FROM file_versions WHERE id = ?');
  const remove = database.prepare('DELETE FROM ref_files WHERE ref_id = ? AND version_id = ?');
  const forget = database.prepare('DELETE FROM remembered_stats WHERE root = ? AND path = ?');
  for (const id of held) {
    if (wanted.has(id)) continue;
    const path = pathOf.get(id)?.path as string;
    remove.run(refId, id);
    if (publication.source === 'worktree' && !changed.has(path)) forget.run(publication.root, path);
    changed.add(path);
  }
  const isSecret = database.prepare(`SELECT 1 FROM file_versions WHERE id = ? AND skipped = 'secret'`);
  let secrets = 0;
  const insert = new BulkInsert(database, 'ref_files');
  for (const id of wanted.keys()) {
    if (held.has(id)) continue;
    insert.add(refId, id);
    if (!isFirst && isSecret.get(id) !== undefined) secrets++;
  }
  insert.flush();
  return { changedFiles: isFirst ? wanted.size : changed.size, secrets, wanted: wanted.size };
}

/** Whether a path has become secret since the last publication of the ref. */
function swapSkips(database: Database, refId: number, publication: Publication): boolean {
  const before = database.prepare('SELECT path, reason FROM ref_skips WHERE ref_id = ?').all(refId);
  const secrets = new Set(before.flatMap(({ path, reason }) => (reason === 'secret' ? [path] : [])));
  database.prepare('DELETE FROM ref_skips WHERE ref_id = ?').run(refId);
  // Two names may share a path; the first reason is kept.
  const insert = new BulkInsert(database, 'ref_skips', 'INSERT OR IGNORE');
  for (const { path, reason } of publication.skipped) insert.add(refId, path, reason);
  insert.flush();
  return publication.skipped.some(({ path, reason }) => reason === 'secret' && !secrets.has(path));
}
