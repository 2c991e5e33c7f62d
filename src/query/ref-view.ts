/**
 * A ref view is what a query asks: one ref of one project in a snapshot that does not change while the answer is made.
 * A project reader opens views and keeps what is costly to load between them. Neither touches the disk or git.
 */
import { CodedError } from '../errors.ts';
import type { RefRecord, Store, StoreReader } from '../store/store.ts';
import { FileTable } from './file-table.ts';

export interface RefView {
  readonly projectId: string;
  readonly store: StoreReader;
  readonly ref: RefRecord;
  /** Loaded when first asked for, and kept as long as the ref is not published anew. */
  files(): Promise<FileTable>;
}

/** Tables of files that are kept per project; each takes some megabytes in a large repository. */
const maxFileTables = 4;

export class ProjectReader {
  readonly projectId: string;
  readonly #store: Store;
  readonly #fileTables = new Map<string, Promise<FileTable>>();

  constructor(projectId: string, store: Store) {
    this.projectId = projectId;
    this.#store = store;
  }

  /** Asks a ref; refuses with `ref_not_indexed` if there is no such ref in the index. */
  async view<Answer>(refName: string, ask: (view: RefView) => Promise<Answer>): Promise<Answer> {
    const snapshot = await this.#store.snapshot();
    try {
      const ref = await snapshot.ref(refName);
      if (ref === undefined) throw refNotIndexed(refName, await snapshot.refs());
      return await ask(this.#viewOf(snapshot, ref));
    } finally {
      await snapshot.close();
    }
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

  #viewOf(store: StoreReader, ref: RefRecord): RefView {
    return { projectId: this.projectId, store, ref, files: () => this.#files(store, ref) };
  }

  #files(store: StoreReader, ref: RefRecord): Promise<FileTable> {
    const key = `${ref.id} ${ref.generation}`;
    const known = this.#fileTables.get(key);
    this.#fileTables.delete(key);
    const table = known ?? store.files(ref).then((files) => new FileTable(files));
    this.#fileTables.set(key, table);
    table.catch(() => this.#fileTables.delete(key));
    for (const other of this.#fileTables.keys()) {
      const outdated = other.startsWith(`${ref.id} `) && other !== key;
      if (outdated || this.#fileTables.size > maxFileTables) this.#fileTables.delete(other);
    }
    return table;
  }
}

function refNotIndexed(name: string, refs: readonly RefRecord[]): CodedError {
  return new CodedError('ref_not_indexed', `The ref ${name} is not indexed.`, {
    remediation: `Call index_repo with "ref": ${JSON.stringify(name)}, or run \`codecompass index --ref ${name}\`.`,
    data: { ref: name, indexed_refs: refs.map((ref) => ref.name) },
  });
}
