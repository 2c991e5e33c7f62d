import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFolder, createRepository, temporaryFolder } from '../../../test/support/test-repository.ts';
import { setTraps } from '../../../test/support/traps.ts';
import { changes, watching } from '../../../test/support/watched-tree.ts';

describe.runIf(process.platform === 'linux')('the rules of a watched work tree', () => {
  it('apply at once when an ignore file changes', async () => {
    const repository = createRepository({ '.gitignore': 'out/\n', 'a.ts': 'a' });
    repository.write({ 'out/x/y.ts': 'y', 'other/x/y.ts': 'y' });
    const watch = await watching(repository.root);
    const before = watch.watchCount;
    repository.write({ '.gitignore': 'other/\n' });
    expect(await changes(watch)).toEqual(['.gitignore', 'out', 'out/x']);
    expect(watch.watchCount).toBe(before);
    repository.write({ 'out/x/y.ts': 'new', 'other/x/y.ts': 'new' });
    expect(await changes(watch)).toEqual(['out/x/y.ts']);
    // The ignore file of a subfolder counts as well.
    repository.write({ 'out/.gitignore': 'x\n' });
    expect(await changes(watch)).toEqual(['out/.gitignore']);
    expect(watch.watchCount).toBe(before - 1);
  });

  it('are those of git, also outside the work tree', async () => {
    const repository = createRepository({ 'a.ts': 'a' });
    repository.write({ 'out/x.ts': 'x' });
    const watch = await watching(repository.root);
    const before = watch.watchCount;
    rmSync(repository.path('.git/info'), { recursive: true });
    mkdirSync(repository.path('.git/info'));
    writeFileSync(repository.path('.git/info/exclude'), 'out/\n');
    expect(await watch.settled()).toBe(true);
    expect(watch.take().isLost).toBe(true);
    expect(watch.watchCount).toBe(before - 1);
    writeFileSync(repository.path('.git/info/exclude'), '\n');
    expect(await watch.settled()).toBe(true);
    expect(watch.take().isLost).toBe(true);
    expect(watch.watchCount).toBe(before);
  });

  it('change with the configuration, but not with its branches and remotes', async () => {
    const repository = createRepository({ 'a.ts': 'a' });
    const watch = await watching(repository.root);
    repository.git('config', 'branch.main.remote', 'origin');
    repository.git('config', 'remote.origin.url', 'nowhere');
    expect(await changes(watch)).toEqual([]);
    repository.git('config', 'core.excludesFile', '/nowhere');
    expect(await watch.settled()).toBe(true);
    expect(watch.take().isLost).toBe(true);
  });

  it('include what the index contains', async () => {
    const repository = createRepository({ '.gitignore': 'out/\n*.log\n', 'a.ts': 'a' });
    repository.write({ 'a.log': '', 'out/x/y.ts': 'y', 'node_modules/lib/index.js': '', 'new.ts': '' });
    const watch = await watching(repository.root);
    const before = watch.watchCount;
    repository.git('add', 'new.ts');
    expect(await changes(watch)).toEqual(['new.ts']);
    repository.git('commit', '--quiet', '--message', 'new');
    expect(await changes(watch)).toEqual([]);
    repository.git('add', '--force', 'a.log', 'out/x/y.ts', 'node_modules/lib/index.js');
    expect(await changes(watch)).toEqual(
      ['a.log', 'node_modules', 'node_modules/lib', 'node_modules/lib/index.js', 'out', 'out/x', 'out/x/y.ts'].sort(),
    );
    expect(watch.watchCount).toBe(before + 4);
    repository.git('rm', '--quiet', '--cached', 'a.log', 'out/x/y.ts');
    expect(await changes(watch)).toEqual(['a.log', 'out/x/y.ts']);
    expect(watch.watchCount).toBe(before + 2);
  });

  it('leave out submodules but their top folder, and enter one that is no longer one', async () => {
    const part = createRepository({ 'sub/x.ts': 'x' });
    const repository = createRepository({ 'a.ts': 'a' });
    repository.git('submodule', '--quiet', 'add', part.root, 'part');
    repository.commit();
    const watch = await watching(repository.root);
    const before = watch.watchCount;
    repository.write({ 'part/sub/x.ts': 'new', 'part/y.ts': 'new' });
    expect(await changes(watch)).toEqual([]);
    rmSync(repository.path('part/.git'));
    expect(await changes(watch)).toEqual(['part']);
    expect(watch.watchCount).toBe(before + 1);
    repository.write({ 'part/sub/x.ts': 'newer' });
    expect(await changes(watch)).toEqual(['part/sub/x.ts']);
    repository.git('rm', '--quiet', '--cached', 'part');
    expect(await changes(watch)).toEqual(['part']);
    expect(watch.watchCount).toBe(before + 1);
  });

  it('enter an ordinary folder that is a submodule to the index', async () => {
    const repository = createRepository({ 'a.ts': 'a' });
    const commit = repository.git('rev-parse', 'HEAD').trim();
    repository.git('update-index', '--add', '--cacheinfo', `160000,${commit},part`);
    repository.write({ 'part/sub/x.ts': 'x' });
    const watch = await watching(repository.root);
    repository.write({ 'part/sub/x.ts': 'new' });
    expect(await changes(watch)).toEqual(['part/sub/x.ts']);
  });

  it('run nothing that the repository configures', async () => {
    const outside = temporaryFolder();
    const repository = createRepository({ 'a.txt': 'a', 'b.md': 'b' });
    const traps = setTraps(repository, outside);
    const sprung = traps.sprung();
    const watch = await watching(repository.root);
    repository.write({ '.gitignore': 'out/\n', 'out/x.txt': 'x', 'new/x.txt': 'x', 'a.txt': 'new', 'new/.git/x': '' });
    expect(await changes(watch)).toContain('new');
    appendFileSync(repository.path('.git/index.lock'), '');
    expect(await changes(watch)).toEqual([]);
    expect(traps.sprung()).toEqual(sprung);
  });
});

describe.runIf(process.platform === 'linux')('the rules of a watched plain folder', () => {
  it('are those of its ignore files', async () => {
    const root = createFolder({
      '.gitignore': 'out/\n',
      '.codecompassignore': 'left/\n!venv\n',
      'out/x/a.ts': '',
      'left/a.ts': '',
      'venv/lib/a.ts': '',
      'node_modules/lib/a.js': '',
      '.hg/store/data': '',
      'sub/a.ts': '',
    });
    const watch = await watching(root);
    // The root, venv, venv/lib and sub.
    expect(watch.watchCount).toBe(4);
    writeFileSync(`${root}/.gitignore`, '\n');
    expect(await changes(watch)).toEqual(['.gitignore', 'out', 'out/x']);
    writeFileSync(`${root}/sub/.gitignore`, 'deep\n');
    mkdirSync(`${root}/sub/deep/er`, { recursive: true });
    mkdirSync(`${root}/sub/kept/er`, { recursive: true });
    await changes(watch);
    expect(watch.watchCount).toBe(8);
    writeFileSync(`${root}/sub/kept/er/x.ts`, '');
    expect(await changes(watch)).toEqual(['sub/kept/er/x.ts']);
  });

  it('respect the excludes of the options', async () => {
    const root = createFolder({ 'left/a.ts': '', 'node_modules/lib/a.js': '' });
    const watch = await watching(root, { exclude: ['left/', '!node_modules/'] });
    expect(watch.watchCount).toBe(3);
  });
});
