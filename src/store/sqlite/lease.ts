/**
 * The lease is the exclusive right to write to a project, across all processes. The holder sends a heartbeat. It loses
 * the lease if its process dies or the heartbeat stops for too long, and notices that before its next write.
 */
import { CodedError, inProgressCode } from '../../errors.ts';
import { isAlive as isHolderAlive, ownHeartbeat } from './lease-holder.ts';
import type { Database, Row } from './sqlite.ts';

export interface Lease {
  readonly token: string;
  readonly jobId: string;
}

interface WantedJob {
  readonly operation: string;
  readonly ref: string;
}

/** Returns the holder of the lease; undefined if there is none or it is dead. */
export function livingHolder(database: Database): Row | undefined {
  const holder = database.prepare('SELECT * FROM lease').get();
  return holder !== undefined && isAlive(holder) ? holder : undefined;
}

/** Returns the token of a lease whose holder is dead; undefined if there is no lease or its holder lives. */
export function leftLease(database: Database): string | undefined {
  const holder = database.prepare('SELECT * FROM lease').get();
  return holder === undefined || isAlive(holder) ? undefined : (holder.token as string);
}

/** Throws if a job holds the lease. `wanted` is the job that needs it, if it is for one. */
export function assertFree(database: Database, wanted?: WantedJob): void {
  const holder = livingHolder(database);
  if (holder !== undefined) throw inProgress(database, holder, wanted);
}

/** Must be called inside a write transaction. */
export function takeLease(database: Database, lease: Lease, wanted?: WantedJob): void {
  assertFree(database, wanted);
  const { host, heartbeatMs } = ownHeartbeat();
  database
    .prepare('REPLACE INTO lease (only_one, token, job_id, pid, host, heartbeat_ms) VALUES (1, ?, ?, ?, ?, ?)')
    .run(lease.token, lease.jobId, process.pid, host, heartbeatMs);
}

/** Must be called first in every write transaction of a job. */
export function assertLease(database: Database, lease: Lease): void {
  const holder = database.prepare('SELECT token FROM lease').get();
  if (holder?.token === lease.token) return;
  throw new CodedError('job_cancelled', 'Another job took the lease because the heartbeat of this one stopped.');
}

export function beat(database: Database, lease: Lease): void {
  const { host, heartbeatMs } = ownHeartbeat();
  database.prepare('UPDATE lease SET host = ?, heartbeat_ms = ? WHERE token = ?').run(host, heartbeatMs, lease.token);
}

/** Deletes this lease only: another process may have taken the next one. */
export function giveLeaseBack(database: Database, { token }: Pick<Lease, 'token'>): void {
  database.prepare('DELETE FROM lease WHERE token = ?').run(token);
}

function isAlive(holder: Row): boolean {
  return isHolderAlive({
    token: String(holder.token),
    pid: Number(holder.pid),
    host: String(holder.host),
    heartbeatMs: Number(holder.heartbeat_ms),
  });
}

function inProgress(database: Database, holder: Row, wanted: WantedJob | undefined): CodedError {
  const job = database.prepare('SELECT ref, operation FROM jobs WHERE id = ?').get(holder.job_id as string);
  if (job === undefined) {
    return new CodedError('index_in_progress', `The index is being pruned (process ${holder.pid}).`, {
      data: { pid: holder.pid },
    });
  }
  const running = { operation: String(job.operation), ref: String(job.ref) };
  const kind = running.operation === 'sync' ? 'A sync' : 'An index';
  const what = `${kind} job for ref ${job.ref} is already running (process ${holder.pid}).`;
  return new CodedError(wanted === undefined ? 'index_in_progress' : inProgressCode(wanted, running), what, {
    data: { job_id: holder.job_id, ref: job.ref, pid: holder.pid },
  });
}
