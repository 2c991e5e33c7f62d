/**
 * The vectors of the symbols of one file version that may answer a question, as one block of bytes: for each the
 * position of the symbol in the file, little-endian in four bytes, and its vector.
 */
import type { FileFacts, SymbolFact, SymbolKind } from '../../model.ts';
import { LineIndex } from '../../text/line-index.ts';
import { writeSymbolVector } from '../../text/vectors/text-vector.ts';
import { dimensions } from '../../text/vectors/word-table.ts';

/** Kinds that a question in words may be about. */
const kinds: ReadonlySet<SymbolKind> = new Set([
  'fn',
  'method',
  'class',
  'struct',
  'interface',
  'trait',
  'enum',
  'macro',
]);
/** Others are only if they are documented. */
const documentedKinds: ReadonlySet<SymbolKind> = new Set(['const', 'static', 'type']);
const positionBytes = 4;
const entryBytes = positionBytes + dimensions;
/** The start of a body says what it does; the rest takes time. */
const maxBodyLines = 61;
const maxBodyLength = 1_500;

/** Returns null for a file without such symbols, and if it is late: with half of its vectors, a file would rank lower. */
export function packSymbolVectors(
  { path, text, syntax }: Pick<FileFacts, 'path' | 'text' | 'syntax'>,
  isLate: () => boolean = () => false,
): Uint8Array | null {
  const found = syntax.symbols.flatMap((symbol, position) => (hasVector(symbol) ? [{ symbol, position }] : []));
  if (found.length === 0) return null;
  const bytes = new Uint8Array(found.length * entryBytes);
  const vectors = new Int8Array(bytes.buffer);
  const view = new DataView(bytes.buffer);
  const lines = new LineIndex(text);
  const place = path
    .split('/')
    .slice(-2)
    .join(' ')
    .replace(/\.\w+$/, '');
  for (const [index, { symbol, position }] of found.entries()) {
    if (isLate()) return null;
    const { name, scope, doc = '', lineStart, lineEnd } = symbol;
    const from = lines.startOf(lineStart);
    const end = lines.startOf(Math.min(lineEnd, lineStart + maxBodyLines - 1) + 1) || text.length;
    const body = text.slice(from, Math.min(end, from + maxBodyLength));
    view.setUint32(index * entryBytes, position, true);
    writeSymbolVector({ name, scope: `${scope} ${place}`, doc, body }, vectors, index * entryBytes + positionBytes);
  }
  return bytes;
}

function hasVector({ kind, doc }: SymbolFact): boolean {
  return kinds.has(kind) || (doc !== undefined && documentedKinds.has(kind));
}

/** The number of symbols in a block. */
export function packedCount(bytes: Uint8Array): number {
  return Math.floor(bytes.length / entryBytes);
}

/** Visits the symbols of a block. */
export function unpackSymbolVectors(bytes: Uint8Array, each: (position: number, vector: Int8Array) => void): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) {
    const vector = new Int8Array(bytes.buffer, bytes.byteOffset + at + positionBytes, dimensions);
    each(view.getUint32(at, true), vector);
  }
}
