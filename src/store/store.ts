/**
 * A store keeps the index of one project: file versions with their facts, refs as sets of file versions, and jobs. The
 * interface is asynchronous and free of SQL, so that other engines can implement it; all of them must pass
 * `store.suite.ts`.
 */
import type {
  BindingFact,
  FileFacts,
  FileLabel,
  FileStat,
  FileVersionKey,
  ImportFact,
  JobMode,
  JobProgress,
  JobStatus,
  ParseOutcome,
  ReferenceFact,
  SkippedFile,
  SkipReason,
  SymbolFact,
  SymbolKind,
} from '../model.ts';
import type { EncodedVersion } from './codec/encode-facts.ts';

/** The read interface of an index. Every read of a ref's content is bound to that ref, except for the word tables. */
export interface StoreReader {
  refs(): Promise<RefRecord[]>;
  ref(name: string): Promise<RefRecord | undefined>;
  /** The indexed file versions of a ref, by path. Those in `known` are not read again: a version never changes. */
  files(ref: RefRecord, known?: KnownVersions): Promise<FileVersion[]>;
  file(ref: RefRecord, path: string): Promise<FileVersion | undefined>;
  /** The given versions that the ref contains. */
  filesById(ref: RefRecord, versionIds: Iterable<number>): Promise<FileVersion[]>;
  /** The unindexed files of a ref with their reasons, by path. */
  skippedFiles(ref: RefRecord): Promise<SkippedFile[]>;
  /** What is known of these files of a root from when they were last read, by path. */
  rememberedFiles(root: string, paths: readonly string[]): Promise<Map<string, RememberedFile>>;
  statistics(ref: RefRecord): Promise<RefStatistics>;

  facts(version: FileVersion): Promise<FileFacts>;
  text(version: FileVersion): Promise<string>;
  /**
   * In file order, so that a symbol's `parent` is an index into the result. A file may have thousands of symbols; `pause`
   * is awaited after each part of them, here and below.
   */
  symbols(version: FileVersion, pause?: Pause): Promise<SymbolRecord[]>;
  symbolsNamedIn(version: FileVersion, name: string, pause?: Pause): Promise<SymbolRecord[]>;
  /** The ids of the versions, of any ref, that declare a symbol of this name. */
  versionsDeclaring(name: string): Promise<readonly number[]>;
  /** The spans of a file's symbols of these kinds, in file order. */
  spans(version: FileVersion, kinds: readonly SymbolKind[]): Promise<SymbolSpan[]>;
  imports(version: FileVersion): Promise<ImportFact[]>;
  references(version: FileVersion): Promise<ReferenceFact[]>;
  referencesNamedIn(version: FileVersion, name: string): Promise<ReferenceFact[]>;
  bindings(version: FileVersion): Promise<BindingFact[]>;
  /** The packed vectors of a file's symbols (codec/symbol-vectors.ts); undefined if it has none. */
  vectors(version: FileVersion): Promise<Uint8Array | undefined>;

  /** The symbols with a name, by path; at most `maxNamesakes`, or fewer if wanted. */
  symbolsNamed(ref: RefRecord, name: string, wanted?: WantedSymbols, pause?: Pause): Promise<SymbolRecord[]>;
  /** Omits ids that are not in the ref. */
  symbolsById(ref: RefRecord, ids: readonly number[]): Promise<SymbolRecord[]>;
  /** The symbols of the ref with one of these stable ids, by path. */
  symbolsWithStableId(ref: RefRecord, stableIds: readonly string[]): Promise<SymbolRecord[]>;
  /** Those of the stable ids that symbols in several files of the ref have. */
  sharedStableIds(ref: RefRecord, stableIds: readonly string[]): Promise<string[]>;
  /** Summaries of the symbols with this name, on any ref, to choose among many: a page of them, by file version. */
  summariesNamed(name: string, page: SummaryPage): Promise<SymbolSummary[]>;
  summariesById(ids: readonly number[]): Promise<SymbolSummary[]>;
  scopeNames(scopeIds: Iterable<number>): Promise<ReadonlyMap<number, string>>;
  /** The file versions that reference a name, on any ref. */
  filesReferencing(name: string): Promise<ReferencingVersion[]>;
  referencesTo(ref: RefRecord, name: string): Promise<ReferenceRecord[]>;

