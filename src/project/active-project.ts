/**
 * A project is a registered workspace as a server serves it: its repository, the store it shares with other worktrees, and
 * a watch over its files. It tells which ref a call means, and how the index of that ref stands.
 */
import { existsSync } from 'node:fs';
import { type Options, resolveOptions, type TypedSettings } from '../config/resolve-options.ts';
import { CodedError, callOrRun } from '../errors.ts';
import type { ProjectReader } from '../query/view/ref-view.ts';
import { readHead, readRef } from '../scan/git/read-head.ts';
import { openRepository, type Repository, type ResolvedRef, resolveRef } from '../scan/git/repository.ts';
import type { Workspace } from '../store/registry/registry.ts';
import type { IndexInspection } from '../store/sqlite/open-store.ts';
import type { JobRecord, RefRecord, Store } from '../store/store.ts';
import type { SchemaStatus } from './metadata.ts';
import type { StoreHandle } from './store-handle.ts';
import { type TreeVerdict, WorktreeWatch } from './worktree-watch.ts';

/** The index of a project at one moment. */
export interface IndexState {
  readonly inspection: IndexInspection;
  /** `not_indexed` as long as no ref was published. */
  readonly schema: SchemaStatus;
  readonly open?: { readonly store: Store; readonly reader: ProjectReader };
  readonly refs: readonly RefRecord[];
  readonly activeJob?: JobRecord;
}

/** How a ref stands to the repository. */
export interface RefFreshness {
  readonly fresh: boolean;
  /** Whether the files could be compared, or only the commits. */
  readonly exact: boolean;
  readonly currentCommit?: string;
}

const configAgeMs = 5_000;
const headAgeMs = 2_000;
/** Comparing more than these for the first time takes longer than anyone should wait. */
const manyFiles = 3_000;

export class ActiveProject {
  readonly workspace: Workspace;
  readonly #handle: StoreHandle;
  readonly #settings: TypedSettings;
  #repository: Promise<Repository> | undefined;
  #watch: WorktreeWatch | undefined;
  #options: { readonly value: Promise<Options>; readonly atMs: number } | undefined;
  #askedHead: { readonly value: Promise<ResolvedRef>; readonly atMs: number } | undefined;

  constructor(workspace: Workspace, handle: StoreHandle, { config, settings = {} }: TypedSettings) {
    this.workspace = workspace;
    this.#handle = handle;
    this.#settings = { config, settings };
  }

  /** The settings for this workspace; config files are read again after some seconds. */
  options(): Promise<Options> {
    const now = performance.now();
    if (this.#options === undefined || now - this.#options.atMs > configAgeMs) {
      const root = existsSync(this.workspace.root) ? this.workspace.root : undefined;
      this.#options = { value: resolveOptions(this.#settings, root), atMs: now };
    }
    return this.#options.value;
  }

  async state(): Promise<IndexState> {
    const { inspection, open } = await this.#handle.get();
    if (open === undefined) return { inspection, schema: inspection.status, refs: [] };
    const refs = await open.store.refs();
    const activeJob = await open.store.activeJob();
    return {
      inspection,
      schema: refs.length === 0 ? 'not_indexed' : 'compatible',
      open,
      refs,
      ...(activeJob === undefined ? {} : { activeJob }),
    };
  }

