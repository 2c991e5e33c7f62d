/** Drops refs and the file versions that no other ref contains. */
import { randomUUID } from 'node:crypto';
import { assertLease, beat, giveLeaseBack, type Lease, takeLease } from '../lease.ts';
import { putWordsTogether } from '../schema.ts';
import type { Database } from '../sqlite.ts';
import { transaction } from '../sqlite.ts';
import { waitForLocks, waitInTurns } from '../store-errors.ts';
import { pruneVersions } from './prune-versions.ts';

/** Returns the number of deleted versions. Holds the lease, so that no job reuses versions that are being deleted. */
export function dropRefs(database: Database, names: readonly string[]): number {
  return asHolder(database, (inTransaction) => {
    inTransaction(() => deleteRefs(database, names));
    return pruneVersions(database, inTransaction);
  });
}

/** Deletes refs without their file versions. Must be called inside a transaction of the holder of the lease. */
export function deleteRefs(database: Database, names: readonly string[]): void {
  const list = JSON.stringify(names);
  for (const rows of ['ref_files', 'ref_skips']) {
    database
      .prepare(
        `DELETE FROM ${rows} WHERE ref_id IN (SELECT id FROM refs WHERE name IN (SELECT value FROM json_each(?)))`,
      )
      .run(list);
  }
  database.prepare('DELETE FROM refs WHERE name IN (SELECT value FROM json_each(?))').run(list);
  // An interrupted job of a dropped ref must not be reported any longer.
  database.prepare('DELETE FROM jobs WHERE ref IN (SELECT value FROM json_each(?))').run(list);
  database.exec('DELETE FROM remembered_stats WHERE root NOT IN (SELECT root FROM refs)');
}

/** Takes the lease and keeps it. It ends with this process, or when its heartbeat is too old. */
export function retire(database: Database): void {
  waitForLocks(database);
  transaction(database, () => takeLease(database, newLease()));
}

/** Returns unused space to the file system. Temporarily needs as much space again. */
export function compact(database: Database): void {
  asHolder(database, () => {
    putWordsTogether(database);
    database.exec('VACUUM');
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  });
}

/** Returns the size of the versions that only these refs contain. */
export function heldOnlyBy(database: Database, names: readonly string[]): { versions: number; sourceBytes: number } {
  const row = database
    .prepare(
      `SELECT count(*) AS versions, coalesce(sum(iif(skipped IS NULL, byte_length, 0)), 0) AS bytes FROM file_versions v
       WHERE EXISTS (SELECT 1 FROM ref_files f WHERE f.version_id = v.id)
       AND NOT EXISTS (SELECT 1 FROM ref_files f JOIN refs r ON r.id = f.ref_id
         WHERE f.version_id = v.id AND r.name NOT IN (SELECT value FROM json_each(?)))`,
    )
    .get(JSON.stringify(names));
  return { versions: Number(row?.versions), sourceBytes: Number(row?.bytes) };
}

function asHolder<Result>(database: Database, work: (inTransaction: (step: () => void) => void) => Result): Result {
  const lease = newLease();
  waitForLocks(database);
  transaction(database, () => takeLease(database, lease));
  try {
    return work((step) =>
      transaction(database, () => {
        assertLease(database, lease);
        beat(database, lease);
        step();
      }),
    );
  } finally {
    transaction(database, () => giveLeaseBack(database, lease));
    waitInTurns(database);
  }
}

/** No job has this id: only the lease is needed. */
function newLease(): Lease {
  return { token: randomUUID(), jobId: 'prune' };
}
