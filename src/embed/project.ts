/**
 * A project is a repository as programs ask it: every capability as a method with a typed request and answer, in the words
 * of the tools. What is public of CodeCompass stands here and in `open-project.ts`; all else may change.
 */
import type { JobSummary } from '../indexing/job/job.ts';
import type { JobProgress } from '../model.ts';
import type { RequestOf } from '../query/parameters/parameters.ts';
import type { CallGraphAnswer, callGraphParameters } from '../query/tools/call-graph.ts';
import type { CodeContextAnswer, codeContextParameters } from '../query/tools/code-context.ts';
import type { CompareSymbolAnswer, compareSymbolParameters } from '../query/tools/compare-symbol.ts';
import type { FileOutlineAnswer, fileOutlineParameters } from '../query/tools/file-outline.ts';
import type { FollowupQueriesAnswer, followupQueriesParameters } from '../query/tools/followup-queries.ts';
import type { LocateSymbolAnswer, locateSymbolParameters } from '../query/tools/locate-symbol.ts';
import type { RelatedSymbolsAnswer, relatedSymbolsParameters } from '../query/tools/related-symbols.ts';
import type { SearchCodeAnswer, searchCodeParameters } from '../query/tools/search-code.ts';
import type { SymbolHierarchyAnswer, symbolHierarchyParameters } from '../query/tools/symbol-hierarchy.ts';

export type SearchRequest = RequestOf<typeof searchCodeParameters>;
export type LocateRequest = RequestOf<typeof locateSymbolParameters>;
export type OutlineRequest = RequestOf<typeof fileOutlineParameters>;
export type ContextRequest = RequestOf<typeof codeContextParameters>;
export type HierarchyRequest = RequestOf<typeof symbolHierarchyParameters>;
export type RelatedRequest = RequestOf<typeof relatedSymbolsParameters>;
export type CallGraphRequest = RequestOf<typeof callGraphParameters>;
export type CompareRequest = RequestOf<typeof compareSymbolParameters>;
export type FollowupRequest = RequestOf<typeof followupQueriesParameters>;

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
export interface Project {
  /** Canonical root of the repository or folder. */
  readonly root: string;
  /** Sentences about settings that have no effect. */
  readonly warnings: readonly string[];
  /** Indexes a ref, or brings its index up to date, in a process of its own; the old index answers meanwhile. */
  index(options?: IndexOptions): Promise<JobSummary>;
  refs(): Promise<readonly IndexedRef[]>;
  search(request: SearchRequest): Promise<SearchCodeAnswer>;
  locate(request: LocateRequest): Promise<LocateSymbolAnswer>;
  outline(request: OutlineRequest): Promise<FileOutlineAnswer>;
  context(request: ContextRequest): Promise<CodeContextAnswer>;
  hierarchy(request: HierarchyRequest): Promise<SymbolHierarchyAnswer>;
  related(request: RelatedRequest): Promise<RelatedSymbolsAnswer>;
  callGraph(request: CallGraphRequest): Promise<CallGraphAnswer>;
  compare(request: CompareRequest): Promise<CompareSymbolAnswer>;
  followups(request: FollowupRequest): Promise<FollowupQueriesAnswer>;
  /** Lets go of the index. A job that runs is not ended by it. */
  close(): Promise<void>;
}
