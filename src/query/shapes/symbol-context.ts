/**
 * A symbol with its surroundings: how its body begins, what it stands in, and what it uses, as far as scope and imports
 * prove it. The detail level `context`; `compact` takes the large parts of it away again.
 */
import type { SymbolRecord } from '../../store/store.ts';
import { typeAround } from '../resolve/outside-members.ts';
import { referencedSymbols } from '../resolve/referenced-symbols.ts';
import { cachingView } from '../view/caching-view.ts';
import type { RefView } from '../view/ref-view.ts';
import { linesBetween, shortened } from './source-body.ts';
import { type SignatureShape, signatureShape } from './symbol-shape.ts';

export interface SymbolPointer {
  readonly kind: string;
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

export interface ContextShape extends SignatureShape {
  readonly body_preview?: string;
  readonly parent?: SymbolPointer;
  readonly related_symbols?: readonly SymbolPointer[];
}

const previewLines = 12;
const maxPreviewLength = 2_000;
const maxRelated = 5;

export async function contextShape(asked: RefView, symbol: SymbolRecord): Promise<ContextShape> {
  const view = cachingView(asked);
  const shape = signatureShape(view, symbol);
  const file = (await view.files()).byId(symbol.versionId);
  if (file === undefined) return shape;
  const inFile = await view.store.symbols(file);
  const parent = (await typeAround(view, symbol, inFile)) ?? inFile[symbol.parent];
  const body = linesBetween(await view.store.text(file), symbol.lineStart, symbol.lineEnd);
  const related = await referencedSymbols(view, file, symbol, maxRelated);
  return {
    ...shape,
    ...(body === '' ? {} : { body_preview: previewOf(body, symbol.language) }),
    ...(parent === undefined ? {} : { parent: pointerTo(parent) }),
    ...(related.length === 0 ? {} : { related_symbols: related.map(pointerTo) }),
  };
}

/** Identity, place, score and signature stay; what fills the context of a reader goes. */
export function compactShape<Shape extends object>(shape: Shape): Shape {
  const kept = Object.entries(shape).filter(([field]) => !largeFields.has(field));
  return Object.fromEntries(kept) as Shape;
}

const largeFields: ReadonlySet<string> = new Set(['body_preview', 'related_symbols', 'snippet', 'body']);

function pointerTo({ kind, name, path, lineStart }: SymbolRecord): SymbolPointer {
  return { kind, name, path, line: lineStart };
}

/** Fewer lines where they are long; a single line that is too long is cut. */
function previewOf(body: string, language: string): string {
  for (let lines = previewLines; lines > 1; lines--) {
    const preview = shortened(body, lines, language);
    if (preview.length <= maxPreviewLength) return preview;
  }
  return `${body.slice(0, maxPreviewLength)}…`;
}