  /**
   * The ids of the chunks (`text`), symbols (`name`, `doc`) or file versions (`path`) that contain any of the words, on
   * any ref, ascending. With a limit, the lowest ids: those of the oldest versions, so a query passes none.
   */
  holders(index: WordIndex, words: readonly string[], limit?: number): Promise<number[]>;
  /** The same for ids that contain all of the words. */
  holdersOfAll(index: WordIndex, words: readonly string[], limit?: number): Promise<number[]>;
  holdersOfPrefix(index: WordIndex, prefix: string, limit?: number): Promise<number[]>;
  /**
   * The words that contain a piece, in lower case, on any ref; undefined if there are more than `limit`. This reads all
   * words; `pause` is awaited after each part of them.
   */
  wordsHolding(index: WordIndex, piece: string, limit: number, pause: Pause): Promise<string[] | undefined>;
  /** The words that occur, with the number of chunks, symbols or files that contain each, on any ref. */
  wordCounts(index: WordIndex, words: readonly string[]): Promise<WordCount[]>;
  /** The highest id of a chunk on any ref; 0 if there is none. Ids begin at 1. */
  lastChunk(): Promise<number>;
  /**
   * The names of symbols, references and imports with a length in this range that contain one of the pieces, ignoring
   * case and underscores, on any ref. Lengths count code points. This reads all names; `pause` is awaited after each part of them.
   */
  namesHolding(pieces: readonly string[], minLength: number, maxLength: number, pause: Pause): Promise<string[]>;
}

/** Lets other calls go on between the parts of a long read. */
export type Pause = () => Promise<void>;

/** A view of the index that later publications do not change. It must be closed soon. */
export interface StoreSnapshot extends StoreReader {
  close(): Promise<void>;
}

export interface Store extends StoreReader {
  /** The data directory cannot be written to: the index can be read as it is, and every job fails. */
  readonly isReadOnly: boolean;
  snapshot(): Promise<StoreSnapshot>;

  /** Newest first. */
  jobs(limit: number): Promise<JobRecord[]>;
  job(id: string): Promise<JobRecord | undefined>;
  /** The running job, in any process. */
  activeJob(): Promise<JobRecord | undefined>;
  /** Jobs whose process died and whose ref has not been published since. */
  interruptedJobs(): Promise<JobRecord[]>;
  /** Takes the write lease, or throws `index_in_progress` or `sync_in_progress`. */
  beginJob(start: JobStart): Promise<JobWriter>;

  /** Drops refs with their exclusive file versions; returns the number of these versions. Throws while a job runs. */
  dropRefs(names: readonly string[]): Promise<number>;
  /** The size of the versions that only these refs contain. */
  heldOnlyBy(names: readonly string[]): Promise<{ versions: number; sourceBytes: number }>;
  /** The bytes of source in the versions that only one ref contains, by the id of that ref. */
  ownBytes(): Promise<ReadonlyMap<number, number>>;
  /** Returns unused space to the file system. Throws while a job runs. */
  compact(): Promise<void>;

  /**
   * Takes the lease for good, so that no job begins on an index that is about to be deleted. Throws while a job runs.
   */
  retire(): Promise<void>;

