/**
 * A job indexes and publishes one ref of one repository, in a separate process. This file defines its request and
 * messages, which cross the process boundary as JSON.
 */
import type { JobMode, JobProgress, ParseOutcome, SkipReason } from '../../model.ts';
import type { SentError, SystemFailure } from '../../sent-error.ts';

export interface IndexSettings {
  /** Larger files are skipped as `too_large`. */
  readonly maxFileBytes: number;
  /** Parse workers; 0 means as many as there are cores, at most eight. */
  readonly workers: number;
  /** The time limit for parsing one file. */
  readonly parseTimeoutMs: number;
  /** The memory limit of the job process with all its threads. */
  readonly maxMemoryMb: number;
  /** Patterns in `.gitignore` syntax, relative to the root, of files to skip as `excluded`. */
  readonly exclude: readonly string[];
  /** Those of the user among them, where the project has added some. */
  readonly ownExclude?: readonly string[];
  /** Whether symbols get vectors. */
  readonly vectors?: boolean;
}

export interface JobRequest {
  /** Canonical path of the data directory (`$CODECOMPASS_HOME`). */
  readonly home: string;
  /** Canonical root of the workspace. */
  readonly root: string;
  /** The project of the registered root. The job fails if the root now belongs to another project. */
  readonly projectId?: string;
  /** The id that the job is known by before it begins; else it gets one. */
  readonly jobId?: string;
  /** Nothing outside these canonical folders is read, even if the repository points there. */
  readonly within?: readonly string[];
  /** Branch, tag or commit argument; absent for HEAD. */
  readonly ref?: string;
  /** `sync` requires a registered project, `index` does not. Both read only files that may have changed. */
  readonly operation: 'index' | 'sync';
  /** Parse every file again, even if it is stored. */
  readonly force: boolean;
  /** Paths to parse before the others, because someone asks about them. */
  readonly first?: readonly string[];
  /** Run at low priority, so that other processes, such as the server, stay responsive. */
  readonly yields?: boolean;
  readonly settings: IndexSettings;
}

export interface JobSummary {
  readonly jobId: string;
  readonly projectId: string;
  readonly root: string;
  readonly ref: string;
  readonly commit?: string;
  /** `worktree`: the checked-out files; `objects`: git objects. Both are only read. */
  readonly source: 'worktree' | 'objects';
  readonly mode: JobMode;
  /** discovered = indexed + the sum of skipped. */
  readonly discovered: number;
  readonly indexed: number;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  /** The indexed files that were parsed by this job; the others were reused from the store. */
  readonly parsed: number;
  /** Files added to, changed in or removed from the ref by this job. */
  readonly changed: number;
  readonly symbols: number;
  /** Indexed files by parse outcome. */
  readonly outcomes: Readonly<Partial<Record<ParseOutcome, number>>>;
  readonly languages: Readonly<Record<string, number>>;
  /** Roots of nested repositories, which are projects of their own. */
  readonly submodules: readonly string[];
  /** Interrupted jobs whose finished work was reused. */
  readonly interruptedJobs: number;
  readonly durationMs: number;
  readonly indexBytes: number;
  readonly sourceBytes: number;
  readonly peakMemoryBytes: number;
  /** Deviations from the requested job, as sentences. */
  readonly warnings: readonly string[];
}

/** Messages of the job process to its parent. */
export type JobMessage =
  | { readonly type: 'progress'; readonly progress: JobProgress }
  | { readonly type: 'done'; readonly summary: JobSummary }
  | { readonly type: 'failed'; readonly error: SentError }
  /** The job could not be loaded. */
  | { readonly type: 'unloaded'; readonly error: SystemFailure };

/** The message of a finished job, in the words of the contract. */
export function completionMessage({ indexed, symbols, durationMs }: JobSummary): string {
  return `Indexed ${indexed} files, ${symbols} symbols in ${(durationMs / 1000).toFixed(1)}s`;
}

export function progressMessage(progress: JobProgress): string {
  switch (progress.stage) {
    case 'discovery':
      return `Scanning files: ${progress.filesScanned} discovered`;
    case 'parsing': {
      const share = progress.filesTotal === 0 ? 100 : Math.floor((100 * progress.filesParsed) / progress.filesTotal);
      return `Parsing files: ${progress.filesParsed}/${progress.filesTotal} (${share}%)`;
    }
    case 'indexing':
      return `Indexing: ${progress.filesIndexed}/${progress.filesTotal} files, ${progress.symbolsExtracted} symbols`;
    case 'finalizing':
      return 'Finalizing index...';
  }
}
