/**
 * The fields of a symbol in answers, with the contract's names. Only `symbolFields` fills them; an answer lists the
 * ones it shows, in its own order. `shapeSymbol` adds the fields of the requested detail level.
 */
import type { SymbolRecord } from '../../store/store.ts';
import { copied } from '../../text/copied.ts';
import { typeAround } from '../resolve/symbols/outside-members.ts';
import { referencedSymbols } from '../resolve/symbols/referenced-symbols.ts';
import { cachingView, type RefView } from '../view/ref-view.ts';

import { linesBetween, shortened } from './source-body.ts';
import { isTopLevelCode, qualifiedName, symbolIds } from './symbol-ids.ts';

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

export interface ContextShape extends SignatureShape {
  readonly body_preview?: string;
  readonly parent?: SymbolPointer;
  readonly related_symbols?: readonly SymbolPointer[];
}

export interface SymbolPointer {
  readonly kind: string;
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

export type DetailLevel = 'location' | 'signature' | 'context';

export interface ShapeRequest {
  readonly detail_level: DetailLevel;
  readonly compact: boolean;
}

/** The location is present at every detail level. */
export type SymbolShape = LocationShape & Partial<ContextShape>;

/** Returns the named fields of a symbol, in the order of the names. */
export function symbolFields<Field extends keyof SignatureShape>(
  view: RefView,
  symbol: SymbolRecord,
  names: readonly Field[],
): Pick<SignatureShape, Field> {
  const fields: SignatureShape = {
    ...symbolIds(view.projectId, symbol),
    path: symbol.path,
    line_start: symbol.lineStart,
    line_end: symbol.lineEnd,
    kind: symbol.kind,
    name: symbol.name,
    qualified_name: isTopLevelCode(symbol) ? symbol.module || symbol.path : qualifiedName(symbol),
    signature: symbol.signature,
    language: symbol.language,
    visibility: symbol.visibility,
  };
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<SignatureShape, Field>;
}

/** Where a symbol is. */
export const locationFields = [
  'symbol_id',
  'symbol_stable_id',
  'path',
  'line_start',
  'line_end',
  'kind',
  'name',
] as const satisfies readonly (keyof LocationShape)[];

/** A symbol by its name, as most answers show it. */
export const namedFields = [
  'symbol_id',
  'symbol_stable_id',
  'name',
  'kind',
  'qualified_name',
  'path',
  'line_start',
  'line_end',
] as const satisfies readonly (keyof SignatureShape)[];

const signatureFields = [
  ...locationFields,
  'qualified_name',
  'signature',
  'language',
  'visibility',
] as const satisfies readonly (keyof SignatureShape)[];

export function locationShape(view: RefView, symbol: SymbolRecord): LocationShape {
  return symbolFields(view, symbol, locationFields);
}

/** Returns a symbol at the requested detail level, compact or not. */
export async function shapeSymbol(
  view: RefView,
  symbol: SymbolRecord,
  { detail_level, compact }: ShapeRequest,
): Promise<SymbolShape> {
  const shape = await shapers[detail_level](view, symbol);
  return compact ? compactShape(shape) : shape;
}

const shapers: Readonly<
  Record<DetailLevel, (view: RefView, symbol: SymbolRecord) => Promise<SymbolShape> | SymbolShape>
> = {
  location: locationShape,
  signature: (view, symbol) => symbolFields(view, symbol, signatureFields),
  context: contextShape,
};

/** Removes the large fields; ids, location, score and signature stay. */
export function compactShape<Shape extends object>(shape: Shape): Shape {
  const kept = Object.entries(shape).filter(([field]) => !largeFields.has(field));
  return Object.fromEntries(kept) as Shape;
}

const largeFields: ReadonlySet<string> = new Set(['body_preview', 'related_symbols', 'snippet', 'body']);

const maxRelated = 5;

/** Adds the start of the body, the parent, and the used symbols that scope and imports prove. */
async function contextShape(asked: RefView, symbol: SymbolRecord): Promise<ContextShape> {
  const view = cachingView(asked);
  const shape = symbolFields(view, symbol, signatureFields);
  const file = (await view.files()).byId(symbol.versionId);
  if (file === undefined) return shape;
  const inFile = await view.store.symbols(file);
  const parent = (await typeAround(view, symbol, inFile)) ?? inFile[symbol.parent];
  const body = linesBetween(await view.store.text(file), symbol.lineStart, symbol.lineEnd);
  const related = await referencedSymbols(view, file, symbol, maxRelated);
  return {
    ...shape,
    ...(body === '' ? {} : { body_preview: copied(previewOf(body, symbol.language)) }),
    ...(parent === undefined ? {} : { parent: pointerTo(parent) }),
    ...(related.length === 0 ? {} : { related_symbols: related.map(pointerTo) }),
  };
}

function pointerTo({ kind, name, path, lineStart }: SymbolRecord): SymbolPointer {
  return { kind, name, path, line: lineStart };
}

const previewLines = 12;
const maxPreviewLength = 2_000;

/** Shortens to fewer lines if they are long; cuts a single line that is too long. */
function previewOf(body: string, language: string): string {
  for (let lines = previewLines; lines > 1; lines--) {
    const preview = shortened(body, lines, language);
    if (preview.length <= maxPreviewLength) return preview;
  }
  return `${body.slice(0, maxPreviewLength)}…`;
}
