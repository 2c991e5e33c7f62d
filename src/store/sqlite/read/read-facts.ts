/** Reads the facts of file versions: text, symbols, imports, references, and symbols by name or id within a ref. */
import {
  type BindingFact,
  type ImportFact,
  type ReferenceFact,
  type SymbolKind,
  symbolKinds,
  visibilities,
} from '../../../model.ts';
import { decodeSource } from '../../codec/encode-facts.ts';
import { unpackBindings } from '../../codec/packed-bindings.ts';
import { unpackSites } from '../../codec/packed-references.ts';
import { damaged, decoded } from '../../damage.ts';
import type {
  FileVersion,
  ReferenceRecord,
  ReferencingVersion,
  RefRecord,
  SymbolRecord,
  SymbolSpan,
  SymbolSummary,
} from '../../store.ts';
import type { Reader } from '../reader.ts';
import type { Row, SqlValue } from '../sqlite.ts';
import { toLabels, toSymbol } from './rows.ts';

const symbolColumns = `s.id, s.version_id, s.parent, s.kind, s.ordinal, s.visibility, s.line_start, s.line_end,
  s.modifier, s.signature, s.doc, n.name AS name, p.name AS scope, v.path, v.language, v.module, v.marks, v.first_symbol`;
const symbolsOfRef = `JOIN names p ON p.id = s.scope_id JOIN file_versions v ON v.id = s.version_id
  JOIN ref_files r ON r.version_id = v.id AND r.ref_id = ?`;

export function readText(reader: Reader, version: FileVersion): string {
  const source = reader.get('SELECT source FROM sources WHERE version_id = ?', version.id)?.source;
  if (!(source instanceof Uint8Array)) throw damaged(`the text of ${version.path} is gone`);
  return decoded(`the text of ${version.path}`, () => decodeSource(source, version.byteLength));
}

/** In the order of the file, so that a symbol's `parent` is a position in the answer. */
export function readSymbols(reader: Reader, version: FileVersion): SymbolRecord[] {
  return manySymbols(
    reader,
    `file_versions v JOIN symbols s ON s.id >= v.first_symbol AND s.id < v.first_symbol + v.symbol_count
       JOIN names n ON n.id = s.name_id JOIN names p ON p.id = s.scope_id
     WHERE v.id = ?`,
    version.id,
  ).sort(byId);
}

export function readSpans(reader: Reader, version: FileVersion, kinds: readonly SymbolKind[]): SymbolSpan[] {
  const rows = reader.many(
    's.id, n.name, s.kind, s.visibility, s.parent, s.line_start, s.line_end',
    `symbols s JOIN names n ON n.id = s.name_id
     WHERE s.id >= ? AND s.id < ? AND s.kind IN (${kinds.map((kind) => symbolKinds.indexOf(kind)).join(', ')})`,
    version.firstSymbol,
    version.firstSymbol + version.symbolCount,
  ) as [number, string, number, number, number, number, number][];
  return rows
    .sort((a, b) => a[0] - b[0])
    .map(([id, name, kind, visibility, parent, lineStart, lineEnd]) => ({
      id,
      name,
      kind: symbolKinds[kind] as SymbolSpan['kind'],
      visibility: visibilities[visibility] as SymbolSpan['visibility'],
      parent,
      lineStart,
      lineEnd,
    }));
}

/** By the name and not by the file, whose symbols may be thousands. */
export function readSymbolsNamedIn(reader: Reader, version: FileVersion, name: string): SymbolRecord[] {
  return reader
    .all(
      `SELECT ${symbolColumns} FROM names n
         CROSS JOIN symbols s ON s.name_id = n.id AND s.id >= ?1 AND s.id < ?2
         JOIN names p ON p.id = s.scope_id JOIN file_versions v ON v.id = s.version_id
       WHERE n.name = ?3 ORDER BY s.id`,
      version.firstSymbol,
      version.firstSymbol + version.symbolCount,
      name,
    )
    .map(toSymbolRecord);
}

