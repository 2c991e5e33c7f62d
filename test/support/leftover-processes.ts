/** The processes of a test that still run, and a way to make them get stuck (Linux only: reads `/proc`). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type WaitOptions, waitUntil } from './wait-until.ts';

export interface SeenProcess {
  readonly pid: number;
  readonly command: string;
}

/** The processes that were started with this data directory: servers, jobs and their gits. */
export function processesOf(home: string): SeenProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const environment = readFileSync(`/proc/${name}/environ`, 'latin1').split('\0');
        if (!environment.includes(`CODECOMPASS_HOME=${home}`)) return [];
        return [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ') }];
      } catch {
        return [];
      }
    });
}

/** Waits until nothing runs. The deadline only keeps a failing test short; the promise is about a second. */
export function untilNoneIsLeft(home: string, options: WaitOptions = { deadlineMs: 10_000 }): Promise<SeenProcess[]> {
  return waitUntil(
    'all processes to end',
    () => processesOf(home),
    (left) => left.length === 0,
    options,
  );
}

export interface StuckEnvironment {
  readonly env: Record<string, string>;
  /** The file that makes a server get stuck. */
  readonly file: string;
  /** Resolves to the process whose thread is stuck. */
  reached(): Promise<number>;
}

export function stuckEnvironment(folder: string, who: string): StuckEnvironment {
  const file = join(folder, 'stuck');
  const reached = `${file}.reached`;
  return {
    file,
    env: {
      CODECOMPASS_TEST_STUCK: who,
      CODECOMPASS_TEST_STUCK_FILE: file,
      NODE_OPTIONS: `--import ${new URL('./get-stuck.mjs', import.meta.url)}`,
    },
    reached: async () => {
      await waitUntil(`${who} to get stuck`, () => existsSync(reached), Boolean);
      const pid = Number(readFileSync(reached, 'utf8'));
      // A signal to process 0 would go to the whole group, the test among it.
      if (!(pid > 1)) throw new Error(`Not a process id: ${pid}`);
      return pid;
    },
  };
}
