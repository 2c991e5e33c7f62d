/**
 * A listing is every file of a ref: those to read, and those that are known without reading not to be indexed, with
 * the reason. What git ignores was never discovered and is in neither. No file is opened except ignore files.
 */
import type { FileStat, SkippedFile } from '../../model.ts';
import type { Repository, ResolvedRef } from '../git/repository.ts';
import { listFolder } from './folder.ts';
import { listObjects } from './git-objects.ts';
import { listWorkingTree } from './working-tree.ts';

export interface ListedFile {
  /** Relative to the root, with slashes; invalid bytes are written `\xHH`. */
  readonly path: string;
  /** The bytes of the name, where they are not valid UTF-8. */
  readonly rawPath?: Buffer;
  /** Known for git's objects, absent for files on disk. */
  readonly hash?: string;
  /** Known for files on disk. */
  readonly stat?: FileStat;
  readonly executable?: boolean;
}

export interface Listing {
  readonly files: readonly ListedFile[];
  /** A path that ends with a slash stands for a folder that was not entered. */
  readonly skipped: readonly SkippedFile[];
  /** Paths of nested repositories, which are projects of their own. */
  readonly submodules: readonly string[];
}

export interface ListOptions {
  readonly maxFileBytes: number;
  /** Patterns in the syntax of `.gitignore`, relative to the root; `!` brings back what another rule excludes. */
  readonly exclude: readonly string[];
  /** Ends the listing with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Told now and then how many files have been found so far. */
  readonly onDiscovered?: (count: number) => void;
}

export async function listFiles(repository: Repository, ref: ResolvedRef, options: ListOptions): Promise<Listing> {
  if (repository.kind === 'folder') return listFolder(repository.root, options);
  if (ref.source === 'worktree') return listWorkingTree(repository, options);
  return listObjects(repository, ref.commit, options);
}
