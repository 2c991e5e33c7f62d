/**
 * A concurrency limit runs a fixed number of tasks at once and yields to the event loop. Costly tasks and quick ones each
 * have places that the other kind cannot take, so neither waits for a flood of the other; within a kind, the order is
 * that of arrival. What waits is bounded too: a task that is cancelled leaves the queue, and one that arrives when the
 * queue is full is refused.
 */
import { CodedError } from '../../errors.ts';

export interface WaitOptions {
  /** Ends the wait with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The memory that the task holds while it waits. */
  readonly bytes?: number;
  /** Whether tasks like it have taken long; asked again when it is its turn. */
  readonly isCostly?: () => boolean;
}

export interface QueueLimits {
  readonly tasks: number;
  readonly bytes: number;
}

const usualLimits: QueueLimits = { tasks: 2_000, bytes: 32 << 20 };

interface Waiting {
  /** Gives it a place of this kind. From then on it must run, even if it is cancelled, to give the place back. */
  readonly assign: (kind: Kind) => void;
  readonly bytes: number;
  readonly isCostly: () => boolean;
}

interface Kind {
  readonly waiting: Set<Waiting>;
  running: number;
}

/** The share of the places that only one of the two kinds may take. */
const reservedShare = 1 / 4;

export class ConcurrencyLimit {
  readonly #atOnce: number;
  readonly #reserved: number;
  readonly #limits: QueueLimits;
  readonly #quick: Kind = { waiting: new Set(), running: 0 };
  readonly #costly: Kind = { waiting: new Set(), running: 0 };
  #waitingBytes = 0;

  constructor(atOnce: number, limits: QueueLimits = usualLimits) {
    this.#atOnce = atOnce;
    this.#reserved = Math.floor(atOnce * reservedShare);
    this.#limits = limits;
  }

  /** Whether a task of this kind would have to wait. */
  isFull(isCostly = false): boolean {
    return !this.#hasPlace(this.#kind(isCostly));
  }

  /** `work` may give its place back before it has ended. */
  async run<Result>(
    work: (giveBack: () => void) => Promise<Result>,
    { signal, bytes = 0, isCostly = () => false }: WaitOptions = {},
  ): Promise<Result> {
    signal?.throwIfAborted();
    const kind = this.#take(this.#kind(isCostly())) ?? (await this.#wait(bytes, isCostly, signal));
    let hasPlace = true;
    const giveBack = () => {
      if (!hasPlace) return;
      hasPlace = false;
      kind.running--;
      this.#assign();
    };
    try {
      signal?.throwIfAborted();
      return await work(giveBack);
    } finally {
      giveBack();
    }
  }

  #kind(isCostly: boolean): Kind {
    return isCostly ? this.#costly : this.#quick;
  }

  #hasPlace({ running }: Kind): boolean {
    const all = this.#quick.running + this.#costly.running;
    return all < this.#atOnce && running < this.#atOnce - this.#reserved;
  }

  /** Takes a place if there is one for this kind. */
  #take(kind: Kind): Kind | undefined {
    if (!this.#hasPlace(kind)) return undefined;
    kind.running++;
    return kind;
  }

  /** Resolves with the kind of the place when there is one. */
  #wait(bytes: number, isCostly: () => boolean, signal: AbortSignal | undefined): Promise<Kind> {
    const tasks = this.#quick.waiting.size + this.#costly.waiting.size;
    if (tasks >= this.#limits.tasks || this.#waitingBytes + bytes > this.#limits.bytes) throw busy();
    return new Promise<Kind>((resolve, reject) => {
      const cancel = () => {
        this.#remove(waiting);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        bytes,
        isCostly,
        assign: (kind) => {
          signal?.removeEventListener('abort', cancel);
          // Yield to the event loop, so that incoming messages are read in between.
          setImmediate(() => resolve(kind));
        },
      };
      this.#kind(isCostly()).waiting.add(waiting);
      this.#waitingBytes += bytes;
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  #remove(waiting: Waiting): void {
    const wasWaiting = this.#quick.waiting.delete(waiting) || this.#costly.waiting.delete(waiting);
    if (wasWaiting) this.#waitingBytes -= waiting.bytes;
  }

  /** Gives free places to waiting tasks, quick ones first. */
  #assign(): void {
    for (const kind of [this.#quick, this.#costly]) {
      for (const next of kind.waiting) {
        if (kind === this.#quick && next.isCostly()) {
          this.#quick.waiting.delete(next);
          this.#costly.waiting.add(next);
          continue;
        }
        if (this.#take(kind) === undefined) break;
        this.#remove(next);
        next.assign(kind);
      }
    }
  }
}

function busy(): CodedError {
  return new CodedError('server_busy', 'Too many calls are waiting for their turn.');
}
