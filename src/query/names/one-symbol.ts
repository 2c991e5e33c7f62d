/** Selects one symbol among those that a name has in one file. */
import type { SymbolRecord } from '../../store/store.ts';
import { identity } from '../resolve/calls/resolve-site.ts';
import type { RefView } from '../view/ref-view.ts';
import { ambiguous } from './find-anchor.ts';

/** Selects the declarations of one symbol among those with the name in one file: the outermost, if it is one. */
export function oneSymbol(
  view: RefView,
  name: string,
  found: readonly [SymbolRecord, ...SymbolRecord[]],
): readonly [SymbolRecord, ...SymbolRecord[]] {
  const declared = found.filter(({ kind }) => kind !== 'impl');
  const candidates = declared.length > 0 ? declared : found;
  const outermost = candidates.filter(({ scope }) => scope === '');
  const [first, ...others] = outermost.length > 0 ? outermost : candidates;
  if (first === undefined || others.some((symbol) => identity(symbol) !== identity(first))) {
    throw ambiguous(view, name, candidates);
  }
  return [first, ...others];
}
