/** Watches a working tree in the way that is exact on this system, or as good as the system can. */
import { watch } from 'node:fs';
import type { Repository } from '../git/repository.ts';
import { InotifyTreeWatch } from './inotify-tree-watch.ts';
import { RecursiveTreeWatch } from './recursive-tree-watch.ts';
import type { TreeWatch, WatchOptions } from './tree-watch.ts';

export type { TakenChanges, TreeWatch, WatchOptions } from './tree-watch.ts';

export function watchTree(repository: Repository, options: WatchOptions): TreeWatch {
  const watchFolder = options.watch ?? watch;
  if (process.platform !== 'linux') return new RecursiveTreeWatch(repository.root, watchFolder);
  return new InotifyTreeWatch(repository, { exclude: options.exclude, watch: watchFolder });
}
