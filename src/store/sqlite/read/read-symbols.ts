/**
 * Reads symbols: those of a file, those with a name or an id within a ref, and summaries to choose among many. Symbols
 * are read by the hundred, so rows are JSON arrays, and `at` gives the position of a field in them.
 */
import { type SymbolKind, symbolKinds } from '../../../model.ts';

import { decodeSymbol, symbolColumns } from '../../codec/symbol-columns.ts';
import { versionColumns } from '../../codec/version-columns.ts';
import { damaged } from '../../damage.ts';
import {
  type FileVersion,
  maxNamesakes,
  type RefRecord,
  type SummaryPage,
  type SymbolRecord,
  type SymbolSpan,
  type SymbolSummary,
  type WantedSymbols,
} from '../../store.ts';
import type { SqlValue } from '../sqlite.ts';
import { expressionsOf, type JsonRow, type Reader, type Selection, select } from './reader.ts';

/** Aliases: `s` is the symbol, `v` its file version, `n` its name and `p` its scope in the names table. */
const { path, language, module, labels } = expressionsOf(versionColumns, 'v');
const expressions: Readonly<Record<keyof Required<SymbolRecord> | 'scopeId', string>> = {
  id: 's.id',
  versionId: 's.version_id',
  position: `s.id - v.${versionColumns.firstSymbol.column}`,
  ...expressionsOf(symbolColumns, 's', { name: 'n', scope: 'p' }),
  scopeId: `s.${symbolColumns.scope.column}`,
  path,
  language,
  module,
  labels,
};
const { scopeId, ...ofRecord } = expressions;
const record = select(ofRecord, Object.keys(ofRecord) as (keyof SymbolRecord)[]);
const span = select(expressions, ['id', 'name', 'kind', 'visibility', 'parent', 'lineStart', 'lineEnd']);
const summary = select(expressions, ['id', 'versionId', 'kind', 'visibility', 'lineStart', 'scopeId']);
const summaryWithName = select(expressions, ['id', 'versionId', 'kind', 'visibility', 'lineStart', 'scopeId', 'name']);

const symbolsOfRef = `JOIN names p ON p.id = s.scope_id JOIN file_versions v ON v.id = s.version_id
  JOIN ref_files r ON r.version_id = v.id AND r.ref_id = ?`;

/** Symbols that are read in one go; a part takes a few milliseconds. */
const maxPerPart = 1_000;

export function* readSymbols(reader: Reader, version: FileVersion): Generator<SymbolRecord[]> {
  const end = version.firstSymbol + version.symbolCount;
  for (let from = version.firstSymbol; from < end; from += maxPerPart) {
    yield readRecords(
      reader,
      `file_versions v JOIN symbols s ON s.id >= ? AND s.id < ?
         JOIN names n ON n.id = s.name_id JOIN names p ON p.id = s.scope_id
       WHERE v.id = ?`,
      from,
      Math.min(end, from + maxPerPart),
      version.id,
    );
  }
}

/** Reads the symbols whose ids a query selects. The index alone tells which they are. */
function* readSelected(
  reader: Reader,
  ids: string,
  values: readonly SqlValue[],
  limit: number,
): Generator<SymbolRecord[]> {
  for (let from = 0; from < limit; from += maxPerPart) {
    const wanted = Math.min(maxPerPart, limit - from);
    const found = readRecords(
      reader,
      `(${ids} LIMIT ? OFFSET ?) j
         CROSS JOIN symbols s ON s.id = j.id JOIN names n ON n.id = s.name_id
         JOIN names p ON p.id = s.scope_id JOIN file_versions v ON v.id = s.version_id`,
      ...values,
      wanted,
      from,
    );
    yield found;
    if (found.length < wanted) return;
  }
}

