/**
 * A ref view is what a query asks: one ref of one project in a snapshot that does not change while the answer is made.
 * A project reader opens views and keeps what is costly to load between them. Neither touches the disk or git.
 */
import { CodedError } from '../../errors.ts';
import type { RefRecord, Store, StoreReader } from '../../store/store.ts';
import { FileTable } from './file-table.ts';

export interface RefView {
  readonly projectId: string;
  readonly store: StoreReader;
  readonly ref: RefRecord;
  /** Loaded when first asked for, and kept as long as the ref is not published anew. */
  files(): Promise<FileTable>;
  /**
   * What `make` derives from the ref: made when first asked for, and kept like the files. The function itself is the key,
   * so it is one of a module and no closure; what it makes must not hold on to the view, which is closed soon.
   */
  derived<Value>(make: (view: RefView) => Value | Promise<Value>): Promise<Value>;
}

/** Publications whose files and derived values are kept per project; each takes some megabytes in a large repository. */
const maxKept = 4;
/** Derived values per publication; there are fewer functions that make some, unless one is a closure by mistake. */
const maxDerived = 64;

/** What is kept of a publication. */
type Kept = Map<unknown, Promise<unknown>>;

export class ProjectReader {
  readonly projectId: string;
  readonly #store: Store;
  readonly #kept = new Map<string, Kept>();

  constructor(projectId: string, store: Store) {
    this.projectId = projectId;
    this.#store = store;
  }

  /** Asks a ref; refuses with `ref_not_indexed` if there is no such ref in the index. */
  async view<Answer>(refName: string, ask: (view: RefView) => Promise<Answer>): Promise<Answer> {
    const first = await this.#inSnapshot(refName, ask);
    // An answer whose snapshot ended before it did may be of two states of the index, so it is asked for again.
    const { answer, isWhole } = first.isWhole ? first : await this.#inSnapshot(refName, ask);
    if (isWhole) return answer;
    throw new CodedError('internal_error', `The index was lost from sight while ${refName} was read.`, {
      remediation: 'Try again.',
    });
  }

  async #inSnapshot<Answer>(
    refName: string,
    ask: (view: RefView) => Promise<Answer>,
  ): Promise<{ answer: Answer; isWhole: boolean }> {
    const snapshot = await this.#store.snapshot();
    let answer: Answer;
    try {
      const ref = await snapshot.ref(refName);
      if (ref === undefined) throw refNotIndexed(refName, await snapshot.refs());
      answer = await ask(this.#viewOf(snapshot, ref));
    } catch (thrown) {
      await snapshot.close().catch(() => {});
      throw thrown;
    }
    const isWhole = await snapshot.close().then(
      () => true,
      () => false,
    );
    return { answer, isWhole };
  }

  /** Asks two refs as they stand at one moment. */
  async viewBoth<Answer>(
    refNames: readonly [string, string],
    ask: (first: RefView, second: RefView) => Promise<Answer>,
  ): Promise<Answer> {
    return this.view(refNames[0], async (first) => {
      const ref = await first.store.ref(refNames[1]);
      if (ref === undefined) throw refNotIndexed(refNames[1], await first.store.refs());
      return ask(first, this.#viewOf(first.store, ref));
    });
  }

  /** Forgets what was derived, but for the files, without which no question can be answered. */
  rest(): void {
    for (const kept of this.#kept.values()) {
      for (const make of kept.keys()) if (make !== fileTable) kept.delete(make);
    }
  }

  #viewOf(store: StoreReader, ref: RefRecord): RefView {
    const kept = this.#keptOf(ref);
    const view: RefView = {
      projectId: this.projectId,
      store,
      ref,
      files: () => view.derived(fileTable),
      derived: (make) => remembered(kept, make, view),
    };
    return view;
  }

  #keptOf(ref: RefRecord): Kept {
    const key = `${ref.id} ${ref.generation}`;
    const kept = this.#kept.get(key) ?? new Map();
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    for (const other of this.#kept.keys()) {
      const outdated = other.startsWith(`${ref.id} `) && other !== key;
      if (outdated || this.#kept.size > maxKept) this.#kept.delete(other);
    }
    return kept;
  }
}

async function fileTable({ store, ref }: RefView): Promise<FileTable> {
  return new FileTable(await store.files(ref));
}

function remembered<Value>(kept: Kept, make: (view: RefView) => Value | Promise<Value>, view: RefView): Promise<Value> {
  const known = kept.get(make) as Promise<Value> | undefined;
  if (known !== undefined) return known;
  const made = Promise.resolve(make(view));
  kept.set(make, made);
  made.catch(() => kept.delete(make));
  for (const oldest of kept.keys()) {
    if (kept.size <= maxDerived) break;
    kept.delete(oldest);
  }
  return made;
}

/** The error of a ref that was asked for by name. Agents are told the indexed ones; without those, it is for the command line. */
export function refNotIndexed(name: string, indexed?: readonly RefRecord[]): CodedError {
  const run = `\`codecompass index --ref ${name}\``;
  return new CodedError('ref_not_indexed', `The ref ${name} is not indexed.`, {
    remediation: {
      agent: `Call index_repo with "ref": ${JSON.stringify(name)}, or run ${run}.`,
      cli: `Run ${run}; \`codecompass refs\` lists those that are.`,
    },
    data: { ref: name, ...(indexed && { indexed_refs: indexed.map((ref) => ref.name) }) },
  });
}