  /** What is checked out; nothing if the folder is gone or cannot be read. */
  async head(): Promise<ResolvedRef | undefined> {
    try {
      const repository = await this.#opened();
      if (!existsSync(this.workspace.root)) return undefined;
      return readHead(repository) ?? (await this.#headByGit(repository));
    } catch {
      return undefined;
    }
  }

  /** The published ref that a name means; git is asked only about names that are no ref's. */
  async refNamed(state: IndexState, wanted: string): Promise<RefRecord> {
    const published = state.refs.find(({ name }) => name === wanted);
    if (published !== undefined) return published;
    const resolved = await this.#resolved(wanted);
    const found =
      state.refs.find(({ name }) => name === resolved?.name) ??
      state.refs.find(({ commit, source }) => source === 'objects' && commit === resolved?.commit);
    if (found !== undefined && resolved !== undefined) return found;
    throw refNotIndexed(wanted, state.refs);
  }

  /** What a call without a ref is answered from: what is checked out, else what was published last from here. */
  defaultRef(state: IndexState, head: ResolvedRef | undefined): RefRecord | undefined {
    const newest = [...state.refs].sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
    return (
      newest.find(({ name }) => name === head?.name) ??
      newest.find(({ source, root }) => source === 'worktree' && root === this.workspace.root) ??
      newest[0]
    );
  }

  /** Whether a published ref is what the repository has now; waits at most so long for files to be compared. */
  async freshness(
    state: IndexState,
    ref: RefRecord,
    head: ResolvedRef | undefined,
    deadlineMs: number,
  ): Promise<RefFreshness> {
    const repository = await this.#opened().catch(() => undefined);
    // Without its folder, a workspace cannot be compared with anything.
    if (repository === undefined || head === undefined) return { fresh: false, exact: false };
    const isHere = head.name === ref.name;
    const currentCommit = isHere ? head.commit : (readRef(repository, ref.name) ?? ref.commit);
    const facts = currentCommit === undefined ? {} : { currentCommit };
    if (currentCommit !== ref.commit) return { fresh: false, exact: true, ...facts };
    if (!isHere) {
      // What was indexed with the edits of its time is not what git has of it, unless it is checked out elsewhere.
      const isElsewhere = ref.source === 'worktree' && ref.root !== this.workspace.root && existsSync(ref.root);
      return { fresh: ref.source === 'objects' || isElsewhere, exact: !isElsewhere, ...facts };
    }
    if (ref.source === 'objects') return { fresh: head.source === 'objects', exact: true, ...facts };
    if (ref.root !== this.workspace.root) return { fresh: false, exact: true, ...facts };
    const verdict = await this.#treeVerdict(repository, state, ref, head, deadlineMs);
    return { fresh: verdict !== 'changed', exact: verdict !== undefined, ...facts };
  }

  async #treeVerdict(
    repository: Repository,
    { open }: IndexState,
    ref: RefRecord,
    head: ResolvedRef,
    deadlineMs: number,
  ): Promise<TreeVerdict | undefined> {
    if (open === undefined) return undefined;
    this.#watch ??= new WorktreeWatch(repository, async () => (await this.options()).index);
    const { store, reader } = open;
    const job = (await store.jobs(20)).find(({ id }) => id === ref.jobId);
    const tree = {
      key: `${ref.name} ${ref.generation} ${ref.jobId}`,
      head,
      listedAtMs: job === undefined ? Number.NEGATIVE_INFINITY : Date.parse(job.createdAt),
      files: () => reader.view(ref.name, (view) => view.files()),
      skipped: async () => (await store.skippedFiles(ref)).map(({ path }) => path),
    };
    if (deadlineMs === Number.POSITIVE_INFINITY) return this.#watch.checkAnew(tree);
    if (!this.#watch.knows(tree) && ref.fileCount > manyFiles) {
      this.#watch.checkSoon(tree);
      return undefined;
    }
    return this.#watch.verdict(tree, deadlineMs).catch(() => undefined);
  }

  #opened(): Promise<Repository> {
    this.#repository ??= openRepository(this.workspace.root);
    this.#repository.catch(() => {
      this.#repository = undefined;
    });
    return this.#repository;
  }

  /** Where the files do not tell, git is asked, though not on every call. */
  #headByGit(repository: Repository): Promise<ResolvedRef> {
    const now = performance.now();
    if (this.#askedHead === undefined || now - this.#askedHead.atMs > headAgeMs) {
      this.#askedHead = { value: resolveRef(repository), atMs: now };
    }
    return this.#askedHead.value;
  }

  async #resolved(wanted: string): Promise<ResolvedRef | undefined> {
    try {
      return await resolveRef(await this.#opened(), wanted);
    } catch {
      return undefined;
    }
  }
}

export function refNotIndexed(name: string, refs: readonly RefRecord[]): CodedError {
  return new CodedError('ref_not_indexed', `The ref ${name} is not indexed.`, {
    remediation: callOrRun(`index_repo with "ref": ${JSON.stringify(name)}`, `index --ref ${name}`),
    data: { ref: name, indexed_refs: refs.map((ref) => ref.name) },
  });
}
