/** Writes file versions with all their facts, many rows at a time. Ids continue from the last stored ones. */

import type { EncodedVersion } from '../../codec/encode-facts.ts';
import { pushSymbolColumns, pushSymbolWords } from '../../codec/symbol-columns.ts';
import { encodeVersionRow } from '../../codec/version-columns.ts';
import type { NewFileStat } from '../../store.ts';
import type { TableName } from '../schema.ts';
import type { Database, SqlValue } from '../sqlite.ts';
import { BulkInsert, NameTable } from './insert-rows.ts';
import { nextIds } from './version-ids.ts';

export class VersionWriter {
  readonly #database: Database;
  readonly #epoch: number;
  readonly #names: NameTable;
  readonly #nameId = (name: string): number => this.#names.idOf(name);
  readonly #inserts: ReturnType<typeof bulkInserts>;
  /** Whether there are versions of this epoch that a file may have again. */
  readonly #mayRepeat: boolean;
  #nextVersion = 0;
  #nextSymbol = 0;
  #nextChunk = 0;

  constructor(database: Database, epoch: number) {
    this.#database = database;
    this.#epoch = epoch;
    this.#names = new NameTable(database);
    this.#inserts = bulkInserts(database);
    this.#mayRepeat = database.prepare('SELECT 1 FROM file_versions WHERE epoch = ? LIMIT 1').get(epoch) !== undefined;
    this.#readNextIds();
  }

  /** Must be called inside a write transaction. Returns the ids of the versions. */
  write(versions: Iterable<EncodedVersion>, stats: readonly NewFileStat[], root: string): number[] {
    const ids: number[] = [];
    for (const version of versions) ids.push(this.#idOfStored(version) ?? this.#writeVersion(version));
    // `REPLACE` sets savepoints (see BulkInsert), so it runs after the facts are written.
    this.#flush();
    for (const { path, size, mtimeUs, ctimeUs, inode, hash } of stats) {
      this.#inserts.fileStats.add(root, path, size, mtimeUs, ctimeUs, inode, Buffer.from(hash, 'hex'));
    }
    this.#flush();
    return ids;
  }

  /** Drops all pending state after a rollback. */
  reset(): void {
    for (const insert of Object.values(this.#inserts)) insert.discard();
    this.#names.reset();
    this.#readNextIds();
  }

  /** A file may change back to a stored version after the plan found that it has to be read. */
  #idOfStored({ path, hash }: EncodedVersion): number | undefined {
    if (!this.#mayRepeat) return undefined;
    const stored = this.#database.prepare('SELECT id FROM file_versions WHERE path = ? AND hash = ? AND epoch = ?');
    return stored.get(path, Buffer.from(hash, 'hex'), this.#epoch)?.id as number | undefined;
  }

  #writeVersion(version: EncodedVersion): number {
    const id = this.#nextVersion++;
    const names = this.#names;
    const { versions, sources, symbols, symbolWords, imports, references, chunks, chunkWords, pathWords } =
      this.#inserts;
    const [firstSymbol, firstChunk] = [this.#nextSymbol, this.#nextChunk];
    versions.addRow(encodeVersionRow({ version, id, epoch: this.#epoch, firstSymbol, firstChunk }));
    if (version.source === null) return id;
    sources.add(id, version.source);
    pathWords.add(id, version.pathWords);
    for (const symbol of version.symbols) {
      const symbolId = this.#nextSymbol++;
      const row: SqlValue[] = [symbolId, id];
      pushSymbolColumns(row, symbol, this.#nameId);
      symbols.addRow(row);
      const words: SqlValue[] = [symbolId];
      pushSymbolWords(words, symbol);
      symbolWords.addRow(words);
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
    version.referenceNames.forEach((name, index) => {
      const end = version.referenceEnds[index] as number;
      references.add(id, names.idOf(name), version.packedReferences.subarray(start, end));
      start = end;
    });
    if (version.bindings !== null) this.#inserts.bindings.add(id, version.bindings);
    if (version.vectors !== null) this.#inserts.vectors.add(id, version.vectors);
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
    const { version, symbol, chunk } = nextIds(this.#database);
    this.#nextVersion = version;
    this.#nextSymbol = symbol;
    this.#nextChunk = chunk;
  }
}

function bulkInserts(database: Database) {
  const into = (table: TableName, verb?: string) => new BulkInsert(database, table, verb);
  return {
    versions: into('file_versions'),
    sources: into('sources'),
    symbols: into('symbols'),
    symbolWords: into('symbol_words'),
    imports: into('imports'),
    references: into('uses'),
    bindings: into('bindings'),
    vectors: into('vectors'),
    chunks: into('chunks'),
    chunkWords: into('chunk_words'),
    pathWords: into('path_words'),
    fileStats: into('remembered_stats', 'REPLACE'),
  };
}
