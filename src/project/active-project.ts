/**
 * An active project is a registered workspace in use: its settings, its repository, its index (which other worktrees
 * may share) and the freshness of that index. It resolves the ref of a call.
 */
import { existsSync } from 'node:fs';
import { configFiles, type Options, resolveOptions, type TypedSettings } from '../config/resolve-options.ts';
import { toCodedError } from '../errors.ts';
import { refNotIndexed, refUnknown } from '../query/view/ref-view.ts';
import { fileStamp } from '../scan/git/file-stamp.ts';
import { readHead } from '../scan/git/read-head.ts';
import { reftableStamp } from '../scan/git/ref-files.ts';
import { openRepository, type Repository, type ResolvedRef, resolveRef } from '../scan/git/repository.ts';
import { isDamage } from '../store/damage.ts';
import type { Workspace } from '../store/registry/registry.ts';
import type { IndexInspection } from '../store/sqlite/open-store.ts';
import type { JobRecord, RefRecord } from '../store/store.ts';
import { Freshness } from './freshness/freshness.ts';
import type { HeldIndex, IndexHandle } from './open-index.ts';
import { type AskedRef, findRef } from './refs/find-ref.ts';

/** A snapshot of a project's index. */
export interface ProjectIndex extends HeldIndex {
  /** `not_indexed` until a ref is published. */
  readonly schema: IndexInspection['status'];
  readonly refs: readonly RefRecord[];
  readonly activeJob?: JobRecord;
}

export interface ProjectOptions extends TypedSettings {
  readonly allowedRoots?: readonly string[] | undefined;
  /** Called when a comparison of the working tree begins, and when it has ended. */
  readonly onWork?: ((root: string, isWorking: boolean) => void) | undefined;
}

const configAgeMs = 5_000;
const headAgeMs = 2_000;

export class ActiveProject {
  readonly workspace: Workspace;
  readonly freshness: Freshness;
  /** Why the checked-out ref could not be read the last time. */
  impediment: string | undefined;
  readonly #handle: IndexHandle;
  readonly #settings: TypedSettings;
  /** Folders that git must not leave, because a client named the workspace. */
  readonly #within: readonly string[] | undefined;
  #repository: Promise<Repository> | undefined;
  #options: { readonly value: Promise<Options>; readonly atMs: number; readonly stamp: string } | undefined;
  #headFromGit:
    | { readonly value: Promise<ResolvedRef>; readonly atMs: number; readonly stamp: string | undefined }
    | undefined;

  /** A long-lived project watches its working tree instead of comparing all files on every call. */
  constructor(
    workspace: Workspace,
    handle: IndexHandle,
    { config, settings = {}, allowedRoots, onWork }: ProjectOptions,
    isLongLived = false,
  ) {
    this.workspace = workspace;
    this.#handle = handle;
    this.#settings = { config, settings };
    this.#within = workspace.autoDiscovered ? allowedRoots : undefined;
    this.freshness = new Freshness({
      root: workspace.root,
      repository: () => this.repository(),
      settings: async () => (await this.options()).index,
      watches: isLongLived,
      onWork: onWork && ((isWorking) => onWork(workspace.root, isWorking)),
    });
  }