export function readSymbolsNamed(reader: Reader, ref: RefRecord, name: string): SymbolRecord[] {
  return manySymbols(
    reader,
    `names n JOIN symbols s ON s.name_id = n.id ${symbolsOfRef} WHERE n.name = ?`,
    ref.id,
    name,
  ).sort((a, b) => (a.path === b.path ? byId(a, b) : a.path < b.path ? -1 : 1));
}

/** Ids that are not of the ref are left out. */
export function readSymbolsById(reader: Reader, ref: RefRecord, ids: readonly number[]): SymbolRecord[] {
  return manySymbols(
    reader,
    `json_each(?) j JOIN symbols s ON s.id = j.value JOIN names n ON n.id = s.name_id ${symbolsOfRef}`,
    JSON.stringify(ids),
    ref.id,
  ).sort(byId);
}

/** Without the join with file and ref, which costs more than the rest. */
export function readSummariesNamed(reader: Reader, name: string): SymbolSummary[] {
  const columns = 's.id, s.version_id, s.kind, s.visibility, s.line_start, s.scope_id';
  return summaries(reader, columns, 'symbols s WHERE s.name_id = (SELECT id FROM names WHERE name = ?)', name, name);
}

export function readSummariesById(reader: Reader, ids: readonly number[]): SymbolSummary[] {
  return summaries(
    reader,
    's.id, s.version_id, s.kind, s.visibility, s.line_start, s.scope_id, n.name',
    'json_each(?) j JOIN symbols s ON s.id = j.value JOIN names n ON n.id = s.name_id',
    JSON.stringify(ids),
  );
}

/** `called` is the name of all of them, where it is not among the columns. */
function summaries(reader: Reader, columns: string, from: string, value: SqlValue, called?: string): SymbolSummary[] {
  const outermost = reader.get(`SELECT id FROM names WHERE name = ''`)?.id;
  const rows = reader.many(columns, from, value) as [number, number, number, number, number, number, string][];
  return rows.map(([id, versionId, kind, visibility, lineStart, scopeId, name]) => ({
    id,
    versionId,
    name: called ?? name,
    kind: symbolKinds[kind] as SymbolSummary['kind'],
    visibility: visibilities[visibility] as SymbolSummary['visibility'],
    lineStart,
    scopeId,
    isNested: scopeId !== outermost,
  }));
}

export function readScopeNames(reader: Reader, scopeIds: Iterable<number>): Map<number, string> {
  const ids = JSON.stringify([...new Set(scopeIds)]);
  const rows = reader.many('n.id, n.name', 'json_each(?) j JOIN names n ON n.id = j.value', ids);
  return new Map(rows as [number, string][]);
}

/** Symbols come by the hundred, and each may have a doc comment: all of them are one value to the driver. */
function manySymbols(reader: Reader, from: string, ...values: SqlValue[]): SymbolRecord[] {
  return reader.many(symbolColumns.replaceAll(/ AS \w+/g, ''), from, ...values).map((values) =>
    // In the order of `symbolColumns`; taking the array apart by a pattern costs more than all the rest.
    toSymbolRecord({
      id: values[0] as SqlValue,
      version_id: values[1] as SqlValue,
      parent: values[2] as SqlValue,
      kind: values[3] as SqlValue,
      ordinal: values[4] as SqlValue,
      visibility: values[5] as SqlValue,
      line_start: values[6] as SqlValue,
      line_end: values[7] as SqlValue,
      modifier: values[8] as SqlValue,
      signature: values[9] as SqlValue,
      doc: values[10] as SqlValue,
      name: values[11] as SqlValue,
      scope: values[12] as SqlValue,
      path: values[13] as SqlValue,
      language: values[14] as SqlValue,
      module: values[15] as SqlValue,
      marks: values[16] as SqlValue,
      first_symbol: values[17] as SqlValue,
    }),
  );
}

function byId(a: SymbolRecord, b: SymbolRecord): number {
  return a.id - b.id;
}

