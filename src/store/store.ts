/**
 * A store keeps the index of one project: file versions with their facts, refs as sets of file versions, and the
 * jobs that made them. The interface is asynchronous and speaks no SQL, so that another engine can stand behind
 * it; `store.suite.ts` is what any of them must pass.
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

/** What can be read of an index. Every read of a ref's content is bound to that ref, but for the word tables. */
export interface StoreReader {
  refs(): Promise<RefRecord[]>;
  ref(name: string): Promise<RefRecord | undefined>;
  /** The indexed file versions of a ref, by path. */
  files(ref: RefRecord): Promise<FileVersion[]>;
  file(ref: RefRecord, path: string): Promise<FileVersion | undefined>;
  /** Those of the versions that the ref holds. */
  filesById(ref: RefRecord, versionIds: Iterable<number>): Promise<FileVersion[]>;
  /** Everything that was discovered on a ref and is not indexed, with its reason, by path. */
  skippedFiles(ref: RefRecord): Promise<SkippedFile[]>;
  statistics(ref: RefRecord): Promise<RefStatistics>;

  facts(version: FileVersion): Promise<FileFacts>;
  text(version: FileVersion): Promise<string>;
  /** In the order of the file, so that a symbol's `parent` is a position in the answer. */
  symbols(version: FileVersion): Promise<SymbolRecord[]>;
  symbolsNamedIn(version: FileVersion, name: string): Promise<SymbolRecord[]>;
  /** Of a file's symbols of these kinds what is needed to look through many, in their order. */
  spans(version: FileVersion, kinds: readonly SymbolKind[]): Promise<SymbolSpan[]>;
  imports(version: FileVersion): Promise<ImportFact[]>;
  references(version: FileVersion): Promise<ReferenceFact[]>;
  referencesNamedIn(version: FileVersion, name: string): Promise<ReferenceFact[]>;
  bindings(version: FileVersion): Promise<BindingFact[]>;

  symbolsNamed(ref: RefRecord, name: string): Promise<SymbolRecord[]>;
  /** Ids that are not of the ref are left out. */
  symbolsById(ref: RefRecord, ids: readonly number[]): Promise<SymbolRecord[]>;
  /** Of the symbols of this name, on whatever ref, what is needed to choose among many. */
  summariesNamed(name: string): Promise<SymbolSummary[]>;
  summariesById(ids: readonly number[]): Promise<SymbolSummary[]>;
  scopeNames(scopeIds: Iterable<number>): Promise<ReadonlyMap<number, string>>;
  /** The file versions that use a name, on whatever ref. */
  filesReferencing(name: string): Promise<ReferencingVersion[]>;
  referencesTo(ref: RefRecord, name: string): Promise<ReferenceRecord[]>;

  /**
   * The ids of the chunks (`text`), symbols (`name`, `doc`) or file versions (`path`) that hold any of the words,
   * on whatever ref, ascending, at most `limit`.
   */
  holders(index: WordIndex, words: readonly string[], limit: number): Promise<number[]>;
  /** Likewise those that hold every one of the words. */
  holdersOfAll(index: WordIndex, words: readonly string[], limit: number): Promise<number[]>;
  holdersOfPrefix(index: WordIndex, prefix: string, limit: number): Promise<number[]>;
  /** Those of the words that occur at all, with how many chunks, symbols or files hold each, on whatever ref. */
  wordCounts(index: WordIndex, words: readonly string[]): Promise<WordCount[]>;
  /**
   * The names of symbols, references and imports with a length in this range that hold one of the pieces, whatever the
   * case and without underscores, on whatever ref.
   */
  namesHolding(pieces: readonly string[], minLength: number, maxLength: number): Promise<string[]>;
}

/** A view of the index that does not change, whatever is published meanwhile. It must be closed soon. */
export interface StoreSnapshot extends StoreReader {
  close(): Promise<void>;
}

export interface Store extends StoreReader {
  snapshot(): Promise<StoreSnapshot>;

  /** Newest first. */
  jobs(limit: number): Promise<JobRecord[]>;
  /** The job that runs now, in whatever process. */
  activeJob(): Promise<JobRecord | undefined>;
  /** Jobs that died and whose ref has not been published since. */
  interruptedJobs(): Promise<JobRecord[]>;
  /** Takes the one lease to write, or throws `index_in_progress` or `sync_in_progress`. */
  beginJob(start: JobStart): Promise<JobWriter>;

  /** Drops refs and what no other ref holds; returns how many file versions went. Refused while a job runs. */
  dropRefs(names: readonly string[]): Promise<number>;
  /** What would go with these refs. */
  heldOnlyBy(names: readonly string[]): Promise<{ versions: number; sourceBytes: number }>;
  /** Gives space that is not used any more back to the system. Refused while a job runs. */
  compact(): Promise<void>;

