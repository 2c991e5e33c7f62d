/**
 * Publishes a ref as a base ref in which some paths are replaced, within the transaction of the caller. Its cost depends
 * on the number of replaced paths, and on the size of the ref only if another ref is the base.
 */
import type { DeltaPublication, PublishedDelta } from '../../store.ts';
import { type JsonRow, readMany, toRef } from '../read/reader.ts';
import type { Database, Row } from '../sqlite.ts';
import { BulkInsert } from './insert-rows.ts';
import { upsertRef } from './publish-ref.ts';

export interface WrittenDelta extends PublishedDelta {
  /** The ids of the versions that the ref no longer contains. */
  readonly replaced: readonly number[];
}

/** Returns undefined if the base has been published again. */
export function publishDelta(
  database: Database,
  publication: DeltaPublication,
  jobId: string,
): WrittenDelta | undefined {
  const found = database.prepare('SELECT * FROM refs WHERE name = ?').get(publication.base.name);
  const base = found && toRef(found);
  if (base === undefined || base.jobId !== publication.base.jobId) return undefined;
  const refId = upsertRef(database, { ...publication, rules: base.rules }, jobId);
  const dropped = refId === base.id ? [] : copyRef(database, base.id, refId);
  const before = versionsWithin(database, refId, publication.within);
  const skipsBefore = skipsWithin(database, refId, publication.within);
  const wanted = new Map(publication.versions.map(({ id, path }) => [id, path]));
  const held = new Set(before.map(({ id }) => id));
  const replaced = before.filter(({ id }) => !wanted.has(id));
  const added = [...wanted.keys()].filter((id) => !held.has(id));
  const remove = database.prepare('DELETE FROM ref_files WHERE ref_id = ? AND version_id = ?');
  for (const { id } of replaced) remove.run(refId, id);
  const insert = new BulkInsert(database, 'ref_files');
  for (const id of added) insert.add(refId, id);
  insert.flush();
  forgetStats(database, publication, replaced);
  swapSkips(database, refId, publication, skipsBefore);
  countFiles(database, refId, base, replaced, added);
  const ref = toRef(database.prepare('SELECT * FROM refs WHERE id = ?').get(refId) as Row);
  const secretsBefore = new Set([...before, ...skipsBefore].filter(isSecret).map(({ path }) => path));
  const secrets = [...readVersions(database, added), ...publication.skipped.map(asSkip)].filter(isSecret);
  return {
    ref,
    hasNewSecrets: secrets.some(({ path }) => !secretsBefore.has(path)),
    replaced: [...dropped, ...replaced.map(({ id }) => id)],
  };
}

/** Returns the ids of the versions that only the ref itself contained before. */
function copyRef(database: Database, from: number, to: number): number[] {
  const versionsOf = 'SELECT version_id FROM ref_files WHERE ref_id = ?';
  const dropped = readMany(database, 'version_id', `(${versionsOf} EXCEPT ${versionsOf})`, to, from);
  for (const [table, columns] of [
    ['ref_files', 'version_id'],
    ['ref_skips', 'path, reason'],
  ]) {
    database.prepare(`DELETE FROM ${table} WHERE ref_id = ?`).run(to);
    database
      .prepare(`INSERT INTO ${table} (ref_id, ${columns}) SELECT ?, ${columns} FROM ${table} WHERE ref_id = ?`)
      .run(to, from);
  }
  database
    .prepare(
      'UPDATE refs SET (file_count, symbol_count) = (SELECT file_count, symbol_count FROM refs WHERE id = ?) WHERE id = ?',
    )
    .run(from, to);
  return dropped.map(([id]) => id as number);
}

interface Held {
  readonly id: number;
  readonly path: string;
  readonly skipped: string | null;
}

/** The path itself, and the range of paths that begin with it and a slash (`0` is the character after `/`). */
const isWithin = (column: string) =>
  `(${column} = j.value OR (${column} >= j.value || '/' AND ${column} < j.value || '0'))`;

function versionsWithin(database: Database, refId: number, within: readonly string[]): Held[] {
  // Cross joins keep the order of the loops: few paths, then their versions, then a lookup in the ref.
  const from = `json_each(?) j CROSS JOIN file_versions v ON ${isWithin('v.path')}
    CROSS JOIN ref_files r ON r.version_id = v.id AND r.ref_id = ?`;
  return readMany(database, 'v.id, v.path, v.skipped', from, JSON.stringify(within), refId).map(toHeld);
}

function readVersions(database: Database, ids: readonly number[]): Held[] {
  const from = 'file_versions v WHERE v.id IN (SELECT value FROM json_each(?))';
  return readMany(database, 'v.id, v.path, v.skipped', from, JSON.stringify(ids)).map(toHeld);
}

function toHeld([id, path, skipped]: JsonRow): Held {
  return { id: id as number, path: path as string, skipped: skipped as string | null };
}

type Skip = Pick<Held, 'path' | 'skipped'>;

function skipsWithin(database: Database, refId: number, within: readonly string[]): Skip[] {
  const from = `json_each(?) j CROSS JOIN ref_skips s ON s.ref_id = ? AND ${isWithin("rtrim(s.path, '/')")}`;
  return readMany(database, 's.path, s.reason', from, JSON.stringify(within), refId).map(([path, skipped]) => ({
    path: path as string,
    skipped: skipped as string,
  }));
}

function asSkip({ path, reason }: { readonly path: string; readonly reason: string }): Skip {
  return { path, skipped: reason };
}

function isSecret({ skipped }: Skip): boolean {
  return skipped === 'secret';
}

/** A removed file has no stat. That of a changed file was replaced when its new version was written. */
function forgetStats(
  database: Database,
  { source, root, versions }: DeltaPublication,
  replaced: readonly Held[],
): void {
  if (source !== 'worktree') return;
  const paths = new Set(versions.map(({ path }) => path));
  const forget = database.prepare('DELETE FROM remembered_stats WHERE root = ? AND path = ?');
  for (const { path } of replaced) if (!paths.has(path)) forget.run(root, path);
}

function swapSkips(database: Database, refId: number, { skipped }: DeltaPublication, before: readonly Skip[]): void {
  const remove = database.prepare('DELETE FROM ref_skips WHERE ref_id = ? AND path = ?');
  for (const { path } of before) remove.run(refId, path);
  const insert = new BulkInsert(database, 'ref_skips', 'INSERT OR IGNORE');
  for (const { path, reason } of skipped) insert.add(refId, path, reason);
  insert.flush();
}

function countFiles(
  database: Database,
  refId: number,
  base: { readonly fileCount: number; readonly symbolCount: number },
  replaced: readonly Held[],
  added: readonly number[],
): void {
  const removed = totals(
    database,
    replaced.map(({ id }) => id),
  );
  const gained = totals(database, added);
  database
    .prepare('UPDATE refs SET (file_count, symbol_count) = (?, ?) WHERE id = ?')
    .run(base.fileCount - removed.files + gained.files, base.symbolCount - removed.symbols + gained.symbols, refId);
}

function totals(database: Database, ids: readonly number[]): { files: number; symbols: number } {
  const row = database
    .prepare(
      `SELECT count(*) AS files, coalesce(sum(symbol_count), 0) AS symbols FROM file_versions
       WHERE skipped IS NULL AND id IN (SELECT value FROM json_each(?))`,
    )
    .get(JSON.stringify(ids));
  return { files: Number(row?.files), symbols: Number(row?.symbols) };
}
