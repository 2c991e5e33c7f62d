/** The last failure of the jobs of each ref, as far as it is recent: the number of refs has no limit. */
import type { CodedError } from '../errors.ts';

/** After a failed sync, background syncs of the same ref pause for this long. */
const afterFailureMs = 10_000;
const maxFailures = 100;

interface Failure {
  readonly error: CodedError;
  readonly atMs: number;
  /** There was an index afterwards. If it is lost, the failure does not explain that. */
  isPast: boolean;
}

export class JobFailures {
  /** The least recently used first. */
  readonly #failures = new Map<string, Failure>();

  get size(): number {
    return this.#failures.size;
  }

  add(root: string, ref: string | undefined, error: CodedError): void {
    const key = keyOf(root, ref);
    this.#failures.delete(key);
    this.#failures.set(key, { error, atMs: performance.now(), isPast: false });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > maxFailures && oldest !== undefined) this.#failures.delete(oldest);
  }

  forget(root: string, ref: string | undefined): void {
    this.#failures.delete(keyOf(root, ref));
  }

  hasJustFailed(root: string, ref: string | undefined): boolean {
    const failure = this.#used(root, ref);
    return failure !== undefined && performance.now() - failure.atMs < afterFailureMs;
  }

  /** The error of the last job for the checked-out ref, unless there was an index afterwards. */
  ofHead(root: string): CodedError | undefined {
    const failure = this.#used(root, undefined);
    return failure?.isPast ? undefined : failure?.error;
  }

  /** Notes that there is an index. */
  hasIndex(root: string): void {
    const failure = this.#used(root, undefined);
    if (failure !== undefined) failure.isPast = true;
  }

  #used(root: string, ref: string | undefined): Failure | undefined {
    const key = keyOf(root, ref);
    const failure = this.#failures.get(key);
    if (failure === undefined) return undefined;
    this.#failures.delete(key);
    this.#failures.set(key, failure);
    return failure;
  }
}

/** Without a ref, the checked-out one is meant. */
function keyOf(root: string, ref: string | undefined): string {
  return `${root} ${ref ?? ''}`;
}
