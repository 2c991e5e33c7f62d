/** Publishing a ref: its set of file versions is swapped, inside the one transaction of the caller. */
import type { FileVersionKey } from '../model.ts';
import { BulkInsert } from './bulk-insert.ts';
import { toRef } from './rows.ts';
import type { Database, Row } from './sqlite.ts';
import type { Publication, RefRecord } from './store.ts';

export function publishRef(
  database: Database,
  publication: Publication,
  jobId: string,
): { ref: RefRecord; changedFiles: number } {
  const refId = upsertRef(database, publication, jobId);
  const changedFiles = swapFiles(database, refId, publication);
  swapSkips(database, refId, publication);
  database
    .prepare(
      `UPDATE refs SET
         file_count = (SELECT count(*) FROM ref_files r JOIN file_versions v ON v.id = r.version_id
           WHERE r.ref_id = refs.id AND v.skipped IS NULL),
         symbol_count = (SELECT coalesce(sum(v.symbol_count), 0) FROM ref_files r
           JOIN file_versions v ON v.id = r.version_id WHERE r.ref_id = refs.id)
       WHERE id = ?`,
    )
    .run(refId);
  return { ref: toRef(database.prepare('SELECT * FROM refs WHERE id = ?').get(refId) as Row), changedFiles };
}

function upsertRef(database: Database, publication: Publication, jobId: string): number {
  database
    .prepare(
      `INSERT INTO refs (name, commit_id, source, root, generation, published_at, job_id, file_count, symbol_count)
       VALUES (?, ?, ?, ?, 1, ?, ?, 0, 0)
       ON CONFLICT (name) DO UPDATE SET commit_id = excluded.commit_id, source = excluded.source,
         root = excluded.root, generation = generation + 1, published_at = excluded.published_at,
         job_id = excluded.job_id`,
    )
    .run(
      publication.ref,
      publication.commit ?? null,
      publication.source,
      publication.root,
      new Date().toISOString(),
      jobId,
    );
  return Number(database.prepare('SELECT id FROM refs WHERE name = ?').get(publication.ref)?.id);
}

/** Returns how many paths came, went or changed. */
function swapFiles(database: Database, refId: number, publication: Publication): number {
  const wanted = versionIds(database, publication.versions);
  const held = new Map(
    database
      .prepare(
        'SELECT r.version_id, v.path FROM ref_files r JOIN file_versions v ON v.id = r.version_id WHERE ref_id = ?',
      )
      .all(refId)
      .map((row) => [row.version_id as number, row.path as string]),
  );
  const changed = new Set<string>();
  const remove = database.prepare('DELETE FROM ref_files WHERE ref_id = ? AND version_id = ?');
  const forget = database.prepare('DELETE FROM remembered_stats WHERE root = ? AND path = ?');
  const present = new Set(publication.versions.map(({ path }) => path));
  for (const [id, path] of held) {
    if (wanted.has(id)) continue;
    changed.add(path);
    remove.run(refId, id);
    if (publication.source === 'worktree' && !present.has(path)) forget.run(publication.root, path);
  }
  const insert = new BulkInsert(database, 'ref_files', ['ref_id', 'version_id']);
  for (const [id, path] of wanted) {
    if (held.has(id)) continue;
    changed.add(path);
    insert.add(refId, id);
  }
  insert.flush();
  return changed.size;
}

function swapSkips(database: Database, refId: number, publication: Publication): void {
  database.prepare('DELETE FROM ref_skips WHERE ref_id = ?').run(refId);
  // A path that cannot be told from another one may come twice; its first reason stays.
  const insert = new BulkInsert(database, 'ref_skips', ['ref_id', 'path', 'reason'], 'INSERT OR IGNORE');
  for (const { path, reason } of publication.skipped) insert.add(refId, path, reason);
  insert.flush();
}

/** The newest version of each key, by id, with its path. */
function versionIds(database: Database, keys: readonly FileVersionKey[]): Map<number, string> {
  const rows = database.prepare('SELECT id, path, lower(hex(hash)) AS hash FROM file_versions ORDER BY epoch').all();
  const ids = new Map(rows.map((row) => [`${row.hash} ${row.path}`, row.id as number]));
  return new Map(
    keys.map(({ path, hash }) => {
      const id = ids.get(`${hash} ${path}`);
      if (id === undefined) throw new Error(`The version ${hash} of ${path} was never written.`);
      return [id, path];
    }),
  );
}
