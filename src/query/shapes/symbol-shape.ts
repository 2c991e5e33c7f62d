/** A symbol as answers show it, in the contract's words, with as much as the detail level asks for. */
import type { SymbolRecord } from '../../store/store.ts';
import type { RefView } from '../view/ref-view.ts';
import { qualifiedName, symbolIds } from './symbol-ids.ts';

export type DetailLevel = 'location' | 'signature' | 'context';

export interface LocationShape {
  readonly symbol_id: string;
  readonly symbol_stable_id: string;
  readonly path: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly kind: string;
  readonly name: string;
}

export interface SignatureShape extends LocationShape {
  readonly qualified_name: string;
  readonly signature: string;
  readonly language: string;
  readonly visibility: string;
}

export function locationShape(view: RefView, symbol: SymbolRecord): LocationShape {
  return {
    ...symbolIds(view.projectId, symbol),
    path: symbol.path,
    line_start: symbol.lineStart,
    line_end: symbol.lineEnd,
    kind: symbol.kind,
    name: symbol.name,
  };
}

export function signatureShape(view: RefView, symbol: SymbolRecord): SignatureShape {
  return {
    ...locationShape(view, symbol),
    qualified_name: qualifiedName(symbol),
    signature: symbol.signature,
    language: symbol.language,
    visibility: symbol.visibility,
  };
}
