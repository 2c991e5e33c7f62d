/**
 * A project is a repository as programs ask it: every capability as a method with a typed request and answer, in the words
 * of the tools. What is public of CodeCompass stands here and in `open-project.ts`; all else may change.
 */
import type { JobSummary } from '../indexing/job/job.ts';
import type { JobProgress } from '../model.ts';
import type { AnswerOf, CapabilityName, RequestTo } from '../query/tools/table.ts';

export type SearchRequest = RequestTo<'search'>;
export type LocateRequest = RequestTo<'locate'>;
export type OutlineRequest = RequestTo<'outline'>;
export type ContextRequest = RequestTo<'context'>;
export type HierarchyRequest = RequestTo<'hierarchy'>;
export type RelatedRequest = RequestTo<'related'>;
export type CallGraphRequest = RequestTo<'callGraph'>;
export type CompareRequest = RequestTo<'compare'>;
export type FollowupRequest = RequestTo<'followups'>;

/** Every capability as a method: `search`, `locate`, `outline` and so on, as docs/tools.md lists them. */
export type CapabilityMethods = {
  readonly [Name in CapabilityName]: (request: RequestTo<Name>) => Promise<AnswerOf<Name>>;
};

export interface IndexOptions {
  /** Branch, tag or commit; what is checked out if left out. */
  readonly ref?: string | undefined;
  /** Parse every file again, whatever is stored. */
  readonly force?: boolean | undefined;
  readonly onProgress?: ((progress: JobProgress) => void) | undefined;
  /** Aborting it cancels the job: nothing is published, and the next one reuses what was finished. */
  readonly signal?: AbortSignal | undefined;
}

/** A ref that can be asked. */
export interface IndexedRef {
  readonly name: string;
  readonly commit?: string;
  /** `worktree`: the checked-out files with all edits; `objects`: git's objects. */
  readonly source: 'worktree' | 'objects';
  readonly publishedAt: string;
  readonly fileCount: number;
  readonly symbolCount: number;
}

/**
 * Answers come from the last index; `index` takes in what changed since. Each method rejects with a `CodedError`. A request
 * without a ref is about what is checked out.
 */
export interface Project extends CapabilityMethods {
  /** Canonical root of the repository or folder. */
  readonly root: string;
  /** Sentences about settings that have no effect. */
  readonly warnings: readonly string[];
  /** Indexes a ref, or brings its index up to date, in a process of its own; the old index answers meanwhile. */
  index(options?: IndexOptions): Promise<JobSummary>;
  refs(): Promise<readonly IndexedRef[]>;
  /** Lets go of the index. A job that runs is not ended by it. */
  close(): Promise<void>;
}
