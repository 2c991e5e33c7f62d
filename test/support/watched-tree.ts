/** Watched trees for tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openRepository } from '../../src/scan/git/repository.ts';
import { type TreeWatch, type WatchOptions, watchTree } from '../../src/scan/watch/watch-tree.ts';

/** Watches a folder and takes the first changes, which are always lost. */
export async function watching(root: string, options: Partial<WatchOptions> = {}): Promise<TreeWatch> {
  const watch = watchTree(await openRepository(root), { exclude: [], ...options });
  onTestFinished(() => watch.close());
  await watch.ready;
  if (watch.state === 'watching') expect(watch.take().isLost).toBe(true);
  return watch;
}

/** Returns the paths that changed, once all new folders are watched. */
export async function changes(watch: TreeWatch): Promise<string[]> {
  const paths = new Set<string>();
  for (let quiet = 0; quiet < 3; ) {
    expect(await watch.settled()).toBe(true);
    const { names, isLost } = watch.take();
    expect(isLost).toBe(false);
    for (const { path } of names) paths.add(path);
    quiet = names.length === 0 ? quiet + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return [...paths].sort();
}

/** Counts the inotify watches of this process. */
export function inotifyWatches(): number {
  const folder = '/proc/self/fdinfo';
  const texts = readdirSync(folder).map((descriptor) => {
    try {
      return readFileSync(join(folder, descriptor), 'utf8');
    } catch {
      return '';
    }
  });
  return texts.join('\n').match(/^inotify /gm)?.length ?? 0;
}
