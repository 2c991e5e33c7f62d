/** Reads an index through one connection. Reads of a ref's content are bound to that ref. */
import type {
  BindingFact,
  FileFacts,
  ImportFact,
  ReferenceFact,
  SkippedFile,
  SkipReason,
  SymbolFact,
  SymbolKind,
} from '../../../model.ts';
import type {
  FileVersion,
  KnownVersions,
  Pause,
  ReferenceRecord,
  ReferencingVersion,
  RefRecord,
  RefStatistics,
  RememberedFile,
  StoreReader,
  SummaryPage,
  SymbolRecord,
  SymbolSpan,
  SymbolSummary,
  WantedSymbols,
  WordCount,
  WordIndex,
} from '../../store.ts';
import {
  readBindings,
  readImports,
  readReferences,
  readReferencesNamedIn,
  readReferencesTo,
  readText,
  readVectors,
  readVersionsReferencing,
} from './read-facts.ts';
import { readRememberedFiles } from './read-stats.ts';
import {
  byPath,
  inFileOrder,
  readScopeNames,
  readSharedStableIds,
  readSpans,
  readSummariesById,
  readSummariesNamed,
  readSymbols,
  readSymbolsById,
  readSymbolsNamed,
  readSymbolsNamedIn,
  readSymbolsWithStableId,
  readVersionsDeclaring,
} from './read-symbols.ts';
import { countRef, readOtherVersions, readVersion, readVersions, readVersionsById } from './read-versions.ts';
import {
  readHolders,
  readHoldersOfAll,
  readHoldersOfPrefix,
  readLastChunk,
  readNamesHolding,
  readWordCounts,
  readWordsHolding,
} from './read-words.ts';
import { type Reader, toRef } from './reader.ts';

export class SqliteReader implements StoreReader {
  protected readonly reader: Reader;

  constructor(reader: Reader) {
    this.reader = reader;
  }

  async refs(): Promise<RefRecord[]> {
    return this.reader.all('SELECT * FROM refs ORDER BY name').map(toRef);
  }

  async ref(name: string): Promise<RefRecord | undefined> {
    const row = this.reader.get('SELECT * FROM refs WHERE name = ?', name);
    return row && toRef(row);
  }

  async files(ref: RefRecord, known?: KnownVersions): Promise<FileVersion[]> {
    return known === undefined ? readVersions(this.reader, ref) : readOtherVersions(this.reader, ref, known);
  }

  async file(ref: RefRecord, path: string): Promise<FileVersion | undefined> {
    return readVersion(this.reader, ref, path);
  }

  async filesById(ref: RefRecord, versionIds: Iterable<number>): Promise<FileVersion[]> {
    return readVersionsById(this.reader, ref, versionIds);
  }

  async skippedFiles(ref: RefRecord): Promise<SkippedFile[]> {
    return this.reader
      .all(
        `SELECT path, reason FROM ref_skips WHERE ref_id = ?1
       UNION ALL
       SELECT v.path, v.skipped FROM ref_files r JOIN file_versions v ON v.id = r.version_id
       WHERE r.ref_id = ?1 AND v.skipped IS NOT NULL
       ORDER BY 1`,
        ref.id,
      )
      .map((row) => ({ path: row.path as string, reason: row.reason as SkipReason }));
  }

  async rememberedFiles(root: string, paths: readonly string[]): Promise<Map<string, RememberedFile>> {
    return readRememberedFiles(this.reader, root, paths);
  }

  async statistics(ref: RefRecord): Promise<RefStatistics> {
    return countRef((sql, ...values) => this.reader.all(sql, ...values), ref.id).statistics;
  }

  async facts(version: FileVersion): Promise<FileFacts> {
    return {
      path: version.path,
      hash: version.hash,
      byteLength: version.byteLength,
      language: version.language,
      labels: version.labels,
      text: readText(this.reader, version),
      syntax: {
        outcome: version.outcome,
        module: version.module,
        symbols: (await this.symbols(version)).map(toFact),
        imports: readImports(this.reader, version),
        references: readReferences(this.reader, version),
        bindings: readBindings(this.reader, version),
      },
    };
  }

  async text(version: FileVersion): Promise<string> {
    return readText(this.reader, version);
  }

  async symbols(version: FileVersion, pause?: Pause): Promise<SymbolRecord[]> {
    return inFileOrder(await allParts(readSymbols(this.reader, version), pause));
  }

