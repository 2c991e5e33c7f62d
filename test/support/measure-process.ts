/** Memory and open files of a running process, from `/proc` (Linux only). */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from './wait-until.ts';

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

/** Returns the CPU time of a process since its start, to a hundredth of a second. */
export function processorMs(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(afterName[11]) + Number(afterName[12])) * 10;
}

export const canMeasure = process.platform === 'linux';

export interface Drift {
  /** The minimum of the second fifth of the run, after the warm-up, and of the last fifth. */
  readonly early: Holdings;
  readonly late: Holdings;
}

/** Returns the drift of memory and open files. Uses minima, because garbage is collected with a delay. */
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

/** Memory of a process after a garbage collection. */
export interface Kept {
  /** Objects and their buffers. */
  readonly heapMb: number;
  readonly residentMb: number;
}

/** Returns the environment for a process that reports its memory, and a function that requests a report. */
export function askedForHoldings(folder: string): { env: Record<string, string>; ask: (pid: number) => Promise<Kept> } {
  const file = join(folder, 'holdings.json');
  return {
    env: {
      CODECOMPASS_TEST_HOLDINGS: file,
      NODE_OPTIONS: `--import ${new URL('./tell-holdings.mjs', import.meta.url)}`,
    },
    ask: async (pid) => {
      rmSync(file, { force: true });
      process.kill(pid, 'SIGUSR2');
      await waitUntil(`process ${pid} to write its memory use`, () => existsSync(file), Boolean, { betweenMs: 20 });
      const { heapUsed, external, rss } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
      const megabytes = (bytes = 0) => Math.round((bytes / 1024 / 1024) * 10) / 10;
      return { heapMb: megabytes((heapUsed ?? 0) + (external ?? 0)), residentMb: Math.round(megabytes(rss)) };
    },
  };
}
