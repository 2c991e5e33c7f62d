/** Memory and open files of a running process, from `/proc` (Linux only). */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from './wait-until.ts';

export interface Holdings {
  readonly residentMb: number;
  readonly peakMb: number;
  readonly openFiles: number;
  /** Pages of files, such as the program. */
  readonly sharedMb: number;
}

/** A server with the process of its engine; other processes alone. */
export function serverProcesses(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
  return [pid, ...children.filter(isEngine)];
}

function isEngine(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('engine-process.js');
  } catch {
    return false;
  }
}

/** What a server holds, with its engine. The program's own pages, which they share, count once. */
export function holdingsOf(pid: number): Holdings {
  const all = serverProcesses(pid).map(processHoldings);
  const sum = (field: keyof Holdings) => all.reduce((total, each) => total + each[field], 0);
  const sharedMb = sum('sharedMb') - Math.max(...all.map((each) => each.sharedMb));
  return {
    residentMb: sum('residentMb') - sharedMb,
    peakMb: sum('peakMb') - sharedMb,
    openFiles: sum('openFiles'),
    sharedMb,
  };
}

function processHoldings(pid: number): Holdings {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (field: string) =>
    Math.round(Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024);
  return {
    residentMb: megabytes('VmRSS'),
    peakMb: megabytes('VmHWM'),
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
    sharedMb: megabytes('RssFile'),
  };
}

/** Returns the CPU time of a server with its engine since their start, to a hundredth of a second. */
export function processorMs(pid: number): number {
  return serverProcesses(pid).reduce((total, each) => total + processMs(each), 0);
}

function processMs(pid: number): number {
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
    sharedMb: least('sharedMb'),
  };
}

/** Memory of a server with its engine after a garbage collection. */
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
      const kept = { heapMb: 0, residentMb: 0 };
      for (const each of serverProcesses(pid)) {
        rmSync(file, { force: true });
        process.kill(each, 'SIGUSR2');
        await waitUntil(`process ${each} to write its memory use`, () => existsSync(file), Boolean, { betweenMs: 20 });
        const { heapUsed, external, rss } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
        const megabytes = (bytes = 0) => Math.round((bytes / 1024 / 1024) * 10) / 10;
        kept.heapMb += megabytes((heapUsed ?? 0) + (external ?? 0));
        kept.residentMb += Math.round(megabytes(rss));
      }
      return kept;
    },
  };
}