  async symbolsNamedIn(version: FileVersion, name: string, pause?: Pause): Promise<SymbolRecord[]> {
    return inFileOrder(await allParts(readSymbolsNamedIn(this.reader, version, name), pause));
  }

  async versionsDeclaring(name: string): Promise<readonly number[]> {
    return readVersionsDeclaring(this.reader, name);
  }

  async spans(version: FileVersion, kinds: readonly SymbolKind[]): Promise<SymbolSpan[]> {
    return readSpans(this.reader, version, kinds);
  }

  async imports(version: FileVersion): Promise<ImportFact[]> {
    return readImports(this.reader, version);
  }

  async references(version: FileVersion): Promise<ReferenceFact[]> {
    return readReferences(this.reader, version);
  }

  async filesReferencing(name: string): Promise<ReferencingVersion[]> {
    return readVersionsReferencing(this.reader, name);
  }

  async referencesNamedIn(version: FileVersion, name: string): Promise<ReferenceFact[]> {
    return readReferencesNamedIn(this.reader, version, name);
  }

  async bindings(version: FileVersion): Promise<BindingFact[]> {
    return readBindings(this.reader, version);
  }

  async vectors(version: FileVersion): Promise<Uint8Array | undefined> {
    return readVectors(this.reader, version);
  }

  async symbolsNamed(ref: RefRecord, name: string, wanted?: WantedSymbols, pause?: Pause): Promise<SymbolRecord[]> {
    return byPath(await allParts(readSymbolsNamed(this.reader, ref, name, wanted), pause));
  }

  async symbolsWithStableId(ref: RefRecord, stableIds: readonly string[]): Promise<SymbolRecord[]> {
    return readSymbolsWithStableId(this.reader, ref, stableIds);
  }

  async sharedStableIds(ref: RefRecord, stableIds: readonly string[]): Promise<string[]> {
    return readSharedStableIds(this.reader, ref, stableIds);
  }

  async symbolsById(ref: RefRecord, ids: readonly number[]): Promise<SymbolRecord[]> {
    return readSymbolsById(this.reader, ref, ids);
  }

  async summariesNamed(name: string, page: SummaryPage): Promise<SymbolSummary[]> {
    return readSummariesNamed(this.reader, name, page);
  }

  async summariesById(ids: readonly number[]): Promise<SymbolSummary[]> {
    return readSummariesById(this.reader, ids);
  }

  async scopeNames(scopeIds: Iterable<number>): Promise<ReadonlyMap<number, string>> {
    return readScopeNames(this.reader, scopeIds);
  }

  async referencesTo(ref: RefRecord, name: string): Promise<ReferenceRecord[]> {
    return readReferencesTo(this.reader, ref, name);
  }

  async holders(index: WordIndex, words: readonly string[], limit?: number): Promise<number[]> {
    return readHolders(this.reader, index, words, limit);
  }

  async holdersOfAll(index: WordIndex, words: readonly string[], limit?: number): Promise<number[]> {
    return readHoldersOfAll(this.reader, index, words, limit);
  }

  async holdersOfPrefix(index: WordIndex, prefix: string, limit?: number): Promise<number[]> {
    return readHoldersOfPrefix(this.reader, index, prefix, limit);
  }

  async wordsHolding(index: WordIndex, piece: string, limit: number, pause: Pause): Promise<string[] | undefined> {
    const words: string[] = [];
    for (const part of readWordsHolding(this.reader, index, piece)) {
      for (const each of part) words.push(each);
      if (words.length > limit) return undefined;
      await pause();
    }
    return words;
  }

  async wordCounts(index: WordIndex, words: readonly string[]): Promise<WordCount[]> {
    return readWordCounts(this.reader, index, words);
  }

  async lastChunk(): Promise<number> {
    return readLastChunk(this.reader);
  }

  async namesHolding(pieces: readonly string[], minLength: number, maxLength: number, pause: Pause): Promise<string[]> {
    return allParts(readNamesHolding(this.reader, pieces, minLength, maxLength), pause);
  }
}

async function allParts<Item>(parts: Iterable<readonly Item[]>, pause?: Pause): Promise<Item[]> {
  const all: Item[] = [];
  for (const part of parts) {
    for (const each of part) all.push(each);
    await pause?.();
  }
  return all;
}

function toFact({ id, versionId, position, path, language, module, labels, ...fact }: SymbolRecord): SymbolFact {
  return fact;
}
