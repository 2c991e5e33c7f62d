/**
 * A ref that is not indexed: its files are listed, searched and read on demand, from git's objects or, for the
 * checked-out ref, from the working tree. The rules are those of an index: excluded files, secrets and large files are
 * left out.
 */
import type { IndexSettings } from '../../indexing/job/job.ts';
import { objectTasks } from '../../indexing/workers/task-batches.ts';
import type { FileFacts } from '../../model.ts';
import { pauseIfDue } from '../../query/view/turns.ts';
import { mayDefineSymbols, textEndings } from '../../scan/content/code-path.ts';
import { readWorkingFile } from '../../scan/content/read-file.ts';
import { bytesHolder } from '../../scan/content/search-bytes.ts';
import { grepTree } from '../../scan/git/grep-tree.ts';
import type { ObjectReader } from '../../scan/git/object-reader.ts';
import type { Repository, ResolvedRef } from '../../scan/git/repository.ts';
import { objectsHolding } from '../../scan/git/search-objects.ts';
import { listObjectsAt } from '../../scan/listing/git-objects.ts';
import { type ListedFile, type Listing, listedBytes, listFiles } from '../../scan/listing/list-files.ts';
import type { SourceFile, TemporaryRef } from '../live/temporary-index.ts';
import type { FileContent } from './likely-definitions.ts';

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

export interface ReadFiles extends TemporaryRef {
  /** How many files were not read, because they exceed the number of bytes. */
  readonly omitted: number;
}

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
   * Reads the files at these paths, for a temporary index, up to a number of bytes but at least one; paths that the ref
   * does not have are left out. A git object whose facts are known is not read.
   */
  async read(paths: Iterable<string>, maxBytes: number, known: KnownFacts): Promise<ReadFiles> {
    const listing = await this.#listedAt([...new Set(paths)]);
    const listed = firstFiles(listing.files, maxBytes);
    const place = { ref: this.ref, root: this.root, omitted: listing.files.length - listed.length };
    if (this.ref.source === 'worktree') return { ...place, files: listed.map(nameOnly), skipped: listing.skipped };
    const skipped = [...listing.skipped];
    const files: SourceFile[] = [];
    const read = async ({ path, hash = '' }: ListedFile) => {
      const facts = await known(path, hash);
      if (facts !== undefined) return void files.push({ path, hash, facts });
      const bytes = await this.#place.objects().read(hash);
      if (bytes === undefined) skipped.push({ path, reason: 'unreadable' });
      else files.push({ path, hash, bytes, extent });
    };
    await Promise.all(listed.map(read));
    return { ...place, files, skipped };
  }

  /** Reads the files at these paths one by one, up to a number of bytes. */
  async *contents(paths: readonly string[], maxBytes: number): AsyncGenerator<FileContent> {
    const { repository, settings } = this.#place;
    const files = firstFiles((await this.#listedAt(paths)).files, maxBytes);
    if (this.ref.source === 'objects') {
      for await (const { task } of objectTasks(repository, files, () => {})) {
        yield { path: task.path, bytes: task.bytes as Uint8Array };
      }
      return;
    }
    for (const file of files) {
      const bytes = readWorkingFile(repository.root, file, settings.maxFileBytes);
      if (typeof bytes !== 'string') yield { path: file.path, bytes };
    }
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
    for (const file of await this.#code()) {
      await pauseIfDue(signal);
      const bytes = readWorkingFile(repository.root, file, settings.maxFileBytes);
      if (typeof bytes !== 'string' && holds(bytes)) found.push(file.path);
    }
    return found;
  }

  #options() {
    const { settings, signal } = this.#place;
    const { maxFileBytes, exclude, ownExclude } = settings;
    return { maxFileBytes, exclude, ownExclude, ...(signal === undefined ? {} : { signal }) };
  }
}

/** Comparisons resolve no names. */
const extent = 'symbols';

/** Returns the files that fit into a number of bytes together; the first one in any case. */
function firstFiles(files: readonly ListedFile[], maxBytes: number): readonly ListedFile[] {
  let bytes = 0;
  return files.filter((file, at) => {
    const fits = at === 0 || bytes + listedBytes(file) <= maxBytes;
    if (fits) bytes += listedBytes(file);
    return fits;
  });
}

function nameOnly({ path, rawPath }: ListedFile): SourceFile {
  return rawPath === undefined ? { path, extent } : { path, rawPath, extent };
}
