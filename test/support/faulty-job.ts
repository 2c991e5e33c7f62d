/** Runs a job in a separate process, as the program does, on a driver that fails at a chosen write. */
import { CodedError } from '../../src/errors.ts';
import type { JobRequest, JobSummary } from '../../src/indexing/job/job.ts';
import { importBuilt } from './build-output.ts';
import { usualSettings } from './run-job.ts';

export const faultKinds = ['kill before', 'kill after', 'full', 'full at once', 'i/o error'] as const;

export interface Fault {
  readonly file: string;
  /** Written when the fault occurs; without a kind, the log of all writes. */
  readonly log: string;
  readonly kind?: (typeof faultKinds)[number];
  readonly at?: number;
  readonly lasts?: boolean;
}

export async function runFaultyJob(
  home: string,
  root: string,
  fault: Fault | undefined,
  request: Pick<JobRequest, 'operation' | 'force'> = { operation: 'index', force: false },
): Promise<JobSummary> {
  const { startJob } =
    await importBuilt<typeof import('../../src/indexing/job/start-job.ts')>('indexing/job/start-job');
  const driver = new URL('../store/faults/faulty-driver.mjs', import.meta.url).href;
  const { NODE_OPTIONS } = process.env;
  if (fault !== undefined) {
    Object.assign(process.env, { NODE_OPTIONS: `--import=${driver}`, CODECOMPASS_FAULT: JSON.stringify(fault) });
  }
  try {
    return await startJob({ home, root, ...request, settings: usualSettings }).catch((thrown) => {
      // The built program has its own error class.
      throw new CodedError(thrown.code, thrown.message, { remediation: thrown.remediation });
    });
  } finally {
    if (NODE_OPTIONS === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = NODE_OPTIONS;
    delete process.env.CODECOMPASS_FAULT;
  }
}
