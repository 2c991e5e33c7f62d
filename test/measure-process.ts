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
