/**
 * A ref that is not indexed: its files are listed, searched and read on demand, from git's objects or, for the
 * checked-out ref, from the working tree. The rules are those of an index: excluded files, secrets and large files are
 * left out.
 */
import type { IndexSettings } from '../../indexing/job/job.ts';
import type { FileFacts } from '../../model.ts';
import { mayDefineSymbols, textEndings } from '../../scan/content/code-path.ts';
import { readWorkingFile } from '../../scan/content/read-file.ts';
import { bytesHolder } from '../../scan/content/search-bytes.ts';
import { grepTree } from '../../scan/git/grep-tree.ts';
import type { ObjectReader } from '../../scan/git/object-reader.ts';
import type { Repository, ResolvedRef } from '../../scan/git/repository.ts';
import { objectsHolding } from '../../scan/git/search-objects.ts';
import { listObjectsAt } from '../../scan/listing/git-objects.ts';
import { type ListedFile, type Listing, listFiles } from '../../scan/listing/list-files.ts';
import type { SourceFile, TemporaryRef } from '../live/temporary-index.ts';

/** Where unread refs are read, and by which settings. */
export interface RefPlace {
  readonly repository: Repository;
  readonly settings: IndexSettings;
  readonly signal?: AbortSignal | undefined;
}

/** The place of several unread refs, which share one reader of git's objects. */
export interface SharedPlace extends RefPlace {
  objects(): ObjectReader;
}

/** Returns the stored facts of a file version. */
export type KnownFacts = (path: string, hash: string) => Promise<FileFacts | undefined>;

export interface Mentions {
  readonly paths: readonly string[];
  /** Whether all files that may define symbols could be searched. */
  readonly isComplete: boolean;
}

export class UnreadRef {
  readonly ref: ResolvedRef;
  readonly #place: SharedPlace;
  #listing: Promise<Listing> | undefined;

  get root(): string {
    return this.#place.repository.root;
  }

  constructor(place: SharedPlace, ref: ResolvedRef) {
    this.#place = place;
    this.ref = ref;
  }

  /**
   * Reads the files at these paths, for a temporary index; paths that the ref does not have are left out. A git object
   * whose facts are known is not read.
   */
  async read(paths: Iterable<string>, known: KnownFacts = async () => undefined): Promise<TemporaryRef> {
    const listing = await this.#listedAt([...new Set(paths)]);
    const place = { ref: this.ref, root: this.root };
    if (this.ref.source === 'worktree')
      return { ...place, files: listing.files.map(nameOnly), skipped: listing.skipped };
    const skipped = [...listing.skipped];
    const files: SourceFile[] = [];
    const read = async ({ path, hash = '' }: ListedFile) => {
      const facts = await known(path, hash);
      if (facts !== undefined) return void files.push({ path, hash, facts });
      const bytes = await this.#place.objects().read(hash);
      if (bytes === undefined) skipped.push({ path, reason: 'unreadable' });
      else files.push({ path, hash, bytes, extent });
    };
    await Promise.all(listing.files.map(read));
    return { ...place, files, skipped };
  }

  /** Finds the files that may define symbols and contain one of the identifiers; without any, all such files. */
  async mentioning(identifiers: readonly string[]): Promise<Mentions> {
    const { repository, signal } = this.#place;
    if (identifiers.length === 0) return { paths: (await this.#code()).map(({ path }) => path), isComplete: true };
    if (this.ref.source === 'worktree')
      return { paths: await this.#workingFilesHolding(identifiers), isComplete: true };
    if (this.ref.commit === undefined) return { paths: [], isComplete: true };
    const search = { texts: identifiers, wholeWords: true, except: textEndings, signal };
    const { files, unreadable } = await grepTree(repository, this.ref.commit, search);
    return {
      paths: files.map(({ name }) => name.path).filter(mayDefineSymbols),
      isComplete: !unreadable.some(mayDefineSymbols),
    };
  }

  /** Returns those of the blobs that contain one of the identifiers. */
  holding(hashes: Iterable<string>, identifiers: readonly string[]): Promise<Set<string>> {
    const { settings, signal } = this.#place;
    return objectsHolding(this.#place.objects(), hashes, { identifiers, maxBytes: settings.maxFileBytes, signal });
  }

  async #listedAt(paths: readonly string[]): Promise<Pick<Listing, 'files' | 'skipped'>> {
    const { repository } = this.#place;
    if (this.ref.source === 'worktree') {
      const wanted = new Set(paths);
      const { files, skipped } = await this.#listed();
      return {
        files: files.filter(({ path }) => wanted.has(path)),
        skipped: skipped.filter(({ path }) => wanted.has(path)),
      };
    }
    if (this.ref.commit === undefined) return { files: [], skipped: [] };
    return listObjectsAt(repository, this.ref.commit, paths, this.#options());
  }

  #listed(): Promise<Listing> {
    this.#listing ??= listFiles(this.#place.repository, this.ref, this.#options());
    return this.#listing;
  }

  async #code(): Promise<ListedFile[]> {
    return (await this.#listed()).files.filter(({ path }) => mayDefineSymbols(path));
  }

  async #workingFilesHolding(identifiers: readonly string[]): Promise<string[]> {
    const { repository, settings, signal } = this.#place;
    const holds = bytesHolder(identifiers);
    const found: string[] = [];
    for (const [at, file] of (await this.#code()).entries()) {
      if (at % filesBetweenYields === 0) await new Promise((resume) => setImmediate(resume));
      signal?.throwIfAborted();
      const bytes = readWorkingFile(repository.root, file, settings.maxFileBytes);
      if (typeof bytes !== 'string' && holds(bytes)) found.push(file.path);
    }
    return found;
  }

  #options() {
    const { settings, signal } = this.#place;
    const { maxFileBytes, exclude } = settings;
    return { maxFileBytes, exclude, ...(signal === undefined ? {} : { signal }) };
  }
}

const filesBetweenYields = 200;
/** Comparisons resolve no names. */
const extent = 'symbols';

function nameOnly({ path, rawPath }: ListedFile): SourceFile {
  return rawPath === undefined ? { path, extent } : { path, rawPath, extent };
}
