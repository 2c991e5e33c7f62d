import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder, createRepository, temporaryFolder } from '../../../test/support/test-repository.ts';
import { changes, inotifyWatches, watching } from '../../../test/support/watched-tree.ts';

describe.runIf(process.platform === 'linux')('a watched tree', () => {
  it('reports files that are written, created, replaced and deleted', async () => {
    const { root, path } = createRepository({ 'a.ts': 'a', 'sub/b.ts': 'b', 'sub/c.ts': 'c', 'sub/d.ts': 'd' });
    const watch = await watching(root);
    appendFileSync(path('a.ts'), 'more');
    expect(await changes(watch)).toEqual(['a.ts']);
    writeFileSync(path('sub/b.tmp'), 'new');
    renameSync(path('sub/b.tmp'), path('sub/b.ts'));
    expect(await changes(watch)).toEqual(['sub/b.tmp', 'sub/b.ts']);
    rmSync(path('sub/c.ts'));
    renameSync(path('sub/d.ts'), path('d.ts'));
    writeFileSync(path('sub/new.ts'), '');
    expect(await changes(watch)).toEqual(['d.ts', 'sub/c.ts', 'sub/d.ts', 'sub/new.ts']);
    expect(await changes(watch)).toEqual([]);
  });

  it('watches folders that appear, at any depth', async () => {
    const { root, path, write } = createRepository({ 'a.ts': 'a' });
    const watch = await watching(root);
    const before = watch.watchCount;
    write({ 'new/deep/er/x.ts': 'x' });
    expect(await changes(watch)).toContain('new');
    expect(watch.watchCount).toBe(before + 3);
    appendFileSync(path('new/deep/er/x.ts'), 'more');
    expect(await changes(watch)).toEqual(['new/deep/er/x.ts']);
  });

  it('follows folders that are moved inside, out of and into the tree', async () => {
    const { root, path } = createRepository({ 'a/in/x.ts': 'x', 'b/y.ts': 'y' });
    const outside = temporaryFolder();
    const watch = await watching(root);
    const before = watch.watchCount;
    renameSync(path('a'), path('b/moved'));
    expect(await changes(watch)).toEqual(expect.arrayContaining(['a', 'b/moved']));
    appendFileSync(path('b/moved/in/x.ts'), 'more');
    expect(await changes(watch)).toEqual(['b/moved/in/x.ts']);
    renameSync(path('b/moved'), join(outside, 'gone'));
    expect(await changes(watch)).toContain('b/moved');
    appendFileSync(join(outside, 'gone/in/x.ts'), 'more');
    expect(await changes(watch)).toEqual([]);
    expect(watch.watchCount).toBe(before - 2);
    renameSync(join(outside, 'gone'), path('back'));
    expect(await changes(watch)).toContain('back');
    appendFileSync(path('back/in/x.ts'), 'more');
    expect(await changes(watch)).toEqual(['back/in/x.ts']);
    expect(watch.watchCount).toBe(before);
  });

  it('does not watch ignored, excluded and nested folders', async () => {
    const repository = createRepository({
      '.gitignore': 'out/\n*.log\n',
      'src/a.ts': 'a',
      'out/kept/tracked.ts': 'k',
    });
    repository.git('add', '--force', 'out/kept/tracked.ts');
    repository.git('commit', '--quiet', '--message', 'force');
    repository.write({
      'out/more/x.js': '',
      'src/out/deep/x.js': '',
      'src/node_modules/lib/index.js': '',
      'logs/a.log': '',
      'inner/sub/z.ts': '',
    });
    execFileSync('git', ['init', '--quiet'], { cwd: repository.path('inner') });
    const watch = await watching(repository.root);
    // Three of git, the root, src, out, out/kept, logs, and the top of the nested repository.
    const expected = 2 + 1 + 2 + 1 + 1 + 1;
    expect(watch.watchCount).toBe(expected);
    repository.write({ 'src/out/deep/y.js': '', 'src/node_modules/lib/more.js': '', 'inner/sub/y.ts': '' });
    expect(await changes(watch)).toEqual([]);
    repository.write({ 'logs/found.ts': '', 'out/kept/tracked.ts': 'new' });
    expect(await changes(watch)).toEqual(['logs/found.ts', 'out/kept/tracked.ts']);
    repository.write({ 'node_modules/lib/index.js': '', 'sub/out/x/y.js': '' });
    await changes(watch);
    expect(watch.watchCount).toBe(expected + 1);
    rmSync(repository.path('inner/.git'), { recursive: true });
    expect(await changes(watch)).toContain('inner');
    expect(watch.watchCount).toBe(expected + 2);
  });

  it('reports paths whose name is not UTF-8', async () => {
    const { root } = createRepository({ 'a.ts': 'a' });
    const watch = await watching(root);
    const folder = Buffer.concat([Buffer.from(`${root}/d`), Buffer.from([0xff])]);
    mkdirSync(folder);
    expect(await changes(watch)).toEqual(['d\\xff']);
    writeFileSync(Buffer.concat([folder, Buffer.from('/f'), Buffer.from([0xfe])]), '');
    expect(await watch.settled()).toBe(true);
    const { names } = watch.take();
    expect(names).toEqual([{ path: 'd\\xff/f\\xfe', rawPath: Buffer.from([0x64, 0xff, 0x2f, 0x66, 0xfe]) }]);
  });

  it('does not follow links', async () => {
    const outside = createFolder({ 'x.ts': 'x' });
    const { root, path } = createRepository({ 'a.ts': 'a' });
    const watch = await watching(root);
    const before = watch.watchCount;
    symlinkSync(outside, path('link'));
    expect(await changes(watch)).toEqual(['link']);
    appendFileSync(join(outside, 'x.ts'), 'more');
    expect(await changes(watch)).toEqual([]);
    expect(watch.watchCount).toBe(before);
  });

  it('gives every watch back', async () => {
    const { root } = createRepository({ 'a/b/c/d.ts': 'a' });
    const before = inotifyWatches();
    const watch = await watching(root);
    expect(inotifyWatches()).toBe(before + watch.watchCount);
    watch.close();
    watch.close();
    expect(inotifyWatches()).toBe(before);
    expect(watch).toMatchObject({ state: 'impossible', watchCount: 0 });
    expect(await watch.settled()).toBe(false);
    expect(watch.take().isLost).toBe(true);
  });
});
