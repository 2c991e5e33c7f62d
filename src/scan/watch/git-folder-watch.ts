/**
 * Watches the files of git that decide which files are listed: the index, `info/exclude` and the configuration. HEAD and
 * the refs are not watched; they are read whenever they matter. Nor are the user's own files outside the repository.
 */
import type { FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { readPlainText } from '../content/read-file.ts';
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
  const onCommon = (folder: string) => {
    let config = decisiveConfig(folder);
    return (name: string) => {
      if (name === 'info') listener.onRules();
      if (!configNames.includes(name)) return;
      const before = config;
      config = decisiveConfig(folder);
      if (config !== before) listener.onRules();
    };
  };
  try {
    const onOwn = onCommon(gitDir);
    add(gitDir, (name) => (name === 'index' ? listener.onIndex() : onOwn(name)));
    if (identity !== gitDir) add(identity, onCommon(identity));
    addIfPresent(() => add(join(identity, 'info'), (name) => name === 'exclude' && listener.onRules()));
  } catch (error) {
    for (const watcher of watchers) watcher.close();
    throw error;
  }
  return watchers;
}

const configNames = ['config', 'config.worktree'];

/** Returns the configuration without branches and remotes, which change often and decide nothing here. */
function decisiveConfig(gitFolder: string): string {
  const texts = configNames.map((name) => readPlainText(join(gitFolder, name), maxConfigBytes) ?? '');
  return texts.join('\n').replace(/^\[(?:branch|remote) [^\n]*\n(?:(?!\[)[^\n]+\n)*/gm, '');
}

const maxConfigBytes = 1 << 20;

function addIfPresent(add: () => void): void {
  try {
    add();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
