import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostilePatterns, hostileTree } from '../../../test/hostile/hostile-ignore-files.ts';
import { createBareClone, createRepository, temporaryFolder } from '../../../test/support/test-repository.ts';
import { setTraps } from '../../../test/support/traps.ts';
import { grepTree, type TreeSearch } from './grep-tree.ts';
import { openRepository } from './repository.ts';

const files = {
  'a.py': 'def load():\n    return load_all()\n\nload()\n',
  'b/c.py': 'LOAD = 1\n',
  'b/new\nline.py': 'load\n',
  'tab\t"quoted".py': 'load\n',
  'ünï.py': 'load\n',
  'data.JSON': '{"load": 1}\n',
  'image.bin': Buffer.from('load\0\x01load'),
};

async function search(root: string, commit: string, options: TreeSearch): Promise<Record<string, number>> {
  const found = await grepTree(await openRepository(root), commit, options);
  expect(found.unreadable).toEqual([]);
  return Object.fromEntries(found.files.map(({ name, lines }) => [name.path, lines]));
}

describe('grepTree', () => {
  it('counts the matching lines of each file, whatever its name', async () => {
    const { root, git } = createRepository(files);
    const commit = git('rev-parse', 'HEAD');
    const odd = { 'b/new\nline.py': 1, 'tab\t"quoted".py': 1, 'ünï.py': 1, 'image.bin': 1 };
    expect(await search(root, commit, { texts: ['load'] })).toEqual({ 'a.py': 3, ...odd, 'data.JSON': 1 });
    const words = { texts: ['load', 'nothing'], wholeWords: true, except: ['.json', '.md'] };
    expect(await search(root, commit, words)).toEqual({ 'a.py': 2, ...odd });
    const any = { texts: ['load_all', 'load ='], ignoresCase: true };
    expect(await search(root, commit, any)).toEqual({ 'a.py': 1, 'b/c.py': 1 });
    expect(await search(root, commit, { texts: ['-e', '(', '.*'] })).toEqual({ 'a.py': 3 });
    expect(await search(root, commit, { texts: ['nothing'] })).toEqual({});
  });

  it('searches the commit, not the work tree, also in a bare repository', async () => {
    const made = createRepository(files);
    const commit = made.git('rev-parse', 'HEAD');
    made.commit({ 'a.py': 'other\n', 'z.py': 'load\n' });
    made.write({ 'y.py': 'load_all\n' });
    for (const root of [made.root, createBareClone(made).root]) {
      expect(await search(root, commit, { texts: ['load_all'] })).toEqual({ 'a.py': 1 });
    }
  });

  it('reports files whose objects are missing', async () => {
    const { root, git, path } = createRepository({ 'a.py': 'load\n', 'b.py': 'load too\n' });
    const id = git('rev-parse', 'HEAD:b.py');
    rmSync(path('.git/objects', id.slice(0, 2), id.slice(2)));
    const found = await grepTree(await openRepository(root), git('rev-parse', 'HEAD'), { texts: ['load'] });
    expect(found.files.map(({ name }) => name.path)).toEqual(['a.py']);
    expect(found.unreadable).toEqual(['b.py']);
  });

  it.each(Object.entries(hostilePatterns))('does not match paths with attributes: %s', async (_, pattern) => {
    const { root, git, write, path } = createRepository(hostileTree(''));
    write({ '.git/info/attributes': `${pattern} -text\n`, '.git/other': `${pattern} binary\n` });
    git('config', 'core.attributesFile', path('.git/other'));
    const found = await search(root, git('rev-parse', 'HEAD'), { texts: ['deep_below'] });
    expect(Object.values(found)).toEqual([1]);
  });

  it('runs nothing that the repository configures', async () => {
    const made = createRepository({ 'a.txt': 'load\n', 'b.md': 'load\n' });
    const outside = temporaryFolder();
    const traps = setTraps(made, outside);
    for (const [key, value] of [
      ['color.grep', 'always'],
      ['grep.lineNumber', 'true'],
      ['grep.patternType', 'perl'],
      ['submodule.recurse', 'true'],
    ] as const) {
      made.git('config', key, value);
    }
    rmSync(join(outside, 'marks'), { recursive: true });
    mkdirSync(join(outside, 'marks'));
    expect(await search(made.root, made.git('rev-parse', 'HEAD'), { texts: ['load'] })).toEqual({
      'a.txt': 1,
      'b.md': 1,
    });
    expect(traps.sprung()).toEqual([]);
    expect(readdirSync(join(outside, 'marks'))).toEqual([]);
  });
});
