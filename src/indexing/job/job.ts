/**
 * A job turns one ref of one repository into a published index, in a process of its own. This file is what is
 * said to a job and what it says back; both cross the process boundary as JSON.
 */
import type { ErrorCode, Remedy } from '../../errors.ts';
import type { JobMode, JobProgress, ParseOutcome, SkipReason } from '../../model.ts';

export interface IndexSettings {
  /** Files over this size are skipped as `too_large`. */
  readonly maxFileBytes: number;
  /** Parse workers; 0 means as many as there are cores, at most eight. */
  readonly workers: number;
  /** One file may take this long to parse before it is given up. */
  readonly parseTimeoutMs: number;
  /** The job's process, with all its threads, is to stay below this. */
  readonly maxMemoryMb: number;
  /** Patterns in `.gitignore` syntax, relative to the root, of files to skip as `excluded`. */
  readonly exclude: readonly string[];
}

export interface JobRequest {
  /** Canonical folder that holds every index (`$CODECOMPASS_HOME`). */
  readonly home: string;
  /** Canonical root of the workspace. */
  readonly root: string;
  /** The project that the root was registered for; a root that has become another's is refused. */
  readonly projectId?: string;
  /** Nothing outside these canonical folders is read, whatever the repository points to. */
  readonly within?: readonly string[];
  /** Branch, tag or commit as typed; absent for what is checked out. */
  readonly ref?: string;
  /** `index` may be the first; `sync` wants a project that is registered. Both read only what may have changed. */
  readonly operation: 'index' | 'sync';
  /** Parse every file again, whatever is stored. */
  readonly force: boolean;
  /** The processors are left to others that need them: to the server, say, that answers meanwhile. */
  readonly yields?: boolean;
  readonly settings: IndexSettings;
}

export interface JobSummary {
  readonly jobId: string;
  readonly projectId: string;
  readonly root: string;
  readonly ref: string;
  readonly commit?: string;
  /** `worktree`: the checked-out files; `objects`: git's objects; neither was written to. */
  readonly source: 'worktree' | 'objects';
  readonly mode: JobMode;
  /** discovered = indexed + the sum of skipped. */
  readonly discovered: number;
  readonly indexed: number;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  /** Of the indexed ones, how many were parsed now; the others were reused from the store. */
  readonly parsed: number;
  /** Files added to, changed in or removed from the ref by this job. */
  readonly changed: number;
  readonly symbols: number;
  /** Indexed files by how far their syntax was understood. */
  readonly outcomes: Readonly<Partial<Record<ParseOutcome, number>>>;
  readonly languages: Readonly<Record<string, number>>;
  /** Roots of nested repositories, which are projects of their own. */
  readonly submodules: readonly string[];
  /** Jobs that were found interrupted and whose finished work was reused. */
  readonly interruptedJobs: number;
  readonly durationMs: number;
  readonly indexBytes: number;
  readonly sourceBytes: number;
  readonly peakMemoryBytes: number;
  /** What the job could not do as it was meant to, as sentences. */
  readonly warnings: readonly string[];
}

/** What the job's process sends to the one that started it. */
export type JobMessage =
  | { readonly type: 'progress'; readonly progress: JobProgress }
  | { readonly type: 'done'; readonly summary: JobSummary }
  | {
      readonly type: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly remediation: Remedy;
      readonly data: Readonly<Record<string, unknown>>;
    };

/** The progress line of a stage, in the wording of the wire. */
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
