/**
 * The queue of a server's jobs. A job takes a process, a pool of threads and hundreds of megabytes, and a client can ask
 * for one per workspace, so only a few run at once. Those that someone waits for come first, the others as they came.
 */
import { CodedError } from '../errors.ts';

export interface QueuedWork<Result> {
  readonly outcome: Promise<Result>;
  /** False as soon as the work has begun or was cancelled. */
  readonly isWaiting: boolean;
  /** Lets it start before background work. */
  hurry(): void;
}

interface Waiting {
  isUrgent: boolean;
  begin(): void;
}

export class JobQueue {
  readonly #atOnce: number;
  #running = 0;
  #waiting: Waiting[] = [];

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Runs the work when it is its turn. The signal takes waiting work off the queue; running work has to heed it itself. */
  add<Result>(work: () => Promise<Result>, isUrgent: boolean, signal: AbortSignal): QueuedWork<Result> {
    const entry: Waiting = { isUrgent, begin: () => {} };
    const isWaiting = () => this.#waiting.includes(entry);
    const outcome = this.#turn(entry, signal).then(() => this.#run(work));
    return {
      outcome,
      get isWaiting() {
        return isWaiting();
      },
      hurry() {
        entry.isUrgent = true;
      },
    };
  }

  async #turn(entry: Waiting, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw cancelledInQueue();
    if (this.#running < this.#atOnce) {
      this.#running++;
      return;
    }
    this.#waiting.push(entry);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting = this.#waiting.filter((other) => other !== entry);
        reject(cancelledInQueue());
      };
      entry.begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      this.#passOn();
    }
  }

  /** Gives the place of work that has ended to the next. */
  #passOn(): void {
    const next = this.#waiting.find(({ isUrgent }) => isUrgent) ?? this.#waiting[0];
    if (next === undefined) {
      this.#running--;
      return;
    }
    this.#waiting = this.#waiting.filter((other) => other !== next);
    next.begin();
  }
}

function cancelledInQueue(): CodedError {
  return new CodedError('job_cancelled', 'The job was cancelled before it began; nothing was published.');
}