export function readSpans(reader: Reader, version: FileVersion, kinds: readonly SymbolKind[]): SymbolSpan[] {
  const { at } = span;
  return reader
    .many(
      span.sql,
      `symbols s JOIN names n ON n.id = s.name_id
       WHERE s.id >= ? AND s.id < ? AND s.kind IN (${numbersOf(kinds)})`,
      version.firstSymbol,
      version.firstSymbol + version.symbolCount,
    )
    .sort((a, b) => (a[at.id] as number) - (b[at.id] as number))
    .map((row) => ({
      id: row[at.id] as number,
      name: symbolColumns.name.decode(row[at.name]),
      kind: symbolColumns.kind.decode(row[at.kind]),
      visibility: symbolColumns.visibility.decode(row[at.visibility]),
      parent: symbolColumns.parent.decode(row[at.parent]),
      lineStart: symbolColumns.lineStart.decode(row[at.lineStart]),
      lineEnd: symbolColumns.lineEnd.decode(row[at.lineEnd]),
    }));
}

function numbersOf(kinds: readonly SymbolKind[]): string {
  return kinds.map((kind) => symbolKinds.indexOf(kind)).join(', ');
}

/** Looks up by name rather than by file, because a file may have thousands of symbols. */
export function readSymbolsNamedIn(reader: Reader, version: FileVersion, name: string): Generator<SymbolRecord[]> {
  return readSelected(
    reader,
    'SELECT f.id FROM symbols f WHERE f.name_id = (SELECT id FROM names WHERE name = ?) AND f.version_id = ?',
    [name, version.id],
    version.symbolCount,
  );
}

/** One row, since many versions may declare a name. */
export function readVersionsDeclaring(reader: Reader, name: string): number[] {
  const row = reader.get(
    `SELECT json_group_array(DISTINCT version_id) AS ids FROM symbols WHERE name_id = (SELECT id FROM names WHERE name = ?)`,
    name,
  );
  return JSON.parse((row?.ids as string | undefined) ?? '[]');
}

export function readSymbolsNamed(
  reader: Reader,
  ref: RefRecord,
  name: string,
  { kinds, limit = maxNamesakes }: WantedSymbols = {},
): Generator<SymbolRecord[]> {
  const isWanted = kinds === undefined ? '' : `AND f.kind IN (${numbersOf([...kinds])})`;
  return readSelected(
    reader,
    `SELECT f.id FROM symbols f JOIN ref_files m ON m.version_id = f.version_id AND m.ref_id = ?
       WHERE f.name_id = (SELECT id FROM names WHERE name = ?) ${isWanted}`,
    [ref.id, name],
    limit,
  );
}

export function readSymbolsWithStableId(reader: Reader, ref: RefRecord, stableIds: readonly string[]): SymbolRecord[] {
  return readRecords(
    reader,
    `json_each(?) j JOIN symbols s ON s.stable_id = unhex(j.value) JOIN names n ON n.id = s.name_id ${symbolsOfRef}`,
    JSON.stringify(stableIds),
    ref.id,
  ).sort(comparePaths);
}

export function readSharedStableIds(reader: Reader, ref: RefRecord, stableIds: readonly string[]): string[] {
  const rows = reader.all(
    `SELECT j.value AS id FROM json_each(?) j
       WHERE (SELECT count(*) FROM (SELECT 1 FROM symbols s JOIN ref_files r ON r.version_id = s.version_id AND r.ref_id = ?
         WHERE s.stable_id = unhex(j.value) LIMIT 2)) > 1`,
    JSON.stringify(stableIds),
    ref.id,
  );
  return rows.map(({ id }) => id as string);
}

/** Omits ids that are not in the ref. */
export function readSymbolsById(reader: Reader, ref: RefRecord, ids: readonly number[]): SymbolRecord[] {
  return readRecords(
    reader,
    `json_each(?) j JOIN symbols s ON s.id = j.value JOIN names n ON n.id = s.name_id ${symbolsOfRef}`,
    JSON.stringify(ids),
    ref.id,
  ).sort(compareIds);
}

