import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, watch as watchFolder, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBareClone, createFolder, createRepository } from '../../../test/support/test-repository.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { changes, inotifyWatches, watching } from '../../../test/support/watched-tree.ts';

describe.runIf(process.platform === 'linux')('a watched tree', () => {
  it('reports events as lost when the queue of the kernel overflows', async () => {
    const { root, path } = createRepository({ 'a/x.ts': 'a', 'b/y.ts': 'b' });
    const other = createFolder({ 'z.ts': 'z' });
    const watch = await watching(root);
    const watchOfOther = await watching(other);
    // This blocks the event loop. The two files in turn keep the kernel from merging their events.
    const script = `const { appendFileSync, writeFileSync } = require('node:fs');
      for (let i = 0; i < 20000; i++) { appendFileSync('a/x.ts', '1'); appendFileSync('b/y.ts', '1'); }
      writeFileSync('lost.ts', '');`;
    spawnSync(process.execPath, ['-e', script], { cwd: root });
    expect(await watch.settled()).toBe(false);
    expect(watch.take().isLost).toBe(true);
    // The trees share the queue.
    expect(watchOfOther.take().isLost).toBe(true);
    await Promise.all([watch.ready, watchOfOther.ready]);
    expect(watch.take().isLost).toBe(true);
    writeFileSync(path('a/x.ts'), 'x');
    expect(await changes(watch)).toEqual(['a/x.ts']);
  });

  it('is impossible beyond the limit of watches, and gives all back', async () => {
    const { root } = createRepository({ 'a/b/c/d/x.ts': 'a' });
    const before = inotifyWatches();
    let left = 5;
    const limited: typeof watchFolder = (...args: unknown[]) => {
      if (left-- === 0) throw Object.assign(new Error('No watches.'), { code: 'ENOSPC' });
      return Reflect.apply(watchFolder, undefined, args);
    };
    const watch = await watching(root, { watch: limited });
    expect(watch).toMatchObject({ state: 'impossible', watchCount: 0 });
    expect(watch.reason).toMatch(/limit of inotify watches \(\d+\).*sudo sysctl fs\.inotify\.max_user_watches=\d+/);
    expect(inotifyWatches()).toBe(before);
    expect(watch.take()).toEqual({ names: [], isLost: true });
    expect(await watch.settled()).toBe(false);
  });

  it('becomes impossible when a new folder exceeds the limit', async () => {
    const { root, path } = createRepository({ 'a/x.ts': 'a' });
    const before = inotifyWatches();
    let isFull = false;
    const limited: typeof watchFolder = (...args: unknown[]) => {
      if (isFull) throw Object.assign(new Error('No instances.'), { code: 'EMFILE' });
      return Reflect.apply(watchFolder, undefined, args);
    };
    const watch = await watching(root, { watch: limited });
    isFull = true;
    mkdirSync(path('new'));
    await waitUntil(
      'the watch to give up',
      () => watch.state,
      (state) => state === 'impossible',
    );
    expect(watch.reason).toContain('max_user_instances');
    expect(inotifyWatches()).toBe(before);
  });

  it('is impossible for a bare repository and a missing root', async () => {
    const repository = createRepository({ 'a.ts': 'a' });
    const watch = await watching(createBareClone(repository).root);
    expect(watch).toMatchObject({ state: 'impossible', reason: expect.stringContaining('no work tree') });
    const watched = await watching(repository.root);
    rmSync(repository.root, { recursive: true });
    expect(await watched.settled()).toBe(false);
    await watched.ready;
    expect(watched).toMatchObject({ state: 'impossible', reason: expect.stringContaining('no longer exists') });
  });

  it('starts again when the root is replaced', async () => {
    const root = createFolder({ 'top/a/x.ts': 'x' });
    const top = join(root, 'top');
    const watch = await watching(top);
    renameSync(top, join(root, 'old'));
    mkdirSync(join(top, 'b'), { recursive: true });
    expect(await watch.settled()).toBe(false);
    expect(watch.take().isLost).toBe(true);
    await watch.ready;
    expect(watch.take().isLost).toBe(true);
    writeFileSync(join(top, 'b/y.ts'), '');
    writeFileSync(join(root, 'old/a/x.ts'), 'new');
    expect(await changes(watch)).toEqual(['b/y.ts']);
  });

  it('notices at once that the root was deleted and created again', async () => {
    const root = createFolder({ 'top/x.ts': 'x' });
    const top = join(root, 'top');
    const watch = await watching(top);
    rmSync(top, { recursive: true });
    mkdirSync(top);
    await watch.settled();
    expect(watch.take().isLost).toBe(true);
  });

  it('does not keep the process alive', async () => {
    const { root } = createRepository({ 'a/x.ts': 'a' });
    const watch = await watching(root);
    expect(watch.watchCount).toBeGreaterThan(3);
    expect(process.getActiveResourcesInfo()).not.toContain('FSEventWrap');
  });
});
