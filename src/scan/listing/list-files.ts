/**
 * A listing contains every file of a ref: files to read, and files that are skipped without reading, with the reason.
 * Files that git ignores are in neither list. No file is opened except ignore files.
 */
import type { FileStat, SkippedFile } from '../../model.ts';
import type { Repository, ResolvedRef } from '../git/repository.ts';
import { listFolder } from './folder.ts';
import { listObjects } from './git-objects.ts';
import type { Name } from './names.ts';
import { listWorkingPaths, listWorkingTree } from './working-tree.ts';

export interface ListedFile {
  /** Relative to the root, with slashes; invalid bytes are written `\xHH`. */
  readonly path: string;
  /** The bytes of the name, if they are not valid UTF-8. */
  readonly rawPath?: Buffer;
  /** Set for git objects, absent for files on disk. */
  readonly hash?: string;
  /** The size of a git object. */
  readonly size?: number;
  /** Set for files on disk. */
  readonly stat?: FileStat;
  readonly executable?: boolean;
}

/** Returns the size of a listed file, on disk or as a git object. */
export function listedBytes({ stat, size }: ListedFile): number {
  return stat?.size ?? size ?? 0;
}

export interface Listing {
  readonly files: readonly ListedFile[];
  /** A path with a trailing slash is a folder that was not entered. */
  readonly skipped: readonly SkippedFile[];
  /** Paths of nested repositories, which are projects of their own. */
  readonly submodules: readonly string[];
  /** Sentences about ignore rules that do not apply, because they are over a limit. */
  readonly warnings: readonly string[];
}

export interface ListOptions {
  readonly maxFileBytes: number;
  /** Patterns in `.gitignore` syntax, relative to the root; `!` re-includes files that another rule excludes. */
  readonly exclude: readonly string[];
  /** Those of the user among them, where the project has added some. */
  readonly ownExclude?: readonly string[] | undefined;
  /** Ends the listing with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called from time to time with the number of files found so far. */
  readonly onDiscovered?: (count: number) => void;
}

/** The settings that decide which files are listed, as one text: a listing by other rules may have other files. */
export function listingRules({ maxFileBytes, exclude, ownExclude }: ListOptions): string {
  return JSON.stringify({ maxFileBytes, exclude, ownExclude });
}

export async function listFiles(repository: Repository, ref: ResolvedRef, options: ListOptions): Promise<Listing> {
  if (repository.kind === 'folder') return listFolder(repository.root, options);
  if (ref.source === 'worktree') return listWorkingTree(repository, options);
  return listObjects(repository, ref.commit, options);
}

/** Lists the working files at or below these paths; may list more. A plain folder is always listed as a whole. */
export async function listPaths(
  repository: Repository,
  names: readonly Name[],
  options: ListOptions,
): Promise<Listing> {
  if (repository.kind === 'folder') return listFolder(repository.root, options);
  return listWorkingPaths(repository, names, options);
}
