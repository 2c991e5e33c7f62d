/**
 * Watches a tree through one recursive watch of the system, on macOS and Windows. Neither tells when all changes have
 * been delivered, so `settled` is false and the caller has to compare. The reported paths only say where to look first.
 */
import type { FSWatcher, watch } from 'node:fs';
import { sep } from 'node:path';
import { defaultFoldersOn } from '../listing/default-excludes.ts';
import { isForged } from '../listing/names.ts';
import { ChangedNames } from './changed-names.ts';
import type { TakenChanges, TreeWatch } from './tree-watch.ts';

export class RecursiveTreeWatch implements TreeWatch {
  state: TreeWatch['state'] = 'watching';
  reason: string | undefined;
  readonly ready: Promise<void> = Promise.resolve();
  onChange: (() => void) | undefined;
  readonly #changed = new ChangedNames();
  #watcher: FSWatcher | undefined;

  constructor(root: string, watchFolder: typeof watch) {
    try {
      // On these systems names are text.
      this.#watcher = watchFolder(root, { recursive: true, persistent: false }, (_, path) => this.#add(path));
      this.#watcher.on('error', (error) => this.#giveUp(error));
    } catch (error) {
      this.#giveUp(error as Error);
    }
  }

  get watchCount(): number {
    return this.#watcher === undefined ? 0 : 1;
  }

  async settled(): Promise<boolean> {
    return false;
  }

  take(): TakenChanges {
    const taken = this.#changed.take();
    return this.state === 'watching' ? taken : { names: [], isLost: true };
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    this.state = 'impossible';
    this.reason = 'The watch was closed.';
  }

  #add(reported: string | null): void {
    if (reported === null) this.#changed.lose();
    else {
      const path = reported.replaceAll(sep, '/');
      // Dependencies and caches are not listed, and git's own files are read whenever they matter.
      if (isForged(path) || defaultFoldersOn(path).length > 0) return;
      this.#changed.add({ path });
    }
    this.onChange?.();
  }

  #giveUp(error: Error): void {
    this.close();
    this.reason = `The folder cannot be watched: ${error.message}`;
  }
}