  /** Descriptions of damage; empty if the index is intact. */
  integrityErrors(): Promise<string[]>;
  byteLength(): Promise<number>;
  /** Frees memory that is cached for the next read. Call it when no read is expected soon. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

/** A name with more symbols says little about any of them, and reading all of a hostile repository would take seconds. */
export const maxNamesakes = 10_000;

export interface WantedSymbols {
  readonly kinds?: ReadonlySet<SymbolKind>;
  readonly limit?: number;
}

export const wordIndexes = ['text', 'name', 'doc', 'path'] as const;
/** The searchable indexes of words: chunks of text, names of symbols with their scope, doc comments, paths. */
export type WordIndex = (typeof wordIndexes)[number];

export interface WordCount {
  readonly word: string;
  readonly count: number;
}

/** The writer of the job that holds the lease. Every call fails once the lease is lost. */
export interface JobWriter {
  readonly job: JobRecord;
  /** The number of interrupted jobs found when this one began. */
  readonly foundInterrupted: number;
  /**
   * Whether another job began or ended after the listing of this one began. Such a listing may be older than what is
   * published, so the files must be listed again, now that this job holds the lease.
   */
  readonly isListingOutdated: boolean;
  /** Whether there may be stored file versions to reuse. */
  hasVersions(): Promise<boolean>;
  /** The ids of stored versions, in the order of the keys; the newest if a path had the same content more than once. */
  versionIds(keys: readonly FileVersionKey[]): Promise<(number | undefined)[]>;
  /** The stats that the files of a root had when they were last read, by path. */
  fileStats(root: string): Promise<Map<string, FileStatRecord>>;
  /** The most frequent language among a sample of stored files with a grammar. */
  mainLanguage(): Promise<string | undefined>;
  /**
   * Writes file versions and file stats in one transaction. Resolves to the ids of the versions; a version that is
   * already stored keeps its id.
   */
  write(versions: Iterable<EncodedVersion>, stats: readonly NewFileStat[], root: string): Promise<number[]>;
  /** Records the progress of the job; this is also its heartbeat. */
  progress(progress: JobProgress): Promise<void>;
  /** Does the slow preparations of a publication outside its transaction. */
  prepareToPublish(): Promise<void>;
  /** Swaps the ref's set of file versions, in one transaction, and ends the job. */
  publish(publication: Publication): Promise<Published>;
  /**
   * Publishes a ref as the content of a base ref in which some paths are replaced, in one transaction, and ends the
   * job. Returns undefined and changes nothing if the base has been published again in the meantime.
   */
  publishDelta(publication: DeltaPublication): Promise<PublishedDelta | undefined>;
  /** Deletes the file versions that no ref contains; after `publishDelta`, only among those that it replaced. */
  prune(): Promise<number>;
  /** Drops refs. Their exclusive file versions are deleted by `prune`. */
  dropRefs(names: readonly string[]): Promise<void>;
  /** Ends the job without a publication. */
  abandon(status: 'failed' | 'cancelled', error: { code: string; message: string }): Promise<void>;
  /** Releases the lease. */
  release(): Promise<void>;
}

export interface RefRecord {
  readonly id: number;
  readonly name: string;
  readonly commit?: string;
  readonly source: 'worktree' | 'objects';
  /** The work tree that the ref was read from. */
  readonly root: string;
  readonly publishedAt: string;
  /** The job that published the ref. It identifies the publication, because a job publishes once. */
  readonly jobId: string;
  /** The settings by which its files were listed. */
  readonly rules: string;
  readonly fileCount: number;
  readonly symbolCount: number;
}

/** Versions that were read before, by id. */
export interface KnownVersions {
  byId(id: number): FileVersion | undefined;
}

export interface FileVersion extends FileVersionKey {
  readonly id: number;
  readonly byteLength: number;
  readonly lineCount: number;
  readonly language: string;
  readonly labels: readonly FileLabel[];
  readonly outcome: ParseOutcome;
  readonly module: string;
  readonly firstSymbol: number;
  readonly symbolCount: number;
  readonly firstChunk: number;
  readonly chunkCount: number;
}

export interface SymbolRecord extends SymbolFact {
  readonly id: number;
  readonly versionId: number;
  /** Its index among the symbols of its file, which `parent` refers to. */
  readonly position: number;
  readonly path: string;
  readonly language: string;
  readonly module: string;
  readonly labels: readonly FileLabel[];
}

/** What distinguishes a symbol from others of the same name, of which there may be thousands. */
export interface SymbolSummary
  extends Pick<SymbolRecord, 'id' | 'versionId' | 'name' | 'kind' | 'visibility' | 'lineStart'> {
  /** The id of its scope, an argument of `scopeNames`. */
  readonly scopeId: number;
  readonly isNested: boolean;
}

/** At most `limit` summaries of this and later versions, without the first `skipped` ones of this version. */
export interface SummaryPage {
  readonly fromVersion: number;
  readonly skipped: number;
  readonly limit: number;
}

/** A symbol's name and position, without the fields that are slow to read. */
export type SymbolSpan = Pick<SymbolRecord, 'id' | 'name' | 'kind' | 'visibility' | 'parent' | 'lineStart' | 'lineEnd'>;

export interface ReferenceRecord extends ReferenceFact {
  readonly path: string;
  readonly versionId: number;
}

/** A file version that references a name, with the references. */
export interface ReferencingVersion {
  readonly versionId: number;
  references(): ReferenceFact[];
}

export interface RefStatistics {
  readonly indexed: number;
  readonly symbols: number;
  readonly sourceBytes: number;
  readonly skipped: Partial<Record<SkipReason, number>>;
  readonly outcomes: Partial<Record<ParseOutcome, number>>;
  readonly languages: Record<string, number>;
}

export interface JobStart {
  /** An id that no other job has; by default a new one. */
  readonly id?: string;
  readonly ref: string;
  readonly operation: 'index' | 'sync';
  readonly force: boolean;
  /** When the listing of the files began, if that was before the job holds the lease. */
  readonly listedAtMs?: number;
  /** The job publishes only some of the changes since then, whatever other jobs have done. */
  readonly isPartial?: true;
}

export interface JobRecord {
  readonly id: string;
  readonly ref: string;
  readonly operation: 'index' | 'sync';
  readonly mode: JobMode;
  readonly status: JobStatus;
  /** No file was listed before this time, so a later change may be missing from the publication. */
  readonly createdAt: string;
  readonly finishedAt?: string;
  readonly durationMs?: number;
  readonly changedFiles?: number;
  readonly errorCode?: string;
  readonly errorMessage?: string;
  readonly progress: JobProgress;
}

export interface FileStatRecord extends FileStat {
  /** The version of the file with this stat; absent if it is no longer stored. */
  readonly versionId?: number;
}

export interface RememberedFile extends FileStat {
  readonly hash: string;
  /** Why the content is not indexed. */
  readonly skipped?: SkipReason;
}

export interface NewFileStat extends FileStat, FileVersionKey {}

export interface StoredVersion {
  readonly path: string;
  readonly id: number;
}

export interface Publication {
  readonly ref: string;
  readonly commit?: string;
  readonly source: 'worktree' | 'objects';
  readonly root: string;
  /** The settings by which the files were listed. */
  readonly rules: string;
  readonly versions: readonly StoredVersion[];
  readonly skipped: readonly SkippedFile[];
  readonly progress: JobProgress;
}

/** The content of a ref, described by what differs from a base ref, which may be the ref itself and has its rules. */
export interface DeltaPublication extends Omit<Publication, 'rules' | 'versions' | 'skipped'> {
  readonly base: Pick<RefRecord, 'name' | 'jobId'>;
  /** Everything at or below these paths is replaced. */
  readonly within: readonly string[];
  /** All versions and skipped files at or below those paths. */
  readonly versions: readonly StoredVersion[];
  readonly skipped: readonly SkippedFile[];
}

export interface PublishedDelta {
  readonly ref: RefRecord;
  /** An indexed file has become a secret: a full sync has to scrub the index. */
  readonly hasNewSecrets: boolean;
}

export interface Published {
  readonly ref: RefRecord;
  /** The number of added, removed or changed paths. */
  readonly changedFiles: number;
  readonly statistics: RefStatistics;
}
