/**
 * Ends cycles in one walk through types that refer to each other. An item that is requested while it is in progress has
 * no result; what was derived from that depends on where the walk began, and must not be cached.
 */
export class CycleGuard {
  readonly #inProgress: number[] = [];
  /** The outermost item that was requested again while in progress; -1 if the walk was too deep. */
  #cutAt = Number.POSITIVE_INFINITY;

  /** Whether nothing is in progress, so that no result depends on a walk. */
  get isIdle(): boolean {
    return this.#inProgress.length === 0;
  }

  /** Returns false if the item is in progress; otherwise `leave` must follow. */
  enter(id: number): boolean {
    const at = this.#inProgress.indexOf(id);
    if (at === -1 && this.#inProgress.length < maxInProgress) {
      this.#inProgress.push(id);
      return true;
    }
    this.#cutAt = Math.min(this.#cutAt, at);
    return false;
  }

  /** Ends the item that was entered last. Returns whether its result is the same wherever the walk began. */
  leave(): boolean {
    this.#inProgress.pop();
    const isContextFree = this.#cutAt >= this.#inProgress.length;
    if (isContextFree || this.#inProgress.length === 0) this.#cutAt = Number.POSITIVE_INFINITY;
    return isContextFree;
  }
}

/** The guard of each resolver: it resolves one name after another, so a repeated request is a cycle. */
export function cycleGuardOf(resolver: object): CycleGuard {
  const guard = guards.get(resolver) ?? new CycleGuard();
  guards.set(resolver, guard);
  return guard;
}

const guards = new WeakMap<object, CycleGuard>();

/** Bases whose names are resolved through other bases; real code has few. */
const maxInProgress = 20;
