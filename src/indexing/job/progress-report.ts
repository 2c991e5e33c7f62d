/** Reports the progress of a job: at most a few reports per second, with a percentage that never decreases. */
import { type JobProgress, type JobStage, noProgress } from '../../model.ts';

const betweenReportsMs = 200;

/** The range of each stage, in percent of the whole. */
const stages: Readonly<Record<JobStage, readonly [number, number]>> = {
  discovery: [0, 10],
  parsing: [10, 70],
  indexing: [70, 95],
  finalizing: [95, 99],
};

export class ProgressReport {
  readonly #report: (progress: JobProgress) => void;
  #progress: JobProgress = noProgress;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(report: (progress: JobProgress) => void) {
    this.#report = report;
  }

  get current(): JobProgress {
    return this.#progress;
  }

  update(change: Partial<Omit<JobProgress, 'percentage'>>): void {
    const isNewStage = change.stage !== undefined && change.stage !== this.#progress.stage;
    const next = { ...this.#progress, ...change };
    this.#progress = { ...next, percentage: Math.max(this.#progress.percentage, percentageOf(next)) };
    const now = performance.now();
    if (!isNewStage && now - this.#reportedAt < betweenReportsMs) return;
    this.#reportedAt = now;
    this.#report(this.#progress);
  }
}

function percentageOf(progress: JobProgress): number {
  const [from, to] = stages[progress.stage];
  const share = {
    discovery: 0.5,
    parsing: part(progress.filesParsed),
    indexing: part(progress.filesIndexed),
    finalizing: 0.5,
  };
  return Math.floor(from + (to - from) * share[progress.stage]);

  function part(done: number): number {
    return progress.filesTotal === 0 ? 1 : done / progress.filesTotal;
  }
}
