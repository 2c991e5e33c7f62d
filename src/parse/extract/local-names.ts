/**
 * Names local to a symbol: its type parameters, parameters and variables. A reference to one of them does not refer to
 * a definition elsewhere with the same name.
 */
import type { Declaration } from '../../model.ts';

export class LocalNames {
  readonly #symbols: readonly Declaration[];
  readonly #bySymbol = new Map<number, Map<string, number>>();

  constructor(symbols: readonly Declaration[]) {
    this.#symbols = symbols;
  }

  /** `from` is the offset where the local comes into scope: in `run := run()` the call refers to another `run`. */
  add(symbol: number, name: string, from: number): void {
    const names = this.#bySymbol.get(symbol) ?? new Map<string, number>();
    names.set(name, Math.min(from, names.get(name) ?? from));
    this.#bySymbol.set(symbol, names);
  }

  /** Whether a name at an offset is local to a symbol or to an enclosing one; -1 means anonymous functions. */
  has(name: string, symbol: number, offset: number): boolean {
    let index = symbol;
    for (;;) {
      const from = this.#bySymbol.get(index)?.get(name);
      if (from !== undefined && from <= offset) return true;
      index = this.#symbols[index]?.parent ?? -1;
      if (index === -1) return false;
    }
  }
}