export function readImports(reader: Reader, version: FileVersion): ImportFact[] {
  return reader
    .all(
      `SELECT i.*, s.name AS source, n.name AS name, a.name AS alias
       FROM imports i JOIN names s ON s.id = i.source_id
         LEFT JOIN names n ON n.id = i.name_id LEFT JOIN names a ON a.id = i.alias_id
       WHERE i.version_id = ? ORDER BY i.position`,
      version.id,
    )
    .map((row) => ({
      source: row.source as string,
      ...(row.name === null ? {} : { name: row.name as string }),
      ...(row.alias === null ? {} : { alias: row.alias as string }),
      reexport: row.reexport === 1,
      lineStart: row.line_start as number,
      lineEnd: row.line_end as number,
      within: row.within as number,
    }));
}

/** In order of line; the order within a line is lost in packing and made up by name. */
export function readReferences(reader: Reader, version: FileVersion): ReferenceFact[] {
  return reader
    .many('n.name, hex(u.sites)', 'uses u JOIN names n ON n.id = u.name_id WHERE u.version_id = ?', version.id)
    .map(([name, sites]) => [name as string, Buffer.from(sites as string, 'hex')] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, sites]) => unpackSites(name, sites))
    .sort((a, b) => a.line - b.line);
}

/** Without the join with the ref, and unpacked only where it is asked for: some names are used in thousands of files. */
export function readVersionsReferencing(reader: Reader, name: string): ReferencingVersion[] {
  return reader
    .all('SELECT u.version_id, u.sites FROM names n JOIN uses u ON u.name_id = n.id WHERE n.name = ?', name)
    .map((row) => ({
      versionId: row.version_id as number,
      references: () => unpackSites(name, row.sites as Uint8Array),
    }));
}

export function readReferencesNamedIn(reader: Reader, version: FileVersion, name: string): ReferenceFact[] {
  const row = reader.get(
    'SELECT u.sites FROM names n JOIN uses u ON u.name_id = n.id AND u.version_id = ? WHERE n.name = ?',
    version.id,
    name,
  );
  return row === undefined ? [] : unpackSites(name, row.sites as Uint8Array);
}

export function readBindings(reader: Reader, version: FileVersion): BindingFact[] {
  const packed = reader.get('SELECT packed FROM bindings WHERE version_id = ?', version.id)?.packed;
  if (!(packed instanceof Uint8Array)) return [];
  return decoded(`what is known of variables in ${version.path}`, () => unpackBindings(packed));
}

export function readReferencesTo(reader: Reader, ref: RefRecord, name: string): ReferenceRecord[] {
  return reader
    .all(
      `SELECT u.sites, v.path, v.id
       FROM names n JOIN uses u ON u.name_id = n.id
         JOIN file_versions v ON v.id = u.version_id JOIN ref_files r ON r.version_id = v.id AND r.ref_id = ?
       WHERE n.name = ? ORDER BY v.path`,
      ref.id,
      name,
    )
    .flatMap((row) => {
      const place = { path: row.path as string, versionId: row.id as number };
      return unpackSites(name, row.sites as Uint8Array).map((site) => ({ ...site, ...place }));
    });
}

function toSymbolRecord(row: Row): SymbolRecord {
  // Added one by one: a spread of the fact would cost more than reading it.
  const symbol = toSymbol(row) as { -readonly [Field in keyof SymbolRecord]: SymbolRecord[Field] };
  symbol.id = row.id as number;
  symbol.versionId = row.version_id as number;
  symbol.position = (row.id as number) - (row.first_symbol as number);
  symbol.path = row.path as string;
  symbol.language = row.language as string;
  symbol.module = row.module as string;
  symbol.labels = toLabels(row.marks);
  // No text that is indexed has such a character: it stands where a page of the file was wiped.
  if (symbol.signature.includes('\0') || symbol.doc?.includes('\0')) {
    throw damaged(`what is known of ${symbol.name} in ${symbol.path} cannot be read`);
  }
  return symbol;
}
