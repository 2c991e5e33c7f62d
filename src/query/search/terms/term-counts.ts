/**
 * Counts the terms in ranges of occurrences. Many symbols may share their lines and so their occurrences, so a range costs
 * the terms of the query, whatever its length, and a range that was just counted costs nothing.
 */
import { firstAtOrAfter } from '../../../text/bisect.ts';
import type { TermOccurrences } from './term-occurrences.ts';

export class TermCounts {
  readonly #found: readonly number[];
  readonly #termCount: number;
  /** By term, made when a range is first too long to go through. */
  #positions: number[][] | undefined;
  #last: { readonly from: number; readonly to: number; readonly counts: Uint32Array } | undefined;

  constructor({ terms }: TermOccurrences, termCount: number) {
    this.#found = terms;
    this.#termCount = termCount;
  }

  /** By term; `to` is exclusive. The array must not be changed. */
  between(from: number, to: number): Uint32Array {
    if (this.#last?.from === from && this.#last.to === to) return this.#last.counts;
    const counts = new Uint32Array(this.#termCount);
    if (to - from <= this.#termCount) {
      for (let at = from; at < to; at++) {
        const term = this.#found[at] as number;
        counts[term] = (counts[term] as number) + 1;
      }
    } else {
      this.#positions ??= this.#positionsByTerm();
      for (const [term, positions] of this.#positions.entries()) {
        counts[term] = firstAtOrAfter(positions, to) - firstAtOrAfter(positions, from);
      }
    }
    this.#last = { from, to, counts };
    return counts;
  }

  #positionsByTerm(): number[][] {
    const positions: number[][] = Array.from({ length: this.#termCount }, () => []);
    for (const [at, term] of this.#found.entries()) (positions[term] as number[]).push(at);
    return positions;
  }
}
