/**
 * A ref view is the input of a query: one ref of one project in a snapshot that does not change during the query. A
 * project reader opens views and caches what is expensive to load between them. Neither touches the disk or git.
 */
import { CodedError } from '../../errors.ts';
import type { FileVersion, RefRecord, Store, StoreReader, StoreSnapshot, SymbolSpan } from '../../store/store.ts';
import { FileTable } from './file-table.ts';
import { LruCache } from './lru-cache.ts';
import { PausingCall, type Turns } from './pausing-call.ts';
import { pausingReader } from './pausing-reader.ts';

export interface RefView {
  readonly projectId: string;
  readonly store: StoreReader;
  readonly ref: RefRecord;
  /** Loaded on first use and cached until the ref is published again. */
  files(): Promise<FileTable>;
  /**
   * Returns the value that `make` derives from the ref: computed on first use and cached like the files. The function
   * is the cache key, so it must be a module-level function, not a closure. The value must not retain the view, which
   * is closed soon. Lets other calls go on if that is due.
   */
  derived<Value>(make: (view: RefView) => Value | Promise<Value>): Promise<Value>;
  /**
   * Lets other calls go on, and throws if this one was cancelled or has used up its time. Every read, every derived
   * value and every step of a resolver does the same, so only a long calculation without them needs it.
   */
  pause(): Promise<void>;
  /** Whether `pause` has something to do, for steps that are too short to wait for it each time. */
  isPauseDue(): boolean;
}

/** Publications cached per project; each takes some megabytes in a large repository. */
const maxKept = 4;
/**
 * Derived values cached per publication: more than there are deriving functions, unless one is a closure by mistake.
 */
const maxDerived = 64;

/** The cached values of a publication. */
type Kept = Map<unknown, { readonly value: Promise<unknown>; isDone: boolean }>;

export class ProjectReader {
  readonly projectId: string;
  readonly #store: Pick<Store, 'snapshot'>;
  /** By the id of the job that published the ref. The ids of refs are reused after a ref is dropped; those of jobs never are. */
  readonly #kept = new Map<string, { readonly name: string; readonly values: Kept }>();
  /** The table that was loaded last: most files of the next one are the same. */
  #lastTable: FileTable | undefined;
  /** A derived value, so it is a constant. */
  readonly #fileTable = async ({ store, ref }: RefView): Promise<FileTable> => {
    const table = new FileTable(await store.files(ref, this.#lastTable));
    this.#lastTable = table;
    return table;
  };

  constructor(projectId: string, store: Pick<Store, 'snapshot'>) {
    this.projectId = projectId;
    this.#store = store;
  }

  /**
   * Runs a query on a ref; throws `ref_not_indexed` if the index does not have the ref. A record from git's objects was
   * chosen for its commit, so the query fails if the ref was published with another commit since. The signal ends the
   * query at its next read.
   */
  async view<Answer>(
    wanted: WantedRef,
    ask: (view: RefView) => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    return this.#ask(nameOf(wanted), signal, async (snapshot, call) =>
      ask(this.#viewOf(snapshot, await publishedRef(snapshot, wanted), call)),
    );
  }

  /** Runs a query on two refs in the same snapshot. */
  async viewBoth<Answer>(
    [first, second]: readonly [WantedRef, WantedRef],
    ask: (first: RefView, second: RefView) => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    return this.#ask(nameOf(first), signal, async (snapshot, call) =>
      ask(
        this.#viewOf(snapshot, await publishedRef(snapshot, first), call),
        this.#viewOf(snapshot, await publishedRef(snapshot, second), call),
      ),
    );
  }

