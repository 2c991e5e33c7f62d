/** The stored columns of a symbol. A new field of `SymbolFact` needs a row and its decoding here, and a new schema version. */
import { type SymbolFact, type SymbolKind, symbolKinds, type Visibility, visibilities } from '../../model.ts';
import { searchWords } from '../../text/word-collector.ts';
import { asNumber, asText, type ColumnsOf, type StoredValue } from './columns.ts';

export const symbolColumns: ColumnsOf<SymbolFact> = {
  name: { column: 'name_id', type: 'name', encode: ({ name }) => name, decode: asText },
  kind: {
    column: 'kind',
    type: 'integer',
    encode: ({ kind }) => symbolKinds.indexOf(kind),
    decode: (stored) => symbolKinds[stored as number] as SymbolKind,
  },
  parent: { column: 'parent', type: 'integer', encode: ({ parent }) => parent, decode: asNumber },
  scope: { column: 'scope_id', type: 'name', encode: ({ scope }) => scope, decode: asText },
  place: { column: 'place', type: 'integer', encode: ({ place }) => place, decode: asNumber },
  visibility: {
    column: 'visibility',
    type: 'integer',
    encode: ({ visibility }) => visibilities.indexOf(visibility),
    decode: (stored) => visibilities[stored as number] as Visibility,
  },
  lineStart: { column: 'line_start', type: 'integer', encode: ({ lineStart }) => lineStart, decode: asNumber },
  lineEnd: { column: 'line_end', type: 'integer', encode: ({ lineEnd }) => lineEnd, decode: asNumber },
  modifier: {
    column: 'modifier',
    type: 'text',
    optional: true,
    encode: ({ modifier }) => modifier ?? null,
    decode: asText,
  },
  blockStart: {
    column: 'block_start',
    type: 'integer',
    optional: true,
    encode: ({ blockStart }) => blockStart ?? null,
    decode: asNumber,
  },
  blockEnd: {
    column: 'block_end',
    type: 'integer',
    optional: true,
    encode: ({ blockEnd }) => blockEnd ?? null,
    decode: asNumber,
  },
  // A text costs less to send to the writer than bytes.
  stableId: { column: 'stable_id', type: 'bytes', encode: ({ stableId }) => stableId, decode: asText },
  signature: { column: 'signature', type: 'text', encode: ({ signature }) => signature, decode: asText },
  doc: { column: 'doc', type: 'text', optional: true, encode: ({ doc }) => doc ?? null, decode: asText },
};

/** The search words of a symbol, by column of the full-text table. */
export const symbolWords: Readonly<Record<'name' | 'doc', (symbol: SymbolFact) => string>> = {
  name: ({ name, scope }) => searchWords(`${name} ${scope}`),
  doc: ({ doc }) => (doc === undefined ? '' : searchWords(doc)),
};

/** The column values, then the words, in order. An object would copy its keys to the other thread with every symbol. */
export type EncodedSymbol = readonly StoredValue[];

const columns = Object.values(symbolColumns);
const encoders = [...columns.map(({ encode }) => encode), ...Object.values(symbolWords)];

/** Copied for each symbol: an array that grows, or has holes, would take longer to fill and to send. */
const blank: readonly StoredValue[] = encoders.map(() => null);

export function encodeSymbol(symbol: SymbolFact): EncodedSymbol {
  const values = blank.slice();
  for (let at = 0; at < encoders.length; at++) values[at] = (encoders[at] as (typeof encoders)[0])(symbol);
  return values;
}

/** Appends the column values to a row to be written; `nameId` returns the number of a shared name. */
export function pushSymbolColumns(row: StoredValue[], symbol: EncodedSymbol, nameId: (name: string) => number): void {
  for (let at = 0; at < columns.length; at++) {
    const value = symbol[at] as StoredValue;
    const type = types[at];
    if (type === 'name' && value !== null) row.push(nameId(value as string));
    else row.push(type === 'bytes' ? Buffer.from(value as string, 'hex') : value);
  }
}

const types = columns.map(({ type }) => type);

/** Appends the words to a row to be written. */
export function pushSymbolWords(row: StoredValue[], symbol: EncodedSymbol): void {
  for (let at = columns.length; at < symbol.length; at++) row.push(symbol[at] as StoredValue);
}

type Positions = Readonly<Record<keyof SymbolFact, number>>;

/** `at` gives the position of each column in the row. Destructuring the row would cost more than all the rest. */
export function decodeSymbol(row: readonly StoredValue[], at: Positions): SymbolFact {
  const symbol: { -readonly [Field in keyof SymbolFact]: SymbolFact[Field] } = {
    name: symbolColumns.name.decode(row[at.name]),
    kind: symbolColumns.kind.decode(row[at.kind]),
    parent: symbolColumns.parent.decode(row[at.parent]),
    scope: symbolColumns.scope.decode(row[at.scope]),
    place: symbolColumns.place.decode(row[at.place]),
    stableId: symbolColumns.stableId.decode(row[at.stableId]),
    signature: symbolColumns.signature.decode(row[at.signature]),
    visibility: symbolColumns.visibility.decode(row[at.visibility]),
    lineStart: symbolColumns.lineStart.decode(row[at.lineStart]),
    lineEnd: symbolColumns.lineEnd.decode(row[at.lineEnd]),
  };
  if (row[at.modifier] !== null) symbol.modifier = symbolColumns.modifier.decode(row[at.modifier]);
  if (row[at.blockStart] !== null) symbol.blockStart = symbolColumns.blockStart.decode(row[at.blockStart]);
  if (row[at.blockEnd] !== null) symbol.blockEnd = symbolColumns.blockEnd.decode(row[at.blockEnd]);
  if (row[at.doc] !== null) symbol.doc = symbolColumns.doc.decode(row[at.doc]);
  return symbol;
}
