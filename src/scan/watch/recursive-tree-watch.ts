/**
 * Watches a tree through one recursive watch of the system, on macOS and Windows. Neither tells when all changes have
 * been delivered, so `settled` is false and the caller has to compare. The reported paths only say where to look first.
 */
import type { FSWatcher, watch } from 'node:fs';
import { defaultFoldersOn } from '../listing/default-excludes.ts';
import { isForged, keyOf, type Name, nameOf } from '../listing/names.ts';
import type { TakenChanges, TreeWatch } from './tree-watch.ts';

const maxNames = 20_000;

export class RecursiveTreeWatch implements TreeWatch {
  state: TreeWatch['state'] = 'watching';
  reason: string | undefined;
  readonly ready: Promise<void> = Promise.resolve();
  onChange: (() => void) | undefined;
  readonly #changed = new Map<string, Name>();
  #isLost = true;
  #watcher: FSWatcher | undefined;

  constructor(root: string, watchFolder: typeof watch) {
    try {
      this.#watcher = watchFolder(root, { recursive: true, persistent: false, encoding: 'buffer' }, (_, bytes) =>
        this.#add(bytes),
      );
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
    const names = [...this.#changed.values()];
    const isLost = this.#isLost || this.state !== 'watching';
    this.#changed.clear();
    this.#isLost = false;
    return { names, isLost };
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    this.state = 'impossible';
    this.reason = 'The watch was closed.';
  }

  #add(bytes: Buffer | null): void {
    const name = bytes === null ? undefined : nameOf(bytes);
    if (name === undefined || this.#changed.size >= maxNames) this.#isLost = true;
    else {
      const path = name.path.replaceAll('\\', '/');
      const isOutside = isForged(path) || defaultFoldersOn(path).length > 0;
      if (isOutside) return;
      this.#changed.set(keyOf(name), name.rawPath === undefined ? { path } : name);
    }
    this.onChange?.();
  }

  #giveUp(error: Error): void {
    this.close();
    this.reason = `The folder cannot be watched: ${error.message}`;
  }
}
