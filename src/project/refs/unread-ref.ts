/**
 * A ref that is not indexed: its files are listed and read on demand, from git's objects or, for the checked-out ref,
 * from the working tree. The rules are those of an index: excluded files, secrets and large files are left out.
 */
import type { IndexSettings } from '../../indexing/job/job.ts';
import { objectTasks } from '../../indexing/workers/task-batches.ts';
import type { SkippedFile } from '../../model.ts';
import { mayDefineSymbols } from '../../scan/content/code-path.ts';
import { readWorkingFile } from '../../scan/content/read-file.ts';
import { bytesHolder } from '../../scan/content/search-bytes.ts';
import type { Repository, ResolvedRef } from '../../scan/git/repository.ts';
import { objectsHolding } from '../../scan/git/search-objects.ts';
import { listObjectsAt } from '../../scan/listing/git-objects.ts';
import { type ListedFile, listFiles } from '../../scan/listing/list-files.ts';
import type { SourceFile, TemporaryRef } from '../live/temporary-index.ts';

/** Where unread refs are read, and by which settings. */
export interface RefPlace {
  readonly repository: Repository;
  readonly settings: IndexSettings;
  readonly signal?: AbortSignal | undefined;
}

/** A file by its path, with the id of its content if it is a git object. */
export type FileKey = Pick<ListedFile, 'path' | 'rawPath' | 'hash'>;

export class UnreadRef {
  readonly ref: ResolvedRef;
  readonly #place: RefPlace;
  #code: Promise<readonly FileKey[]> | undefined;

  constructor(place: RefPlace, ref: ResolvedRef) {
    this.#place = place;
    this.ref = ref;
  }

  /** All files that may define symbols. Listed on first use. */
  code(): Promise<readonly FileKey[]> {
    this.#code ??= this.#list();
    return this.#code;
  }

  /** Reads the files at these paths, for a temporary index; paths that the ref does not have are left out. */
  async read(paths: Iterable<string>): Promise<TemporaryRef> {
    const { repository } = this.#place;
    const wanted = [...new Set(paths)];
    const { files, skipped } = await this.#at(wanted);
    return { ref: this.ref, root: repository.root, files, skipped };
  }

  /** Returns the paths of the files that contain one of the identifiers. */
  async holding(files: readonly FileKey[], identifiers: readonly string[]): Promise<string[]> {
    const { repository, settings, signal } = this.#place;
    if (this.ref.source === 'worktree') return this.#workingFilesHolding(files, identifiers);
    const search = { identifiers, maxBytes: settings.maxFileBytes, signal };
    const hashes = files.flatMap(({ hash }) => hash ?? []);
    const holding = await objectsHolding(repository, hashes, search);
    return files.filter(({ hash }) => hash !== undefined && holding.has(hash)).map(({ path }) => path);
  }

  async #list(): Promise<readonly FileKey[]> {
    const { repository, settings } = this.#place;
    const { files } = await listFiles(repository, this.ref, this.#options(settings));
    return files.filter(({ path }) => mayDefineSymbols(path));
  }

  async #at(paths: readonly string[]): Promise<{ files: SourceFile[]; skipped: SkippedFile[] }> {
    const { repository, settings } = this.#place;
    if (this.ref.source === 'worktree') {
      const { files, skipped } = await listFiles(repository, this.ref, this.#options(settings));
      const wanted = new Set(paths);
      return {
        files: files
          .filter(({ path }) => wanted.has(path))
          .map(({ path, rawPath }) => ({ path, ...(rawPath && { rawPath }) })),
        skipped: skipped.filter(({ path }) => wanted.has(path)),
      };
    }
    if (this.ref.commit === undefined) return { files: [], skipped: [] };
    const listing = await listObjectsAt(repository, this.ref.commit, paths, this.#options(settings));
    const skipped = [...listing.skipped];
    const files: SourceFile[] = [];
    const tasks = objectTasks(repository, listing.files, settings.maxFileBytes, (file) => skipped.push(file));
    for await (const { task } of tasks) files.push(task);
    return { files, skipped };
  }

  async #workingFilesHolding(files: readonly FileKey[], identifiers: readonly string[]): Promise<string[]> {
    const { repository, settings, signal } = this.#place;
    const holds = bytesHolder(identifiers);
    const found: string[] = [];
    for (const [at, file] of files.entries()) {
      if (at % filesBetweenYields === 0) await new Promise((resume) => setImmediate(resume));
      signal?.throwIfAborted();
      const bytes = readWorkingFile(repository.root, file, settings.maxFileBytes);
      if (typeof bytes !== 'string' && holds(bytes)) found.push(file.path);
    }
    return found;
  }

  #options({ maxFileBytes, exclude }: IndexSettings) {
    const { signal } = this.#place;
    return { maxFileBytes, exclude, ...(signal === undefined ? {} : { signal }) };
  }
}

const filesBetweenYields = 200;
