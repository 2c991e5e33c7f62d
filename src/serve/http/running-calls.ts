/**
 * The running calls of clients with a session, by request id. Over HTTP a cancellation comes in a request of its own, so
 * this table connects it with the call. Without a session it cannot be told whose call is meant: clients number their
 * requests alike.
 */
export class RunningCalls {
  readonly #cancels = new Map<string, () => void>();

  get size(): number {
    return this.#cancels.size;
  }

  /** Adds a call that `cancel` ends. Returns a function that removes it. */
  add(session: string | null, id: unknown, cancel: () => void): () => void {
    if (session === null) return () => {};
    const key = keyOf(session, id);
    this.#cancels.set(key, cancel);
    return () => {
      if (this.#cancels.get(key) === cancel) this.#cancels.delete(key);
    };
  }

  cancel(session: string | null, id: unknown): void {
    if (session !== null) this.#cancels.get(keyOf(session, id))?.();
  }
}

/** The ids 1 and "1" are different. */
function keyOf(session: string, id: unknown): string {
  return JSON.stringify([session, id]);
}
