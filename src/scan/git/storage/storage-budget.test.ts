import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRepository, type TestRepository, temporaryFolder } from '../../../../test/support/test-repository.ts';
import { findGitFolders, gitStorage } from '../git-storage.ts';
import { folderEntries } from './folder-entries.ts';
import { namedFiles } from './named-files.ts';
import { StorageBudget, type StorageLimits, storageLimits } from './storage-budget.ts';

const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('');
const config = ({ path }: TestRepository, text: string) => appendFileSync(path('.git/config'), text);

type Attack = readonly [
  name: string,
  limits: Partial<StorageLimits>,
  plant: (repository: TestRepository) => void,
  message: RegExp,
];

const attacks: readonly Attack[] = [
  [
    'many alternates that are missing',
    { alternates: 10 },
    ({ path }) =>
      write(
        path('.git/objects/info/alternates'),
        lines(11, (at) => `a${at}`),
      ),
    /alternates has more than 10 alternates/,
  ],
  [
    'many alternates in a chain',
    { alternates: 10 },
    ({ path }) => {
      for (let at = 0; at < 11; at++) write(path('.git', `x${at}`, 'info/alternates'), `../x${at + 1}\n`);
      write(path('.git/objects/info/alternates'), '../x0\n');
    },
    /x\d+\/info\/alternates has more than 10 alternates/,
  ],
  [
    'alternates of many bytes',
    {},
    ({ path }) => write(path('.git/objects/info/alternates'), 'a\n'.repeat(40_000)),
    /alternates has more than 65536 bytes/,
  ],
  [
    'one configuration under many names',
    { allConfigBytes: 10_000 },
    (repository) => {
      write(repository.path('.git/big'), `[core]\n${'x=y\n'.repeat(300)}`);
      for (let at = 0; at < 10; at++) symlinkSync('big', repository.path('.git', `l${at}`));
      config(repository, `[include]\n${lines(10, (at) => `path=l${at}`)}`);
    },
    /l\d has more than 10000 bytes of included configurations/,
  ],
  [
    'one configuration that is included often',
    { allConfigBytes: 10_000 },
    (repository) => {
      write(repository.path('.git/big'), `[core]\n${'x=y\n'.repeat(300)}`);
      config(repository, `[include]\n${lines(10, () => 'path=big')}`);
    },
    /big has more than 10000 bytes of included configurations/,
  ],
  [
    'a configuration that names many files',
    { configPaths: 20 },
    (repository) => config(repository, `[core]\n${lines(21, () => 'excludesfile=/q')}`),
    /config has more than 20 files named by configurations/,
  ],
  [
    'configurations that include each other',
    {},
    (repository) => {
      for (const [name, other] of ['ab', 'ba']) {
        write(repository.path('.git', name ?? ''), `[include]\n${lines(10, () => `path=${other}`)}`);
      }
      config(repository, '[include]\npath=a\n');
    },
    /[ab] has more than 1000 files named by configurations/,
  ],
  [
    'a configuration that includes itself twice',
    {},
    (repository) => config(repository, '[includeIf "onbranch:x"]\npath=config\npath=config\n'),
    /config has more than 1000 files named by configurations/,
  ],
  [
    'a large configuration',
    { configBytes: 1_000 },
    (repository) => config(repository, '#'.repeat(1_000)),
    /config has more than 1000 bytes/,
  ],
  [
    'many folders of refs',
    { folders: 60 },
    ({ path }) => {
      for (let at = 0; at < 60; at++) mkdirSync(path('.git/refs/heads/x', `${at}`), { recursive: true });
    },
    /refs\/heads\/x\/\d+ has more than 60 folders/,
  ],
  [
    'a deep folder of refs',
    { folders: 50 },
    ({ path }) => mkdirSync(path('.git/refs/heads', 'x/'.repeat(50)), { recursive: true }),
    /has more than 50 folders/,
  ],
  [
    'many refs',
    { entries: 100 },
    ({ path }) => {
      for (let at = 0; at < 100; at++) write(path('.git/refs/tags', `${at}`), '');
    },
    /refs\/tags has more than 100 refs and objects/,
  ],
  [
    'many objects',
    { entries: 100 },
    ({ path }) => {
      for (let at = 0; at < 100; at++) write(path('.git/objects/00', `${at}`), '');
    },
    /objects\/00 has more than 100 refs and objects/,
  ],
];

describe('the check of a git folder ends with', () => {
  it.each(attacks)('%s', (_, limits, plant, message) => {
    const repository = createRepository({ 'a.txt': 'a' });
    const { root, path } = repository;
    plant(repository);
    const check = () => gitStorage(findGitFolders(root, path('.git')), { ...storageLimits, ...limits });
    expect(check).toThrow(message);
    expect(check, 'again').toThrow(expect.objectContaining({ code: 'repository_unreadable' }));
  });
});

it('allows what usual repositories have', () => {
  const repository = createRepository({ 'a.txt': 'a' });
  const { root, path } = repository;
  write(path('.git/objects/info/alternates'), '../missing\n'.repeat(5_000));
  config(
    repository,
    `[core]\nexcludesfile=${'/q'.repeat(40_000)}\n[include]\npath=config\n${lines(80, (at) => `path=l${at}`)}`,
  );
  expect(gitStorage(findGitFolders(root, path('.git')))).toContain(path('.git/missing'));
});

it('reads no more of a folder than the budget has left', () => {
  const folder = temporaryFolder();
  for (let at = 0; at < 100; at++) write(join(folder, `${at}`), '');
  const budget = new StorageBudget({ ...storageLimits, entries: 10 });
  expect(() => folderEntries(folder, budget)).toThrow(/more than 10/);
  expect(budget.left('entries')).toBe(-1);
});

it('follows includes as deep as git does', () => {
  const folder = temporaryFolder();
  for (let at = 0; at < 20; at++) write(join(folder, `c${at}`), `[include]\npath=c${at + 1}\n`);
  const found = [...namedFiles(join(folder, 'c0'), { budget: new StorageBudget(), folder })];
  expect(found.at(-1)).toMatchObject({ path: join(folder, 'c11'), by: join(folder, 'c10') });
});
