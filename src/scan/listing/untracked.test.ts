import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRepository, type TestRepository, temporaryFolder } from '../../../test/support/test-repository.ts';
import { openRepository } from '../git/repository.ts';
import { untrackedNames } from './untracked.ts';

/** Returns the untracked files, and nested repositories with a slash, after a comparison with those of git. */
async function untracked({ root }: TestRepository, ...paths: string[]): Promise<string[]> {
  const { files, nested } = await untrackedNames(await openRepository(root), paths.length === 0 ? {} : { paths });
  const found = [...files.map(({ path }) => path), ...nested.map(({ path }) => `${path}/`)].sort();
  const args = ['ls-files', '-o', '--exclude-standard', '-z', '--', ...paths.map((path) => `:(literal)${path}`)];
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  expect(found).toEqual(output.split('\0').slice(0, -1).sort());
  return found;
}

const init = (folder: string) => execFileSync('git', ['init', '--quiet', folder]);

describe('untracked files', () => {
  it('are in folders of all kinds', async () => {
    const repository = createRepository({ 'mixed/tracked.ts': '', 'became-folder': '', 'became-file/x.ts': '' });
    repository.remove('became-folder', 'became-file/x.ts');
    rmSync(repository.path('became-file'), { recursive: true, force: true });
    repository.write({ 'mixed/new.ts': '', 'new/a.ts': '', 'new/deep/b.ts': '', 'became-folder/in.ts': '' });
    writeFileSync(repository.path('became-file'), '');
    mkdirSync(repository.path('empty/empty'), { recursive: true });
    symlinkSync('mixed', repository.path('link'));
    symlinkSync('nowhere', repository.path('new/dangling'));
    mkdirSync(repository.path('pipes'));
    execFileSync('mkfifo', [repository.path('pipe'), repository.path('pipes/pipe')]);
    const all = [
      'became-file',
      'became-folder/in.ts',
      'link',
      'mixed/new.ts',
      'new/a.ts',
      'new/dangling',
      'new/deep/b.ts',
    ];
    expect(await untracked(repository)).toEqual(all);
    for (const path of [...all, 'new', 'new/deep', 'became-folder', 'empty', 'pipes', 'link/tracked.ts', 'absent']) {
      await untracked(repository, path);
    }
    expect(await untracked(repository, 'new/deep/b.ts', 'mixed', 'new/a.ts')).toEqual([
      'mixed/new.ts',
      'new/a.ts',
      'new/deep/b.ts',
    ]);
  });

  it('are the same whether or not what a nested repository leads to exists outside', async () => {
    const repository = createRepository({ 'a.ts': '' });
    const outside = temporaryFolder();
    repository.write({ 'odd/.git': `gitdir: ${outside}/there/.git\n`, 'odd/x.ts': '', 'odd/deep/y.ts': '' });
    const opened = await openRepository(repository.root, [repository.root]);
    const namesOf = async (paths?: string[]) => {
      const { files, nested } = await untrackedNames(opened, paths === undefined ? {} : { paths });
      return [...files, ...nested].map(({ path }) => path);
    };
    const all = async () => [await namesOf(), await namesOf(['odd/x.ts']), await namesOf(['odd/deep/y.ts', 'a.ts'])];
    const before = await all();
    expect(before).toEqual([['odd'], [], []]);
    init(join(outside, 'there'));
    expect(await all()).toEqual(before);
  });

  it('are not in nested repositories, ignored or not', async () => {
    const repository = createRepository({ '.gitignore': 'ignored/\n', 'a.ts': '' });
    for (const folder of ['nested', 'new/nested', 'ignored/nested']) {
      init(repository.path(folder));
      repository.write({ [`${folder}/x.ts`]: '' });
    }
    repository.git('branch', 'other');
    repository.git('worktree', 'add', '--quiet', 'trees/other', 'other');
    repository.write({
      'damaged/.git/config': '',
      'damaged/x.ts': '',
      'file/.git': 'gitdir: nowhere',
      'file/x.ts': '',
    });
    const expected = ['damaged/x.ts', 'file/x.ts', 'nested/', 'new/nested/', 'trees/other/'];
    expect(await untracked(repository)).toEqual(expected);
    for (const path of ['nested/x.ts', 'new', 'new/nested', 'new/nested/x.ts', 'ignored', 'ignored/nested/x.ts']) {
      await untracked(repository, path);
    }
  });

  it('follow no link that takes the place of an ignore file', async () => {
    const repository = createRepository({ rules: '*.log\n' });
    repository.write({ 'a.log': '', 'new/b.log': '' });
    symlinkSync('rules', repository.path('.gitignore'));
    symlinkSync('../rules', repository.path('new/.gitignore'));
    expect(await untracked(repository)).toEqual(['.gitignore', 'a.log', 'new/.gitignore', 'new/b.log']);
  });

  it('are told by the ignore files that a sparse checkout leaves out', async () => {
    const repository = createRepository({ 'kept/a.ts': '', 'left/b.ts': '', 'left/.gitignore': '*.log\n' });
    repository.git('sparse-checkout', 'set', 'kept');
    repository.write({ 'left/x.log': '', 'left/x.ts': '', 'left/deep/y.log': '', 'kept/z.log': '' });
    expect(await untracked(repository)).toEqual(['kept/z.log', 'left/x.ts']);
    repository.write({ 'left/.gitignore': '*.ts\n' });
    expect(await untracked(repository)).toEqual(['kept/z.log', 'left/deep/y.log', 'left/x.log']);
  });
});

