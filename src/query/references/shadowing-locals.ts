/** Local variables of one name in a file, and the functions in which they hide what is declared outside. */
import { functionKinds } from '../../languages/entity.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { firstFrom } from './line-ranges.ts';

/** What is known of a symbol and all symbols around it. */
interface Around {
  /** The first line of the outermost function, or infinity. */
  readonly start: number;
  /** Whether one of the functions declares the name anywhere. */
  readonly declares: boolean;
}

const outermost: Around = { start: Number.POSITIVE_INFINITY, declares: false };

export class ShadowingLocals {
  readonly #symbols: readonly SymbolRecord[];
  /** The lines that declare the name, ascending. */
  readonly #lines: readonly number[];
  readonly #fillFunctions: boolean;
  readonly #known = new Map<number, Around>();

  constructor(symbols: readonly SymbolRecord[], lines: readonly number[], fillFunctions: boolean) {
    this.#symbols = symbols;
    this.#lines = lines;
    this.#fillFunctions = fillFunctions;
  }

  /** Whether a function around a line declares the name, at or above the line. `within`: the symbol around it, or -1. */
  hide(within: number, line: number): boolean {
    if (this.#lines.length === 0) return false;
    const { start, declares } = this.#around(within);
    return this.#fillFunctions ? declares : this.#isDeclaredIn(start, line);
  }

  #isDeclaredIn(start: number, end: number): boolean {
    const line = this.#lines[firstFrom(this.#lines, start)];
    return line !== undefined && line <= end;
  }

  /** Symbols may be nested deeply, so each is visited once. */
  #around(within: number): Around {
    const path: SymbolRecord[] = [];
    let at = within;
    for (; at !== -1 && !this.#known.has(at); at = this.#symbols[at]?.parent ?? -1) {
      path.push(this.#symbols[at] as SymbolRecord);
    }
    let around = this.#known.get(at) ?? outermost;
    for (const symbol of path.reverse()) {
      around = this.#including(symbol, around);
      this.#known.set(symbol.position, around);
    }
    return around;
  }

  #including({ kind, lineStart, lineEnd }: SymbolRecord, outer: Around): Around {
    if (!functionKinds.has(kind)) return outer;
    return {
      start: Math.min(outer.start, lineStart),
      declares: outer.declares || this.#isDeclaredIn(lineStart, lineEnd),
    };
  }
}
