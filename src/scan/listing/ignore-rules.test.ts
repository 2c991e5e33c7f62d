import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createRepository, type TestFiles } from '../../../test/support/test-repository.ts';
import { ignoreRules, nestedRules } from './ignore-rules.ts';

describe('ignore rules', () => {
  it('yield to ignore files as `first` and override them as `last`', () => {
    const rules = ignoreRules(['dist/', '*.log'], ['!keep/', 'never.txt']).withFile('', '!*.log\nkeep/\n!never.txt\n');
    expect(['dist/', 'a.log', 'keep/', 'never.txt'].map((path) => rules.ignores(path))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('re-include nothing from an ignored folder', () => {
    const rules = ignoreRules(['dist/']).withFile('dist', '!a.txt\n').withFile('', '!dist/b.txt\n');
    expect(rules.ignores('dist/a.txt')).toBe(true);
    expect(rules.ignores('dist/b.txt')).toBe(true);
  });

  it('are case-sensitive', () => {
    expect(ignoreRules(['Build/']).ignores('build/')).toBe(false);
  });

  it('agree with git on nested files', () => {
    const ignoreFiles: Record<string, string> = {
      '': '*.o\n/root-only\nlogs/\n!important.o\ndeep/**/skip\n',
      a: '/x\ny/z\n!*.o\n*.tmp\n',
      'a/b': '*\n!keep\n!sub/\n',
      'w x': '\\!bang\nends \nesc\\ \n[ab].c\n',
      'c/d': '**/any\nfoo/**\n/one/*/three\n',
    };
    const folders = [
      '',
      'a/',
      'a/b/',
      'a/b/sub/',
      'a/y/',
      'w x/',
      'c/d/',
      'c/d/foo/',
      'c/d/one/two/',
      'logs/',
      'deep/q/',
    ];
    const names = ['m.o', 'important.o', 'root-only', 'x', 'z', 'q.tmp', 'keep', '!bang', 'ends', 'esc ', 'a.c', 'd.c'];
    const files = folders.flatMap((folder) => [...names, 'any', 'three', 'skip'].map((name) => folder + name));
    const tree: TestFiles = Object.fromEntries(files.map((path) => [path, '']));
    const repository = createRepository();
    repository.write(tree);
    repository.write(
      Object.fromEntries(
        Object.entries(ignoreFiles).map(([folder, text]) => [`${folder === '' ? '' : `${folder}/`}.gitignore`, text]),
      ),
    );
    const output = execFileSync('git', ['ls-files', '-o', '--exclude-standard', '-z'], { cwd: repository.root });
    const listed = new Set(output.toString().split('\0'));
    const ignored = nestedRules(ignoreRules([]), new Map(Object.entries(ignoreFiles)));
    expect(files.filter((path) => !ignored(path)).sort()).toEqual(files.filter((path) => listed.has(path)).sort());
  });
});
