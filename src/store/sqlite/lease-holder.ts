/**
 * The holder of a lease: which process it is, and when it was last heard. Neither depends on what repeats or jumps. A
 * process is its id with its start time, because ids are reused, and its heartbeat is read from the clock of the running
 * system, which all processes share and nobody sets. Where the system tells neither, the wall clock and what this
 * process has observed itself decide.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A holder that was not heard for this long is dead. */
export const silenceMs = 60_000;

export interface StoredHolder {
  readonly token: string;
  readonly pid: number;
  /** A host name, or a `Place` as JSON. */
  readonly host: string;
  /** The wall clock at the last heartbeat. */
  readonly heartbeatMs: number;
}

/** Where a process runs, as far as the system tells. */
interface Place {
  readonly host: string;
  /** Changes when the system starts. */
  readonly boot?: string;
  /** Ids of processes mean the same only within a namespace. */
  readonly pids?: string;
  /** The start of the process, on the clock of the system. */
  readonly start?: string;
  /** The last heartbeat, on the clock of the system. */
  readonly beatMs?: number;
}

/** The `host` and the heartbeat of this process now. */
export function ownHeartbeat(): Pick<StoredHolder, 'host' | 'heartbeatMs'> {
  const place: Place = { ...here(), ...(here().boot === undefined ? {} : { beatMs: systemMs() }) };
  return { host: JSON.stringify(place), heartbeatMs: Date.now() };
}

export function isAlive(holder: StoredHolder): boolean {
  const there = placeOf(holder.host);
  const { host, boot, pids } = here();
  const isHere = there.host === host;
  if (boot !== undefined && there.boot !== undefined) {
    // The system has started again since.
    if (isHere && there.boot !== boot) return false;
    if (there.boot === boot) {
      if (there.pids === pids && startOf(holder.pid) !== there.start) return false;
      return Math.abs(systemMs() - (there.beatMs ?? 0)) <= silenceMs;
    }
  }
  return (!isHere || processExists(holder.pid)) && isHeard(holder);
}

interface Observation {
  readonly heartbeatMs: number;
  /** When this heartbeat was first seen, on the clock of this process. */
  readonly sinceMs: number;
  readonly hasChanged: boolean;
}

/** The heartbeats that this process has seen, by token. */
const observed = new Map<string, Observation>();
const maxObserved = 100;

/**
 * Judges by the wall clock at first sight. Later, a heartbeat that does not change while this process watches is dead,
 * and one that changes is alive, wherever the clock was set to.
 */
function isHeard({ token, heartbeatMs }: StoredHolder): boolean {
  const nowMs = performance.now();
  const last = observed.get(token);
  if (last?.heartbeatMs !== heartbeatMs) {
    if (observed.size >= maxObserved) observed.clear();
    observed.set(token, { heartbeatMs, sinceMs: nowMs, hasChanged: last !== undefined });
    if (last !== undefined) return true;
  } else if (last.hasChanged || nowMs - last.sinceMs > silenceMs) {
    return nowMs - last.sinceMs <= silenceMs;
  }
  return Math.abs(Date.now() - heartbeatMs) <= silenceMs;
}

function placeOf(host: string): Place {
  try {
    const place: unknown = JSON.parse(host);
    if (typeof place === 'object' && place !== null && 'host' in place) return place as Place;
  } catch {
    // The name of a host, as older versions wrote it.
  }
  return { host };
}

let own: Place | undefined;

function here(): Place {
  own ??= {
    host: hostname(),
    ...named('boot', () => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()),
    ...named('pids', () => readlinkSync('/proc/self/ns/pid')),
    ...named('start', () => startOf(process.pid)),
  };
  return own;
}

function named<Name extends string>(name: Name, read: () => string | undefined): Partial<Record<Name, string>> {
  try {
    const value = read();
    return value === undefined ? {} : ({ [name]: value } as Partial<Record<Name, string>>);
  } catch {
    return {};
  }
}

/** Runs since the start of the system, for all processes alike, and is not set. */
function systemMs(): number {
  return Math.round(Number(process.hrtime.bigint() / 1_000_000n));
}

/**
 * The start time of a living process in ticks of the system; undefined if there is none. A killed process still accepts
 * signals until its parent has reaped it, but is not alive.
 */
function startOf(pid: number): string | undefined {
  try {
    // The name of the program may contain spaces and brackets, so fields are counted from its end.
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return /^[ZX]$/.test(fields[0] ?? '') ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
  return here().start === undefined || startOf(pid) !== undefined;
}
