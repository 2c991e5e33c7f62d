/**
 * Checks a whole index: damaged pages, inconsistent full-text tables, and rows that refer to missing rows. It reads
 * everything, so it only runs when damage is likely.
 */
import { CodedError } from '../../errors.ts';
import { isDamage } from '../damage.ts';
import { giveLeaseBack, leftLease } from './lease.ts';
import { wordTables } from './schema.ts';
import type { Database } from './sqlite.ts';

/** Each query counts inconsistent rows. */
const contradictions: Readonly<Record<string, string>> = {
  'missing files of refs': `SELECT count(*) AS n FROM ref_files r
     WHERE NOT EXISTS (SELECT 1 FROM file_versions v WHERE v.id = r.version_id)`,
  'refs with missing files': `SELECT count(*) AS n FROM refs WHERE file_count <>
     (SELECT count(*) FROM ref_files r JOIN file_versions v ON v.id = r.version_id
      WHERE r.ref_id = refs.id AND v.skipped IS NULL)`,
  'files with missing text': `SELECT count(*) AS n FROM file_versions v
     WHERE skipped IS NULL AND NOT EXISTS (SELECT 1 FROM sources s WHERE s.version_id = v.id)`,
  'files with missing symbols': `SELECT count(*) AS n FROM file_versions v WHERE symbol_count <>
     (SELECT count(*) FROM symbols s
      WHERE s.id >= v.first_symbol AND s.id < v.first_symbol + v.symbol_count AND s.version_id = v.id)`,
  'files with missing chunks': `SELECT count(*) AS n FROM file_versions v WHERE chunk_count <>
     (SELECT count(*) FROM chunks c
      WHERE c.id >= v.first_chunk AND c.id < v.first_chunk + v.chunk_count AND c.version_id = v.id)`,
  'symbols with a missing name': `SELECT count(*) AS n FROM symbols s
     WHERE NOT EXISTS (SELECT 1 FROM names n WHERE n.id = s.name_id)`,
  'references with a missing name': `SELECT count(*) AS n FROM uses u
     WHERE NOT EXISTS (SELECT 1 FROM names n WHERE n.id = u.name_id)`,
};

/** Throws if the index cannot be checked. */
export function integrityErrors(database: Database): string[] {
  const errors: string[] = [];
  const attempt = (what: string, check: () => readonly string[]) => {
    try {
      for (const each of check()) errors.push(each);
    } catch (thrown) {
      // A lock, a full disk or a missing permission says nothing about the content.
      if (thrown instanceof CodedError && !isDamage(thrown)) throw thrown;
      errors.push(`${what}: ${(thrown as Error).message}`);
    }
  };
  attempt('pages', () =>
    database
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => String(Object.values(row)[0]))
      .filter((line) => line !== 'ok'),
  );
  for (const table of wordTables) {
    attempt(table, () => {
      database.exec(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`);
      return [];
    });
  }
  for (const [what, sql] of Object.entries(contradictions)) {
    attempt(what, () => {
      const count = Number(database.prepare(sql).get()?.n);
      return count === 0 ? [] : [`${count} ${what}`];
    });
  }
  return errors;
}

/**
 * The WAL holds commits that are not in the main file yet. If it is missing although a job was running, the main file
 * may be a mixture of two states that SQLite does not detect, so the whole index is checked. Returns no errors if the
 * job was killed and the index is intact.
 */
export function damageOfMissingWal(database: Database): string[] {
  const token = leftLease(database);
  if (token === undefined) return [];
  const errors = integrityErrors(database);
  // The lease of the killed job triggers this check, so it is deleted if the index is intact.
  if (errors.length === 0) giveLeaseBack(database, { token });
  return errors;
}
