/** What a running process holds, as the system tells it (Linux only). */
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

/** The time that a process has spent on processors since it began, to a hundredth of a second. */
export function processorMs(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(afterName[11]) + Number(afterName[12])) * 10;
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

/** What a process holds after its garbage was collected. */
export interface Kept {
  /** Objects, and the buffers that belong to them. */
  readonly heapMb: number;
  readonly residentMb: number;
}

/** The variables for a process that is to be asked, and how it is asked. */
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
      await waitUntil(`process ${pid} to write what it holds`, () => existsSync(file), Boolean, { betweenMs: 20 });
      const { heapUsed, external, rss } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
      const megabytes = (bytes = 0) => Math.round((bytes / 1024 / 1024) * 10) / 10;
      return { heapMb: megabytes((heapUsed ?? 0) + (external ?? 0)), residentMb: Math.round(megabytes(rss)) };
    },
  };
}
