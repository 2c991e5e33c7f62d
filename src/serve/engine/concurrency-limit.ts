/**
 * A concurrency limit runs a fixed number of tasks at once, in order of arrival, and yields to the event loop. What waits
 * is bounded too: a task that is cancelled leaves the queue, and one that arrives when the queue is full is refused.
 */
import { CodedError } from '../../errors.ts';

export interface WaitOptions {
  /** Ends the wait with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The memory that the task holds while it waits. */
  readonly bytes?: number;
}

export interface QueueLimits {
  readonly tasks: number;
  readonly bytes: number;
}

const usualLimits: QueueLimits = { tasks: 2_000, bytes: 32 << 20 };

interface Waiting {
  /** Gives it the place of an ended task. From then on it must run, even if it is cancelled, to pass the place on. */
  readonly assign: () => void;
  readonly bytes: number;
}

export class ConcurrencyLimit {
  readonly #atOnce: number;
  readonly #limits: QueueLimits;
  readonly #waiting = new Set<Waiting>();
  #waitingBytes = 0;
  #running = 0;

  constructor(atOnce: number, limits: QueueLimits = usualLimits) {
    this.#atOnce = atOnce;
    this.#limits = limits;
  }

  /** Whether a task would have to wait. */
  get isFull(): boolean {
    return this.#running >= this.#atOnce;
  }

  /** `work` may give its place back before it has ended. */
  async run<Result>(
    work: (giveBack: () => void) => Promise<Result>,
    { signal, bytes = 0 }: WaitOptions = {},
  ): Promise<Result> {
    signal?.throwIfAborted();
    if (this.isFull) await this.#wait(bytes, signal);
    else this.#running++;
    let hasPlace = true;
    const giveBack = () => {
      if (hasPlace) this.#next();
      hasPlace = false;
    };
    try {
      signal?.throwIfAborted();
      return await work(giveBack);
    } finally {
      giveBack();
    }
  }

  /** Resolves when the place of an ended task is passed on. */
  #wait(bytes: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= this.#limits.tasks || this.#waitingBytes + bytes > this.#limits.bytes) throw busy();
    return new Promise<void>((resolve, reject) => {
      const cancel = () => {
        this.#remove(waiting);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        bytes,
        assign: () => {
          signal?.removeEventListener('abort', cancel);
          // Yield to the event loop, so that incoming messages are read in between.
          setImmediate(resolve);
        },
      };
      this.#waiting.add(waiting);
      this.#waitingBytes += bytes;
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  #remove(waiting: Waiting): void {
    if (this.#waiting.delete(waiting)) this.#waitingBytes -= waiting.bytes;
  }

  #next(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running--;
      return;
    }
    this.#remove(next);
    next.assign();
  }
}

function busy(): CodedError {
  return new CodedError('server_busy', 'Too many calls are waiting for their turn.');
}