/** Does not join with file and ref, which would cost more than the rest. */
export function readSummariesNamed(reader: Reader, name: string, page: SummaryPage): SymbolSummary[] {
  return readSummaries(
    reader,
    summary,
    // In the order of the index, which has all columns, so that a page costs no more than its rows.
    `(SELECT id, version_id, kind, visibility, scope_id, line_start FROM symbols
      WHERE name_id = (SELECT id FROM names WHERE name = ?) AND version_id >= ?
      ORDER BY version_id, kind, visibility, scope_id, line_start, id LIMIT ? OFFSET ?) s`,
    [name, page.fromVersion, page.limit, page.skipped],
    name,
  );
}

export function readSummariesById(reader: Reader, ids: readonly number[]): SymbolSummary[] {
  return readSummaries(
    reader,
    summaryWithName,
    'json_each(?) j JOIN symbols s ON s.id = j.value JOIN names n ON n.id = s.name_id',
    [JSON.stringify(ids)],
  );
}

/** `called` is the common name, if the name is not among the columns. */
function readSummaries(
  reader: Reader,
  { sql }: Selection<keyof (typeof summary)['at']>,
  from: string,
  values: readonly SqlValue[],
  called?: string,
): SymbolSummary[] {
  const outermost = reader.get(`SELECT id FROM names WHERE name = ''`)?.id;
  // The name is the last column, so that the positions of the others do not depend on it.
  const { at } = summaryWithName;
  return reader.many(sql, from, ...values).map((row) => ({
    id: row[at.id] as number,
    versionId: row[at.versionId] as number,
    name: called ?? symbolColumns.name.decode(row[at.name]),
    kind: symbolColumns.kind.decode(row[at.kind]),
    visibility: symbolColumns.visibility.decode(row[at.visibility]),
    lineStart: symbolColumns.lineStart.decode(row[at.lineStart]),
    scopeId: row[at.scopeId] as number,
    isNested: row[at.scopeId] !== outermost,
  }));
}

export function readScopeNames(reader: Reader, scopeIds: Iterable<number>): Map<number, string> {
  const ids = JSON.stringify([...new Set(scopeIds)]);
  const rows = reader.many('n.id, n.name', 'json_each(?) j JOIN names n ON n.id = j.value', ids);
  return new Map(rows.map(([id, name]) => [id as number, name as string]));
}

function readRecords(reader: Reader, from: string, ...values: SqlValue[]): SymbolRecord[] {
  return reader.many(record.sql, from, ...values).map(toRecord);
}

function toRecord(row: JsonRow): SymbolRecord {
  const { at } = record;
  // Assigned one by one, because spreading the fact would cost more than reading it.
  const symbol = decodeSymbol(row, at) as { -readonly [Field in keyof SymbolRecord]: SymbolRecord[Field] };
  symbol.id = row[at.id] as number;
  symbol.versionId = row[at.versionId] as number;
  symbol.position = row[at.position] as number;
  symbol.path = versionColumns.path.decode(row[at.path]);
  symbol.language = versionColumns.language.decode(row[at.language]);
  symbol.module = versionColumns.module.decode(row[at.module]);
  symbol.labels = versionColumns.labels.decode(row[at.labels]);
  // Indexed text never contains NUL. It appears where a page of the file was wiped.
  if (symbol.signature.includes('\0') || symbol.doc?.includes('\0')) {
    throw damaged(`the symbol ${symbol.name} in ${symbol.path} cannot be read`);
  }
  return symbol;
}

/** In file order, so that a symbol's `parent` is an index into the symbols of its file. */
export function inFileOrder(symbols: SymbolRecord[]): SymbolRecord[] {
  return symbols.sort(compareIds);
}

export function byPath(symbols: SymbolRecord[]): SymbolRecord[] {
  return symbols.sort(comparePaths);
}

function comparePaths(a: SymbolRecord, b: SymbolRecord): number {
  return a.path === b.path ? compareIds(a, b) : a.path < b.path ? -1 : 1;
}

function compareIds(a: SymbolRecord, b: SymbolRecord): number {
  return a.id - b.id;
}