  async #ask<Answer>(name: string, signal: AbortSignal | undefined, ask: AskSnapshot<Answer>): Promise<Answer> {
    const first = await this.#inSnapshot(signal, ask);
    // If the snapshot was lost during the query, the answer may mix two states of the index, so the query is repeated.
    const { answer, isWhole } = first.isWhole ? first : await this.#inSnapshot(signal, ask);
    if (isWhole) return answer;
    throw new CodedError('internal_error', `The snapshot of the index was lost while reading ${name}.`, {
      remediation: 'Try again.',
    });
  }

  async #inSnapshot<Answer>(
    signal: AbortSignal | undefined,
    ask: AskSnapshot<Answer>,
  ): Promise<{ answer: Answer; isWhole: boolean }> {
    signal?.throwIfAborted();
    const snapshot = await this.#store.snapshot();
    const call = PausingCall.of(signal);
    let answer: Answer;
    try {
      answer = await ask(snapshot, call);
    } catch (thrown) {
      await snapshot.close().catch(() => {});
      throw thrown;
    } finally {
      call.end();
    }
    const isWhole = await snapshot.close().then(
      () => true,
      () => false,
    );
    return { answer, isWhole };
  }

  /** Drops cached values except the file tables, which every query needs. */
  rest(): void {
    for (const { values } of this.#kept.values()) {
      for (const make of values.keys()) if (make !== this.#fileTable) values.delete(make);
    }
  }

  #viewOf(snapshot: StoreReader, ref: RefRecord, call: PausingCall): RefView {
    const kept = this.#keptOf(ref);
    const viewWith = (turns: Turns, deriving?: RefView): RefView => {
      const view: RefView = {
        projectId: this.projectId,
        store: pausingReader(snapshot, turns),
        ref,
        files: () => view.derived(this.#fileTable),
        derived: (make) => {
          const value = () => remembered(kept, make, deriving ?? view);
          // A loop that awaits nothing but values that are there must let others go on too.
          return turns.isDue() ? turns.pause().then(value) : value();
        },
        isPauseDue: () => turns.isDue(),
        pause: async () => {
          if (turns.isDue()) await turns.pause();
        },
      };
      return view;
    };
    return viewWith(call, viewWith(call.shared));
  }

  #keptOf(ref: RefRecord): Kept {
    const { name, jobId } = ref;
    const known = this.#kept.get(jobId);
    this.#kept.delete(jobId);
    const kept = known ?? { name, values: new Map() };
    this.#kept.set(jobId, kept);
    for (const [other, { name: its }] of this.#kept) {
      const isOutdated = its === name && other !== jobId;
      if (isOutdated || this.#kept.size > maxKept) this.#kept.delete(other);
    }
    return kept.values;
  }
}

type AskSnapshot<Answer> = (snapshot: StoreSnapshot, call: PausingCall) => Promise<Answer>;

/** The name of a ref, or the record that was chosen for a call. */
export type WantedRef = string | RefRecord;

function nameOf(wanted: WantedRef): string {
  return typeof wanted === 'string' ? wanted : wanted.name;
}

async function publishedRef(store: StoreReader, wanted: WantedRef): Promise<RefRecord> {
  const ref = await store.ref(nameOf(wanted));
  if (ref === undefined) throw refNotIndexed(nameOf(wanted), await store.refs());
  const hasMoved = typeof wanted !== 'string' && wanted.source === 'objects' && wanted.commit !== ref.commit;
  if (!hasMoved) return ref;
  throw new CodedError('internal_error', `The ref ${ref.name} was published again during the call.`, {
    remediation: 'Try again.',
  });
}

function remembered<Value>(kept: Kept, make: (view: RefView) => Value | Promise<Value>, view: RefView): Promise<Value> {
  const known = kept.get(make);
  if (known !== undefined) {
    const value = known.value as Promise<Value>;
    // The query that derives the value may fail for reasons of its own, such as a lost snapshot.
    return known.isDone ? value : value.catch(() => remembered(kept, make, view));
  }
  const made = Promise.resolve(make(view));
  const entry = { value: made, isDone: false };
  kept.set(make, entry);
  made.then(
    () => {
      entry.isDone = true;
    },
    () => {
      if (kept.get(make) === entry) kept.delete(make);
    },
  );
  for (const oldest of kept.keys()) {
    if (kept.size <= maxDerived) break;
    kept.delete(oldest);
  }
  return made;
}