  /** What is damaged; empty if nothing is. */
  integrityErrors(): Promise<string[]>;
  byteLength(): Promise<number>;
  /** Gives back memory that is kept for the next read; to be called when none is expected soon. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

export const wordIndexes = ['text', 'name', 'doc', 'path'] as const;
/** What a word can be looked up in: chunks of text, names of symbols with their scope, doc comments, paths. */
export type WordIndex = (typeof wordIndexes)[number];

export interface WordCount {
  readonly word: string;
  readonly count: number;
}

/** The right to write, held by one job across all processes; every call fails once it is lost. */
export interface JobWriter {
  readonly job: JobRecord;
  /** Jobs whose process had died, found when this one began. */
  readonly foundInterrupted: number;
  /** Whether there may be file versions that need not be written again. */
  hasVersions(): Promise<boolean>;
  /** The ids of those, in the order of the keys; the newest where a path has had the same content more than once. */
  versionIds(keys: readonly FileVersionKey[]): Promise<(number | undefined)[]>;
  /** The stats that the files of a root had when they were last read, by path. */
  fileStats(root: string): Promise<Map<string, FileStatRecord>>;
  /** The language that most of the stored files with a grammar have, as far as a sample tells. */
  mainLanguage(): Promise<string | undefined>;
  /** Writes file versions, and what the stats of files were, in one transaction. Resolves to the ids of the versions. */
  write(versions: Iterable<EncodedVersion>, stats: readonly NewFileStat[], root: string): Promise<number[]>;
  /** Records where the job stands, which also says that it lives. */
  progress(progress: JobProgress): Promise<void>;
  /** Makes ready what a publication needs and what would take long inside of it. */
  prepareToPublish(): Promise<void>;
  /** Swaps the ref's set of file versions, in one transaction, and ends the job. */
  publish(publication: Publication): Promise<Published>;
  /** Deletes the file versions that no ref holds. */
  prune(): Promise<number>;
  /** Ends the job without a publication. */
  abandon(status: 'failed' | 'cancelled', error: { code: string; message: string }): Promise<void>;
  /** Gives the lease back. */
  release(): Promise<void>;
}

export interface RefRecord {
  readonly id: number;
  readonly name: string;
  readonly commit?: string;
  readonly source: 'worktree' | 'objects';
  /** The work tree that the ref was read from. */
  readonly root: string;
  readonly generation: number;
  readonly publishedAt: string;
  readonly jobId: string;
  readonly fileCount: number;
  readonly symbolCount: number;
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
  /** Where it stands among the symbols of its file; what `parent` of another one refers to. */
  readonly position: number;
  readonly path: string;
  readonly language: string;
  readonly module: string;
  readonly labels: readonly FileLabel[];
}

/** What tells a symbol from its namesakes, of whom there may be thousands. */
export interface SymbolSummary
  extends Pick<SymbolRecord, 'id' | 'versionId' | 'name' | 'kind' | 'visibility' | 'lineStart'> {
  /** Which scope it is in, to be asked for by `scopeNames`. */
  readonly scopeId: number;
  readonly isNested: boolean;
}

/** A symbol's name and place, without what takes long to read. */
export type SymbolSpan = Pick<SymbolRecord, 'id' | 'name' | 'kind' | 'visibility' | 'parent' | 'lineStart' | 'lineEnd'>;

export interface ReferenceRecord extends ReferenceFact {
  readonly path: string;
  readonly versionId: number;
}

/** A file version that uses a name, and how. */
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
  readonly ref: string;
  readonly operation: 'index' | 'sync';
  readonly force: boolean;
}

export interface JobRecord {
  readonly id: string;
  readonly ref: string;
  readonly operation: 'index' | 'sync';
  readonly mode: JobMode;
  readonly status: JobStatus;
  readonly createdAt: string;
  readonly finishedAt?: string;
  readonly durationMs?: number;
  readonly changedFiles?: number;
  readonly errorCode?: string;
  readonly errorMessage?: string;
  readonly progress: JobProgress;
}

export interface FileStatRecord extends FileStat {
  /** What the file was when it had this stat; absent where that is not stored any more. */
  readonly versionId?: number;
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
  readonly versions: readonly StoredVersion[];
  readonly skipped: readonly SkippedFile[];
  readonly progress: JobProgress;
}

export interface Published {
  readonly ref: RefRecord;
  /** How many paths came, went or changed. */
  readonly changedFiles: number;
  readonly statistics: RefStatistics;
}
