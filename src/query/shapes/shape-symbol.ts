/** Shapes a symbol to the detail level that was asked for, compact or not. */
import type { SymbolRecord } from '../../store/store.ts';
import type { RefView } from '../view/ref-view.ts';
import { type ContextShape, compactShape, contextShape } from './symbol-context.ts';
import { type DetailLevel, type LocationShape, locationShape, signatureShape } from './symbol-shape.ts';

export interface ShapeRequest {
  readonly detail_level: DetailLevel;
  readonly compact: boolean;
}

/** The place is there whatever was asked for. */
export type SymbolShape = LocationShape & Partial<ContextShape>;

export async function shapeSymbol(
  view: RefView,
  symbol: SymbolRecord,
  { detail_level, compact }: ShapeRequest,
): Promise<SymbolShape> {
  const shape = await shapes[detail_level](view, symbol);
  return compact ? compactShape(shape) : shape;
}

type Shaper = (view: RefView, symbol: SymbolRecord) => Promise<SymbolShape> | SymbolShape;

const shapes: Readonly<Record<DetailLevel, Shaper>> = {
  location: locationShape,
  signature: signatureShape,
  context: contextShape,
};