/** The error for a ref that is not indexed. `indexed` lists the refs that are. */
export function refNotIndexed(name: string, indexed?: readonly RefRecord[]): CodedError {
  const run = `\`codecompass index --ref ${name}\``;
  return new CodedError('ref_not_indexed', `The ref ${name} is not indexed.`, {
    remediation: {
      agent: `Call index_repo with "ref": ${JSON.stringify(name)}, or run ${run}.`,
      cli: `Run ${run}; \`codecompass refs\` lists the indexed refs.`,
    },
    data: { ref: name, ...(indexed && { indexed_refs: indexed.map((ref) => ref.name) }) },
  });
}

/** The error for a ref that git does not know either, so that it cannot be indexed now. */
export function refUnknown(name: string, indexed: readonly RefRecord[]): CodedError {
  const names = indexed.map((ref) => ref.name);
  const known = names.length === 0 ? '' : ` Indexed are: ${names.slice(0, maxNamed).join(', ')}.`;
  const check = `Check the spelling, or fetch the ref with git.${known}`;
  return new CodedError('ref_not_indexed', `The repository has no branch, tag or commit ${name}.`, {
    remediation: {
      agent: `${check} Call index_repo with "ref": ${JSON.stringify(name)} once git has it.`,
      cli: `${check} Run \`codecompass index --ref ${name}\` once git has it.`,
    },
    data: { ref: name, indexed_refs: names },
  });
}

const maxNamed = 10;

// A view that caches what it reads from files. One answer often reads the text, symbols and references of the same file
// several times. Later answers often use the same files, so texts and spans are also kept in bounded caches across
// answers.

/** Per publication. Large files take the most time and are read the most, so this covers half of all reads. */
const maxTextLength = 8_000_000;
const maxSpans = 20_000;

export function cachingView(view: RefView): RefView {
  const known = views.get(view);
  if (known !== undefined) return known;
  const made: RefView = { ...view, store: rememberingStore(view) };
  views.set(view, made).set(made, made);
  return made;
}

const views = new WeakMap<RefView, RefView>();

function rememberingStore(view: RefView): StoreReader {
  const { store } = view;
  // A loop over many files must pause also if all of them are cached.
  const pausing =
    <Value>(read: (version: FileVersion) => Promise<Value>) =>
    (version: FileVersion) =>
      view.pause().then(() => read(version));
  const own: Partial<StoreReader> = {
    symbols: pausing(perFile((version) => store.symbols(version))),
    references: pausing(perFile((version) => store.references(version))),
    text: pausing(
      perFile(async (version) => {
        const cache = await view.derived(textsCache);
        return cache.get(version.id) ?? cache.set(version.id, await store.text(version));
      }),
    ),
    async spans(version, kinds) {
      await view.pause();
      const cache = await view.derived(spansCache);
      const key = `${version.id} ${kinds}`;
      return cache.get(key) ?? cache.set(key, await store.spans(version, kinds));
    },
  };
  return new Proxy(store, {
    get: (target, name: keyof StoreReader) => own[name] ?? (target[name] as (...args: never) => unknown).bind(target),
  });
}

function textsCache(): LruCache<number, string> {
  return new LruCache(maxTextLength, (text) => text.length);
}

function spansCache(): LruCache<string, SymbolSpan[]> {
  return new LruCache(maxSpans, (spans) => spans.length);
}

function perFile<Value>(read: (version: FileVersion) => Promise<Value>): (version: FileVersion) => Promise<Value> {
  const values = new Map<number, Promise<Value>>();
  return (version) => {
    const value = values.get(version.id) ?? read(version);
    values.set(version.id, value);
    return value;
  };
}
