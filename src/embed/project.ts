/**
 * A project is the API of a repository: every capability as a method with a typed request and answer, with the field
 * names of the tools. The public API of CodeCompass is this file and `open-project.ts`; everything else may change.
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
export type ReferencesRequest = RequestTo<'references'>;
export type ImplementationsRequest = RequestTo<'implementations'>;
export type TraceRequest = RequestTo<'trace'>;
export type CompareRequest = RequestTo<'compare'>;
export type FollowupRequest = RequestTo<'followups'>;

/** Every capability as a method: `search`, `locate`, `outline` and so on, as docs/tools.md lists them. */
export type CapabilityMethods = {
  readonly [Name in CapabilityName]: (request: RequestTo<Name>) => Promise<AnswerOf<Name>>;
};

export interface IndexOptions {
  /** Branch, tag or commit. Default: the current checkout. */
  readonly ref?: string | undefined;
  /** Parse every file again, even if its facts are stored. */
  readonly force?: boolean | undefined;
  readonly onProgress?: ((progress: JobProgress) => void) | undefined;
  /** Aborting cancels the job: nothing is published, and the next job reuses the finished files. */
  readonly signal?: AbortSignal | undefined;
}

/** An indexed ref. */
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
 * Answers come from the last index; `index` updates it. Each method rejects with a `CodedError`. A request without a
 * ref queries the current checkout.
 */
export interface Project extends CapabilityMethods {
  /** Canonical root of the repository or folder. */
  readonly root: string;
  /** Warnings about settings that have no effect. */
  readonly warnings: readonly string[];
  /** Indexes a ref or updates its index, in a separate process; queries use the old index until it is done. */
  index(options?: IndexOptions): Promise<JobSummary>;
  refs(): Promise<readonly IndexedRef[]>;
  /** Closes the index. A running job is not cancelled. */
  close(): Promise<void>;
}
