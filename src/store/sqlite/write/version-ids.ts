/** The ids of file versions, symbols and chunks: those of stored versions, and the next free ones. */
import type { FileVersionKey } from '../../../model.ts';
import { readMany } from '../read/reader.ts';
import type { Database } from '../sqlite.ts';

/**
 * Reading all versions takes a third of the time per version of a single lookup (8 and 24 µs), so it pays off when many
 * of the stored versions are requested.
 */
const worthReadingAll = 5_000;

/** Finds versions by path and hash; the newest if a path had the same content more than once. */
export function findVersionIds(database: Database, keys: readonly FileVersionKey[]): (number | undefined)[] {
  return keys.length < worthReadingAll ? lookUpEach(database, keys) : readAll(database, keys);
}

function lookUpEach(database: Database, keys: readonly FileVersionKey[]): (number | undefined)[] {
  const newest = database.prepare(
    'SELECT id FROM file_versions WHERE path = ? AND hash = ? ORDER BY epoch DESC LIMIT 1',
  );
  return keys.map(({ path, hash }) => newest.get(path, Buffer.from(hash, 'hex'))?.id as number | undefined);
}

function readAll(database: Database, keys: readonly FileVersionKey[]): (number | undefined)[] {
  const newestLast = '(SELECT id, path, hash FROM file_versions ORDER BY epoch)';
  const rows = readMany(database, 'path, lower(hex(hash)), id', newestLast) as [string, string, number][];
  // Nearly every path has one version, so grouping by path is cheaper than building a key of path and hash.
  const byPath = new Map<string, { hash: string; id: number }[]>();
  for (const [path, hash, id] of rows) {
    const versions = byPath.get(path);
    if (versions === undefined) byPath.set(path, [{ hash, id }]);
    else versions.push({ hash, id });
  }
  return keys.map(({ path, hash }) => byPath.get(path)?.findLast((version) => version.hash === hash)?.id);
}

export interface NextIds {
  readonly version: number;
  readonly symbol: number;
  readonly chunk: number;
}

/** Returns ids that no version, symbol or chunk has ever had: readers remember versions by their id. */
export function nextIds(database: Database): NextIds {
  const reserved = hasReserved(database) ? database.prepare('SELECT * FROM next_ids').get() : undefined;
  const next = (table: string, column: string) =>
    Math.max(
      Number(database.prepare(`SELECT coalesce(max(id), 0) + 1 AS id FROM ${table}`).get()?.id),
      Number(reserved?.[column] ?? 0),
    );
  return {
    version: next('file_versions', 'version'),
    symbol: next('symbols', 'symbol'),
    chunk: next('chunks', 'chunk'),
  };
}

/** Reserves the ids in use, before rows are deleted. The table exists only in an index that had deletions. */
export function reserveIds(database: Database): void {
  const { version, symbol, chunk } = nextIds(database);
  database.exec(
    'CREATE TABLE IF NOT EXISTS next_ids (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), version INTEGER, symbol INTEGER, chunk INTEGER)',
  );
  database.prepare('REPLACE INTO next_ids VALUES (1, ?, ?, ?)').run(version, symbol, chunk);
}

function hasReserved(database: Database): boolean {
  return database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'next_ids'`).get() !== undefined;
}
