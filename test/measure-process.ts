/** What a running process holds, as the system tells it (Linux only). */
import { readdirSync, readFileSync } from 'node:fs';

export interface Holdings {
  readonly residentMb: number;
  readonly peakMb: number;
  readonly openFiles: number;
}

export function holdingsOf(pid: number): Holdings {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (field: string) =>
    Math.round(Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024);
  return {
    residentMb: megabytes('VmRSS'),
    peakMb: megabytes('VmHWM'),
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
  };
}

export const canMeasure = process.platform === 'linux';

export interface Drift {
  /** The least of a fifth early in the run, after what is needed was loaded, and of the last fifth. */
  readonly early: Holdings;
  readonly late: Holdings;
}

/** How what is held has drifted. The least counts, since garbage lies about for a while before it is collected. */
export function driftOf(samples: readonly Holdings[]): Drift {
  const fifth = Math.ceil(samples.length / 5);
  return { early: leastOf(samples.slice(fifth, 2 * fifth), samples), late: leastOf(samples.slice(-fifth), samples) };
}

function leastOf(some: readonly Holdings[], all: readonly Holdings[]): Holdings {
  const of = some.length > 0 ? some : all;
  const least = (field: keyof Holdings) => Math.min(...of.map((one) => one[field]));
  return {
    residentMb: least('residentMb'),
    peakMb: Math.max(...all.map(({ peakMb }) => peakMb)),
    openFiles: least('openFiles'),
  };
}
