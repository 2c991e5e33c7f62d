/** Shapes a symbol to the detail level that was asked for, compact or not. */
import type { SymbolRecord } from '../store/store.ts';
import type { RefView } from './ref-view.ts';
import { type DetailLevel, locationShape, type SignatureShape, signatureShape } from './symbol-shape.ts';

export interface ShapeRequest {
  readonly detail_level: DetailLevel;
  readonly compact: boolean;
}

export async function shapeSymbol(
  view: RefView,
  symbol: SymbolRecord,
  { detail_level }: ShapeRequest,
): Promise<Partial<SignatureShape>> {
  return detail_level === 'location' ? locationShape(view, symbol) : signatureShape(view, symbol);
}
