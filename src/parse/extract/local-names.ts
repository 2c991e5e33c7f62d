/**
 * Names local to a symbol: its type parameters, parameters and variables. A reference to one of them does not refer to
 * a definition elsewhere with the same name.
 */
import type { Declaration } from '../../model.ts';
import { firstAtOrAfter } from '../../text/bisect.ts';
import type { Span } from './captures.ts';

export class LocalNames {
  readonly #symbols: readonly Declaration[];
  readonly #bySymbol = new Map<number, Map<string, Ranges>>();

  constructor(symbols: readonly Declaration[]) {
    this.#symbols = symbols;
  }

  /**
   * `start` is the offset where the local comes into scope: in `run := run()` the call refers to another `run`. `end` is
   * where its block ends.
   */
  add(symbol: number, name: string, range: Span): void {
    const names = this.#bySymbol.get(symbol) ?? new Map<string, Ranges>();
    const ranges = names.get(name) ?? new Ranges();
    ranges.add(range);
    names.set(name, ranges);
    this.#bySymbol.set(symbol, names);
  }

  /** Whether a name at an offset is local to a symbol or to an enclosing one; -1 means anonymous functions. */
  has(name: string, symbol: number, offset: number): boolean {
    let index = symbol;
    for (;;) {
      if (this.#bySymbol.get(index)?.get(name)?.contain(offset)) return true;
      index = this.#symbols[index]?.parent ?? -1;
      if (index === -1) return false;
    }
  }
}

/** Ranges that may overlap. There may be thousands, so they are searched by bisection. */
class Ranges {
  readonly #spans: Span[] = [];
  /** Starts ascending, each with the furthest end of the ranges up to it. */
  #sorted: { starts: number[]; ends: number[] } | undefined;

  add(span: Span): void {
    this.#spans.push(span);
    this.#sorted = undefined;
  }

  contain(offset: number): boolean {
    this.#sorted ??= sorted(this.#spans);
    const { starts, ends } = this.#sorted;
    return (ends[firstAtOrAfter(starts, offset + 1) - 1] ?? -1) > offset;
  }
}

function sorted(spans: readonly Span[]): { starts: number[]; ends: number[] } {
  const ascending = [...spans].sort((a, b) => a.start - b.start);
  let furthest = 0;
  return {
    starts: ascending.map(({ start }) => start),
    ends: ascending.map(({ end }) => {
      furthest = Math.max(furthest, end);
      return furthest;
    }),
  };
}