  /** The settings of this workspace. Config files are read again when one has changed, and after a few seconds. */
  options(): Promise<Options> {
    const now = performance.now();
    // Taken first: a change while the files are read then shows as another stamp.
    const stamp = configFiles(this.#settings, this.workspace.root).map(fileStamp).join('\n');
    if (this.#options?.stamp !== stamp || now - this.#options.atMs > configAgeMs) {
      const root = existsSync(this.workspace.root) ? this.workspace.root : undefined;
      const read = { value: resolveOptions(this.#settings, root), atMs: now, stamp };
      this.#options = read;
      read.value.catch(() => {
        if (this.#options === read) this.#options = undefined;
      });
      return read.value;
    }
    return this.#options.value;
  }

  /** Keeps the index open for a call, until the returned function is called. */
  enter(): Promise<() => void> {
    return this.#handle.enter();
  }

  /** Like `enter`, but never waits for other calls. */
  hold(): () => void {
    return this.#handle.hold();
  }

  /** In a process that answers several calls at once, the caller holds the project as long as it uses the index. */
  async index(): Promise<ProjectIndex> {
    const { inspection, open } = await this.#handle.get();
    if (open === undefined) return { inspection, schema: inspection.status, refs: [] };
    let refs: RefRecord[];
    let activeJob: JobRecord | undefined;
    try {
      refs = await open.store.refs();
      activeJob = await open.store.activeJob();
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown;
      // Damaged since it was opened.
      await this.#handle.discard(open);
      const damage = { ...inspection, status: 'corrupt_manifest', message: toCodedError(thrown).message } as const;
      return { inspection: damage, schema: damage.status, refs: [] };
    }
    return {
      inspection,
      schema: refs.length === 0 ? 'not_indexed' : 'compatible',
      open,
      refs,
      ...(activeJob === undefined ? {} : { activeJob }),
    };
  }

  /** The checked-out ref; undefined if the folder is gone or cannot be read, for the reason in `impediment`. */
  async head(): Promise<ResolvedRef | undefined> {
    this.impediment = undefined;
    try {
      const repository = await this.repository();
      if (!existsSync(this.workspace.root)) return undefined;
      return readHead(repository) ?? (await this.#headByGit(repository));
    } catch (thrown) {
      this.impediment = toCodedError(thrown).message;
      return undefined;
    }
  }

  /** Resolves a ref argument. Throws if its form is not accepted or git does not know it. */
  async resolve(wanted: string, signal?: AbortSignal): Promise<ResolvedRef> {
    return resolveRef(await this.repository(), wanted, signal);
  }

  /** Resolves a ref argument, and finds the published ref that answers for it. */
  async findRef({ refs }: ProjectIndex, wanted: string): Promise<AskedRef> {
    const published = refs.find(({ name }) => name === wanted);
    try {
      return await findRef(await this.repository(), refs, wanted);
    } catch (thrown) {
      if (published === undefined) throw thrown;
      return { published };
    }
  }

  /** Finds the published ref of an argument. */
  async refNamed(index: ProjectIndex, wanted: string): Promise<RefRecord> {
    const { resolved, published } = await this.findRef(index, wanted);
    if (published !== undefined) return published;
    throw resolved === undefined ? refUnknown(wanted, index.refs) : refNotIndexed(wanted, index.refs);
  }

  /** The ref for calls that name none: the checked-out one, else the one last published from this workspace. */
  defaultRef({ refs }: ProjectIndex, head: ResolvedRef | undefined): RefRecord | undefined {
    const newest = [...refs].sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
    return (
      newest.find(({ name }) => name === head?.name) ??
      newest.find(({ source, root }) => source === 'worktree' && root === this.workspace.root) ??
      newest[0]
    );
  }

  repository(): Promise<Repository> {
    this.#repository ??= openRepository(this.workspace.root, this.#within);
    this.#repository.catch(() => {
      this.#repository = undefined;
    });
    return this.#repository;
  }

  /** Runs git if reading HEAD from its files failed; the result is cached, so that not every call starts a process. */
  #headByGit(repository: Repository): Promise<ResolvedRef> {
    const now = performance.now();
    const stamp = reftableStamp(repository);
    const known = this.#headFromGit;
    const isCurrent = stamp === undefined ? now - (known?.atMs ?? 0) <= headAgeMs : known?.stamp === stamp;
    if (known !== undefined && isCurrent) return known.value;
    const read = { value: resolveRef(repository), atMs: now, stamp };
    this.#headFromGit = read;
    read.value.catch(() => {
      if (this.#headFromGit === read) this.#headFromGit = undefined;
    });
    return read.value;
  }
}
