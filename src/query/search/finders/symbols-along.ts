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
  let around: Symbol[] = [];
  let at = 0;
  let about: { readonly next: Symbol; readonly is: boolean } | undefined;
  return (line) => {
    const before = at;
    while (at < ordered.length && (ordered[at] as Symbol).lineStart <= line) at++;
    around = [...around, ...ordered.slice(before, at)].filter(({ lineEnd }) => lineEnd >= line);
    const next = ordered[at];
    if (next !== undefined && about?.next !== next) about = { next, is: isAbout(next) };
    return next !== undefined && about?.is === true ? next : smallest(around);
  };
}

/** The first one of the smallest symbols. */
function smallest<Symbol extends Span>(symbols: readonly Symbol[]): Symbol | undefined {
  let found: Symbol | undefined;
  for (const symbol of symbols) if (found === undefined || lengthOf(symbol) < lengthOf(found)) found = symbol;
  return found;
}

function lengthOf({ lineStart, lineEnd }: Span): number {
  return lineEnd - lineStart;
}
