/**
 * Watches the files of git that decide which files are listed: the index, `info/exclude` and the configuration. HEAD and
 * the refs are not watched; they are read whenever they matter.
 */
import type { FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from '../git/repository.ts';
import { countEvent } from './inotify-queue.ts';

export interface GitFolderListener {
  onIndex(): void;
  onRules(): void;
}

/** Returns the watches, which the caller closes. Throws if one cannot be set. */
export function watchGitFolder(
  repository: Repository,
  watchFolder: typeof watch,
  listener: GitFolderListener,
): FSWatcher[] {
  const { gitDir, identity } = repository;
  if (repository.kind === 'folder' || gitDir === undefined) return [];
  const watchers: FSWatcher[] = [];
  const add = (folder: string, onName: (name: string) => void) => {
    const watcher = watchFolder(folder, { persistent: false }, (_, name) => {
      countEvent();
      onName(name ?? '');
    });
    watchers.push(watcher.on('error', listener.onRules));
  };
  const onConfig = (name: string) => {
    if (name === 'config' || name === 'config.worktree' || name === 'info') listener.onRules();
    if (name === 'index') listener.onIndex();
  };
  try {
    add(gitDir, onConfig);
    if (identity !== gitDir) add(identity, (name) => name !== 'index' && onConfig(name));
    addIfPresent(() => add(join(identity, 'info'), (name) => name === 'exclude' && listener.onRules()));
  } catch (error) {
    for (const watcher of watchers) watcher.close();
    throw error;
  }
  return watchers;
}

function addIfPresent(add: () => void): void {
  try {
    add();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
