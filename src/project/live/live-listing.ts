/**
 * The files of a working tree or of a commit, listed by the rules of an index job: what git ignores, secrets and large files are left
 * out. A listing is kept for a few seconds, because the questions after the first one come soon.
 */
import type { JobRequest } from '../../indexing/job/job.ts';
import { openAsRegistered } from '../../indexing/job/open-as-registered.ts';
import { readHead } from '../../scan/git/read-head.ts';
import { type Repository, type ResolvedRef, resolveRef } from '../../scan/git/repository.ts';
import { type Listing, listFiles } from '../../scan/listing/list-files.ts';
import { SharedWork } from '../shared-work.ts';

const keptMs = 3_000;

export interface ListedTree extends Listing {
  readonly repository: Repository;
  readonly ref: ResolvedRef;
}

export interface ListedPlace extends Pick<JobRequest, 'root' | 'projectId' | 'within' | 'settings'> {
  /** The ref whose files are listed; default: the checked-out one. */
  readonly of?: ResolvedRef;
}

export class LiveListings {
  readonly #kept = new Map<string, { readonly tree: SharedWork<ListedTree>; listedAtMs: number }>();

  has(place: ListedPlace): boolean {
    return this.#known(JSON.stringify(place)) !== undefined;
  }

  /**
   * The listing of a root: the kept one, unless it is too old or `isFresh` is set. A new one reports its repository. It
   * is stopped if the signals of all callers that wait for it abort.
   */
  of(
    place: ListedPlace,
    onOpened: (repository: Repository) => void,
    { isFresh = false, signal }: { readonly isFresh?: boolean; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<ListedTree> {
    const key = JSON.stringify(place);
    const known = isFresh ? undefined : this.#known(key);
    if (known !== undefined) return known.wait(signal);
    const tree = new SharedWork((stopped) => list(place, onOpened, stopped));
    const kept = { tree, listedAtMs: Number.POSITIVE_INFINITY };
    this.#kept.set(key, kept);
    const forget = () => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    };
    tree.value.then(() => {
      kept.listedAtMs = performance.now();
      setTimeout(forget, keptMs).unref();
    }, forget);
    return tree.wait(signal);
  }

  #known(key: string): SharedWork<ListedTree> | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.tree.isStopped) return undefined;
    return performance.now() - kept.listedAtMs > keptMs ? undefined : kept.tree;
  }
}

async function list(
  place: ListedPlace,
  onOpened: (repository: Repository) => void,
  signal: AbortSignal,
): Promise<ListedTree> {
  const repository = await openAsRegistered(place);
  onOpened(repository);
  const ref = place.of ?? readHead(repository) ?? (await resolveRef(repository));
  const { maxFileBytes, exclude, ownExclude } = place.settings;
  return { ...(await listFiles(repository, ref, { maxFileBytes, exclude, ownExclude, signal })), repository, ref };
}
