/**
 * A tree watch knows which paths of a working tree may have changed since they were last taken, because the operating
 * system reports every change. It says "may": the caller compares the files. Nothing is written into the repository.
 */
import type { watch } from 'node:fs';
import type { Name } from '../listing/names.ts';

export interface TreeWatch {
  /** `starting` until every folder is watched, and again after events were lost or the root was replaced. */
  readonly state: 'starting' | 'watching' | 'impossible';
  /** Why watching is impossible and what the user can do about it, as a sentence. */
  readonly reason?: string | undefined;
  readonly watchCount: number;
  /** Resolves once the state is no longer `starting`. Never rejects. */
  readonly ready: Promise<void>;
  /**
   * Resolves to true when every change made before the call can be taken; to false where that cannot be proven. A
   * change through a memory mapping, or through a hard link in a folder that is not watched, is never reported.
   */
  settled(): Promise<boolean>;
  take(): TakenChanges;
  /** Called when there is something to take; at most once per turn of the event loop. */
  onChange?: (() => void) | undefined;
  /** Gives every watch back. */
  close(): void;
}

export interface TakenChanges {
  /**
   * Paths that may have changed since the last take, relative to the root: files that were written, created, deleted
   * or renamed, and folders that appeared, vanished or changed as a whole, which have to be listed again with all their
   * subfolders. Ignore files are among them; a path may be ignored by git.
   */
  readonly names: readonly Name[];
  /** Anything may have changed: compare everything. True for the first take after `ready`, and if not `watching`. */
  readonly isLost: boolean;
}

export interface WatchOptions {
  /** Patterns in `.gitignore` syntax, as for listing. */
  readonly exclude: readonly string[];
  /** Replaces `fs.watch`, for tests. */
  readonly watch?: typeof watch;
}
