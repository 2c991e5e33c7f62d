/** Writes file versions with all their facts, many rows at a time. Ids run on from the last ones stored. */

import type { EncodedVersion } from '../../codec/encode-facts.ts';
import type { StatToRemember } from '../../store.ts';
import { BulkInsert } from '../bulk-insert.ts';
import type { Database } from '../sqlite.ts';
import { NameTable } from './name-table.ts';

export class VersionWriter {
  readonly #database: Database;
  readonly #epoch: number;
  readonly #names: NameTable;
  readonly #inserts: ReturnType<typeof bulkInserts>;
  #nextVersion = 0;
  #nextSymbol = 0;
  #nextChunk = 0;

  constructor(database: Database, epoch: number) {
    this.#database = database;
    this.#epoch = epoch;
    this.#names = new NameTable(database);
    this.#inserts = bulkInserts(database);
    this.#readNextIds();
  }

  /** To be called inside a write transaction. Returns the ids of the versions. */
  write(versions: Iterable<EncodedVersion>, stats: readonly StatToRemember[], root: string): number[] {
    const ids: number[] = [];
    for (const version of versions) ids.push(this.#writeVersion(version));
    // Replacing sets savepoints (see BulkInsert), so it comes when the facts are written.
    this.#flush();
    for (const { path, size, mtimeUs, ctimeUs, inode, hash } of stats) {
      this.#inserts.rememberedStats.add(root, path, size, mtimeUs, ctimeUs, inode, Buffer.from(hash, 'hex'));
    }
    this.#flush();
    return ids;
  }

  /** Forgets what was under way, after the transaction was rolled back. */
  reset(): void {
    for (const insert of Object.values(this.#inserts)) insert.discard();
    this.#names.reset();
    this.#readNextIds();
  }

  #writeVersion(version: EncodedVersion): number {
    const id = this.#nextVersion++;
    const names = this.#names;
    const { versions, sources, symbols, symbolWords, imports, uses, chunks, chunkWords, pathWords } = this.#inserts;
    versions.add(
      id,
      version.path,
      Buffer.from(version.hash, 'hex'),
      this.#epoch,
      version.skipped,
      version.byteLength,
      version.lineCount,
      version.language,
      version.labels.join(' '),
      version.outcome,
      version.module,
      this.#nextSymbol,
      version.symbols.length,
      this.#nextChunk,
      version.chunks.length,
    );
    if (version.source === null) return id;
    sources.add(id, version.source);
    pathWords.add(id, version.pathWords);
    for (const symbol of version.symbols) {
      const [name, kind, parent, scope, ordinal, visibility, lineStart, lineEnd, modifier, signature, doc, ...words] =
        symbol;
      const symbolId = this.#nextSymbol++;
      const [nameId, scopeId] = [names.idOf(name), names.idOf(scope)];
      symbols.add(
        symbolId,
        id,
        nameId,
        kind,
        parent,
        scopeId,
        ordinal,
        visibility,
        lineStart,
        lineEnd,
        modifier,
        signature,
        doc,
      );
      symbolWords.add(symbolId, ...words);
    }
    version.imports.forEach((fact, position) => {
      imports.add(
        id,
        position,
        names.idOf(fact.source),
        fact.name === undefined ? null : names.idOf(fact.name),
        fact.alias === undefined ? null : names.idOf(fact.alias),
        fact.reexport ? 1 : 0,
        fact.lineStart,
        fact.lineEnd,
        fact.within,
      );
    });
    let start = 0;
    version.useNames.forEach((name, index) => {
      const end = version.useEnds[index] as number;
      uses.add(id, names.idOf(name), version.useSites.subarray(start, end));
      start = end;
    });
    if (version.bindings !== null) this.#inserts.bindings.add(id, version.bindings);
    for (const [lineStart, lineEnd, words] of version.chunks) {
      const chunkId = this.#nextChunk++;
      chunks.add(chunkId, id, lineStart, lineEnd);
      chunkWords.add(chunkId, words);
    }
    return id;
  }

  #flush(): void {
    this.#names.flush();
    for (const insert of Object.values(this.#inserts)) insert.flush();
  }

  #readNextIds(): void {
    const next = (table: string) =>
      Number(this.#database.prepare(`SELECT coalesce(max(id), 0) + 1 AS id FROM ${table}`).get()?.id);
    this.#nextVersion = next('file_versions');
    this.#nextSymbol = next('symbols');
    this.#nextChunk = next('chunks');
  }
}

function bulkInserts(database: Database) {
  const into = (table: string, columns: string, verb?: string) =>
    new BulkInsert(database, table, columns.split(' '), verb);
  return {
    versions: into(
      'file_versions',
      'id path hash epoch skipped byte_length line_count language marks outcome module first_symbol symbol_count first_chunk chunk_count',
    ),
    sources: into('sources', 'version_id source'),
    symbols: into(
      'symbols',
      'id version_id name_id kind parent scope_id ordinal visibility line_start line_end modifier signature doc',
    ),
    symbolWords: into('symbol_words', 'rowid name doc'),
    imports: into('imports', 'version_id position source_id name_id alias_id reexport line_start line_end within'),
    uses: into('uses', 'version_id name_id sites'),
    bindings: into('bindings', 'version_id packed'),
    chunks: into('chunks', 'id version_id line_start line_end'),
    chunkWords: into('chunk_words', 'rowid words'),
    pathWords: into('path_words', 'rowid words'),
    rememberedStats: into('remembered_stats', 'root path size mtime_us ctime_us inode hash', 'REPLACE'),
  };
}