describe('the ignore file of the user', () => {
  /** Sets a home folder with these files, and returns a repository with untracked files `a.log`, `a.tmp` and `B.TXT`. */
  function withHome(files: Readonly<Record<string, string>>, variables: Readonly<Record<string, string>> = {}) {
    const home = temporaryFolder();
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(home, path, '..'), { recursive: true });
      writeFileSync(join(home, path), text.replaceAll('HOME', home));
    }
    vi.stubEnv('HOME', home);
    vi.stubEnv('XDG_CONFIG_HOME', '');
    vi.stubEnv('GIT_CONFIG_GLOBAL', undefined);
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value.replaceAll('HOME', home));
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const repository = createRepository({ 'x.ts': '' });
    repository.write({ 'a.log': '', 'a.tmp': '', 'B.TXT': '' });
    return repository;
  }

  const excludes = (path: string) => `[core]\n\texcludesFile = ${path}\n`;
  const cases: readonly [
    what: string,
    files: Record<string, string>,
    expected: string[],
    variables?: Record<string, string>,
  ][] = [
    ['is the default one', { '.config/git/ignore': '*.log\n' }, ['B.TXT', 'a.tmp']],
    [
      'is that of XDG_CONFIG_HOME',
      { 'xdg/git/ignore': '*.log\n' },
      ['B.TXT', 'a.tmp'],
      { XDG_CONFIG_HOME: 'HOME/xdg' },
    ],
    ['is one below the home folder', { '.gitconfig': excludes('~/mine'), mine: '*.log\n' }, ['B.TXT', 'a.tmp']],
    [
      'is an absolute one',
      { '.gitconfig': excludes('"HOME/my rules" # c'), 'my rules': '*.tmp\n' },
      ['B.TXT', 'a.log'],
    ],
    [
      'replaces the default one, even if empty',
      { '.gitconfig': excludes(''), '.config/git/ignore': '*.log\n' },
      ['B.TXT', 'a.log', 'a.tmp'],
    ],
    [
      'may be named by an included configuration',
      { '.gitconfig': '[include]\npath = more\n', more: excludes('~/mine'), mine: '*\n!*.log\n' },
      ['a.log'],
    ],
    [
      'is not named by a configuration for another branch',
      { '.gitconfig': '[includeIf "onbranch:other"]\npath = more\n', more: excludes('~/mine'), mine: '*\n' },
      ['B.TXT', 'a.log', 'a.tmp'],
    ],
    [
      'is that of another global configuration',
      { global: excludes('~/mine'), mine: '*.log\n', '.gitconfig': excludes('~/other') },
      ['B.TXT', 'a.tmp'],
      { GIT_CONFIG_GLOBAL: 'HOME/global' },
    ],
    [
      'folds case with core.ignoreCase',
      { '.gitconfig': '[core]\nignoreCase\n', '.config/git/ignore': '*.txt\n' },
      ['a.log', 'a.tmp'],
    ],
  ];
  it.each(cases)('%s', async (_, files, expected, variables) => {
    const repository = withHome(files, variables);
    expect(await untracked(repository)).toEqual(expected);
  });

  it('yields to info/exclude, which yields to .gitignore', async () => {
    const repository = withHome({ '.config/git/ignore': '*\n' });
    repository.write({ '.git/info/exclude': '!*.log\n!*.tmp\n' });
    expect(await untracked(repository)).toEqual(['a.log', 'a.tmp']);
    repository.write({ '.gitignore': 'a.log\n!B.TXT\n!.gitignore\n' });
    expect(await untracked(repository)).toEqual(['.gitignore', 'B.TXT', 'a.tmp']);
  });

  it('is another one as soon as a configuration changes, or the branch', async () => {
    const repository = withHome({ mine: '*.log\n' });
    expect(await untracked(repository)).toEqual(['B.TXT', 'a.log', 'a.tmp']);
    writeFileSync(join(homedir(), '.gitconfig'), excludes('~/mine'));
    expect(await untracked(repository)).toEqual(['B.TXT', 'a.tmp']);
    repository.write({ '.git/excludes': '*.tmp\n', '.git/more': excludes('.git/excludes') });
    appendFileSync(repository.path('.git/config'), '[includeIf "onbranch:other"]\npath = more\n');
    expect(await untracked(repository)).toEqual(['B.TXT', 'a.tmp']);
    repository.branch('other');
    expect(await untracked(repository)).toEqual(['B.TXT', 'a.log']);
  });
});
