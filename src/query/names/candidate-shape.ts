/** A symbol in the candidates of an error: its id and its location are handles for the next call. */
import type { SymbolRecord } from '../../store/store.ts';
import { qualifiedName } from '../shapes/symbol-ids.ts';
import { locationShape } from '../shapes/symbol-shape.ts';
import type { RefView } from '../view/ref-view.ts';

export function candidateShape(view: RefView, symbol: SymbolRecord) {
  return { ...locationShape(view, symbol), qualified_name: qualifiedName(symbol), signature: symbol.signature };
}
