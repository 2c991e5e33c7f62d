/**
 * A store keeps the index of one project: file versions with their facts, refs as sets of file versions, and the
 * jobs that made them. The interface is asynchronous and speaks no SQL, so that another engine can stand behind
 * it; `store.suite.ts` is what any of them must pass.
 */
import type {
  FileFacts,
  FileMark,
  FileVersionKey,
  JobMode,
  JobProgress,
  JobStatus,
  ParseOutcome,
  ReferenceFact,
  SkippedFile,
  SkipReason,
  SymbolFact,
} from '../model.ts';
import type { EncodedVersion } from './encode-facts.ts';

export interface Store {
  refs(): Promise<RefRecord[]>;
  ref(name: string): Promise<RefRecord | undefined>;
  /** The indexed file versions of a ref, by path. */
  files(ref: RefRecord): Promise<FileVersion[]>;
  file(ref: RefRecord, path: string): Promise<FileVersion | undefined>;
  /** Everything that was discovered on a ref and is not indexed, with its reason, by path. */
  skippedFiles(ref: RefRecord): Promise<SkippedFile[]>;
  statistics(ref: RefRecord): Promise<RefStatistics>;
  facts(version: FileVersion): Promise<FileFacts>;
  symbolsNamed(ref: RefRecord, name: string): Promise<SymbolRecord[]>;
  referencesTo(ref: RefRecord, name: string): Promise<ReferenceRecord[]>;
  /** The chunks of a ref that hold every one of the words. */
  chunksWith(ref: RefRecord, words: readonly string[], limit: number): Promise<ChunkRecord[]>;

  /** Newest first. */
  jobs(limit: number): Promise<JobRecord[]>;
  /** The job that runs now, in whatever process. */
  activeJob(): Promise<JobRecord | undefined>;
  /** Jobs that died and whose ref has not been published since. */
  interruptedJobs(): Promise<JobRecord[]>;
  /** Takes the one lease to write, or throws `index_in_progress` or `sync_in_progress`. */
  beginJob(start: JobStart): Promise<JobWriter>;

  /** What is damaged; empty if nothing is. */
  integrityErrors(): Promise<string[]>;
  byteLength(): Promise<number>;
  close(): Promise<void>;
}

/** The right to write, held by one job across all processes; every call fails once it is lost. */
export interface JobWriter {
  readonly job: JobRecord;
  /** Jobs whose process had died, found when this one began. */
  readonly foundInterrupted: number;
  /** The file versions that need not be written again. */
  knownVersions(): Promise<KnownVersions>;
  rememberedStats(root: string): Promise<Map<string, RememberedStat>>;
  /** The language that most of the stored files with a grammar have, as far as a sample tells. */
  mainLanguage(): Promise<string | undefined>;
  /** Writes file versions, and what the stats of their files were, in one transaction. */
  write(versions: readonly EncodedVersion[], stats: readonly StatToRemember[], root: string): Promise<void>;
  /** Records where the job stands, which also says that it lives. */
  progress(progress: JobProgress): Promise<void>;
  /** Makes ready what a publication needs and what would take long inside of it. */
  prepareToPublish(): Promise<void>;
  /** Swaps the ref's set of file versions, in one transaction, and ends the job. */
  publish(publication: Publication): Promise<{ ref: RefRecord; changedFiles: number }>;
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
  readonly marks: readonly FileMark[];
  readonly outcome: ParseOutcome;
  readonly module: string;
  readonly symbolCount: number;
}

export interface SymbolRecord extends SymbolFact {
  readonly id: number;
  readonly path: string;
  readonly language: string;
  readonly module: string;
  readonly marks: readonly FileMark[];
}

export interface ReferenceRecord extends ReferenceFact {
  readonly path: string;
}

export interface ChunkRecord {
  readonly path: string;
  readonly lineStart: number;
  readonly lineEnd: number;
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

export interface KnownVersions {
  idOf(key: FileVersionKey): number | undefined;
  readonly count: number;
}

export interface RememberedStat {
  readonly size: number;
  readonly mtimeUs: number;
  readonly ctimeUs: number;
  readonly inode: number;
  readonly hash: string;
}

export interface StatToRemember extends RememberedStat {
  readonly path: string;
}

export interface Publication {
  readonly ref: string;
  readonly commit?: string;
  readonly source: 'worktree' | 'objects';
  readonly root: string;
  readonly versions: readonly FileVersionKey[];
  readonly skipped: readonly SkippedFile[];
  readonly progress: JobProgress;
}
