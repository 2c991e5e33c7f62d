/** The numbers below a size that are not taken yet. Each number is passed about once, however often the next is asked for. */
export class FreeNumbers {
  /** For a free number itself; for a taken one, a number at or before the next free one. */
  readonly #next: Uint32Array;

  constructor(size: number, isFree: (number: number) => boolean = () => true) {
    this.#next = Uint32Array.from({ length: size + 1 }, (_, at) => (at === size || isFree(at) ? at : at + 1));
  }

  /** Returns the first free number from `from` on, or the size. */
  nextFrom(from: number): number {
    const next = this.#next;
    let at = from;
    for (;;) {
      const after = next[at] as number;
      if (after === at) return at;
      // Shortens the way for the next search.
      next[at] = next[after] as number;
      at = after;
    }
  }

  take(number: number): void {
    this.#next[number] = number + 1;
  }
}
