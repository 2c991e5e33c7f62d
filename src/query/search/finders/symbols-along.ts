/**
 * Finds the symbols of ascending lines in one pass over the symbols of a file. A text may be on every line of a file with
 * very many symbols, so looking at all of them for each line would take minutes.
 */
import type { SymbolRecord } from '../../../store/store.ts';

type Span = Pick<SymbolRecord, 'lineStart' | 'lineEnd'>;

/**
 * Returns a function that is called with ascending lines and returns the symbol of each: the next one below if `isAbout`
 * says that its doc comment is meant, else the innermost one around the line.
 */
export function symbolsAlong<Symbol extends Span>(
  symbols: readonly Symbol[],
  isAbout: (next: Symbol) => boolean,
): (line: number) => Symbol | undefined {
  const ordered = symbols.toSorted((a, b) => a.lineStart - b.lineStart);
  // The longest first. One that has ended stays until it is the last: very many may be around the same lines.
  const around: Symbol[] = [];
  let at = 0;
  let about: { readonly next: Symbol; readonly is: boolean } | undefined;
  return (line) => {
    for (; at < ordered.length && (ordered[at] as Symbol).lineStart <= line; at++) add(around, ordered[at] as Symbol);
    for (let last = around.at(-1); last !== undefined && last.lineEnd < line; last = around.at(-1)) around.pop();
    const next = ordered[at];
    if (next !== undefined && about?.next !== next) about = { next, is: isAbout(next) };
    return next !== undefined && about?.is === true ? next : around.at(-1);
  };
}

/** Inserts a symbol before those that are as long: of these, the first one is the innermost. */
function add<Symbol extends Span>(longestFirst: Symbol[], symbol: Symbol): void {
  const length = lengthOf(symbol);
  let low = 0;
  let high = longestFirst.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lengthOf(longestFirst[middle] as Symbol) > length) low = middle + 1;
    else high = middle;
  }
  longestFirst.splice(low, 0, symbol);
}

function lengthOf({ lineStart, lineEnd }: Span): number {
  return lineEnd - lineStart;
}
