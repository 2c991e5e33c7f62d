/**
 * Names that a symbol keeps to itself: its type parameters, parameters and variables. A reference to one of them
 * means nothing that is defined elsewhere, whatever else has that name.
 */
import type { SymbolFact } from '../../model.ts';

export class LocalNames {
  readonly #symbols: readonly SymbolFact[];
  readonly #bySymbol = new Map<number, Map<string, number>>();

  constructor(symbols: readonly SymbolFact[]) {
    this.#symbols = symbols;
  }

  /** `from` is the offset where the name starts to mean the local: `run := run()` calls another one. */
  add(symbol: number, name: string, from: number): void {
    const names = this.#bySymbol.get(symbol) ?? new Map<string, number>();
    names.set(name, Math.min(from, names.get(name) ?? from));
    this.#bySymbol.set(symbol, names);
  }

  /** Whether a name at an offset is one of a symbol's own or of those around it; -1 stands for functions without a name. */
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
