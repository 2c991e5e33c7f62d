/** A hostile ignore file costs limited time and memory, and does not stop a server. */
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ignoreLimits } from '../../src/scan/listing/ignore/ignore-limits.ts';
import { type CliFixture, createCliFixture } from '../support/cli-fixture.ts';
import { startHttp, until } from '../support/serve-fixture.ts';
import type { TestFiles, TestRepository } from '../support/test-repository.ts';
import { hostilePatterns, hostileTree, keptFunctions } from './hostile-ignore-files.ts';

let fixture: CliFixture;
beforeEach(() => {
  fixture = createCliFixture();
});
afterEach(() => fixture.remove());

function write(files: TestFiles): void {
  for (const [path, content] of Object.entries(files)) fixture.write(path, content as string);
}

function commitAll(): void {
  fixture.git('init', '--quiet', '--initial-branch=main');
  fixture.git('add', '--all', '--force');
  fixture.git('commit', '--quiet', '--message=First');
}

const patterns = Object.values(hostilePatterns);
/** All but the longest, which alone takes most of the steps for a path. */
const together = [...patterns.slice(0, -1), 'ignored.py'];
const longest = [...patterns.slice(-1), 'ignored.py'];

function writeTree(fileName: string, folder = '', lines = together): void {
  write({ ...hostileTree(folder), [folder + fileName]: lines.join('\n') });
}

function writeConfig(): void {
  write({ ...hostileTree(''), '.codecompass/config.toml': `[index]\nexclude = ${JSON.stringify(together)}\n` });
}

function writeRepository(): void {
  writeTree('.codecompassignore');
  commitAll();
  fixture.git('branch', 'other');
}

/** The files stay untracked, because rules do not apply to others. */
function writeUntracked(fileName: string, { folder = '', setting = '' } = {}): void {
  write({ 'README.md': 'Hostile.\n' });
  commitAll();
  writeTree(fileName, folder);
  if (setting !== '') fixture.git('config', 'core.excludesFile', setting);
}

function writeLinkedRules(): void {
  writeUntracked('rules');
  rmSync(join(fixture.root, '.git/info/exclude'), { force: true });
  symlinkSync(join(fixture.root, 'rules'), join(fixture.root, '.git/info/exclude'));
}

const places: [where: string, prepare: () => void, args: readonly string[]][] = [
  ['.gitignore in a plain folder', () => writeTree('.gitignore'), []],
  ['.codecompassignore in a plain folder', () => writeTree('.codecompassignore'), []],
  ['.codecompassignore in a working tree', writeRepository, []],
  ['.codecompassignore in a commit', writeRepository, ['--ref', 'other']],
  ['index.exclude of a project', writeConfig, []],
  ['.gitignore in a git repository', () => writeUntracked('.gitignore'), []],
  ['.gitignore in an untracked folder', () => writeUntracked('.gitignore', { folder: 'new/deep/' }), []],
  ['.git/info/exclude', () => writeUntracked('.git/info/exclude'), []],
  ['core.excludesFile of a repository', () => writeUntracked('.git/rules', { setting: '.git/rules' }), []],
  [
    'core.excludesFile in the working tree',
    () => writeUntracked('rules', { setting: join(fixture.root, 'rules') }),
    [],
  ],
  ['a linked info/exclude', writeLinkedRules, []],
];

describe('hostile ignore patterns', () => {
  test.each(places)('%s: the index is built', async (_, prepare, args) => {
    prepare();
    const indexed = await fixture.runJson(['index', ...args]);
    // Each file has one function.
    expect(indexed).toMatchObject({ exitCode: 0, document: { warnings: [], symbols: keptFunctions.length } });
  });

  test.each([
    [
      'a plain folder',
      () => {
        writeTree('.gitignore');
        writeTree('.gitignore', 'other/', longest);
      },
    ],
    ['a repository', writeRepository],
    ['a repository with untracked files', () => writeUntracked('.gitignore')],
  ])('a server answers on %s before and after the first index, and ends', async (_, prepare) => {
    prepare();
    const { base, home, root } = fixture;
    const repository = { root } as TestRepository;
    const server = await startHttp({ base, home, repository, remove: () => {} });
    const connection = await server.connect();
    onTestFinished(() => connection.close());
    const locate = (name: string) => connection.call('locate_symbol', { symbol_name: name });
    const ask = async (name: string) => {
      const [answer, health] = await Promise.all([locate(name), fetch(`${server.url}health`)]);
      expect(health.status).toBe(200);
      return answer.body.results?.length ?? 0;
    };
    for (const name of keptFunctions) expect(await ask(name)).toBeGreaterThan(0);
    await until(
      'the index',
      () => connection.call('index_status'),
      (body) => body.index_status === 'ready',
    );
    expect(await ask('ignored_here')).toBe(0);
    // The rules are applied again to what changes.
    fixture.write(`${'a/'.repeat(80)}new.py`, 'def new_below():\n    pass\n');
    await until(
      'the new file',
      () => locate('new_below'),
      (body) => body.results?.length === 1,
    );
    expect(await server.end()).toBe(0);
  });
});

test('ignore files over a limit are reported, and the others apply', async () => {
  const limits: Readonly<Record<string, string>> = {
    size: `ignored.py\n${'#'.repeat(ignoreLimits.fileBytes)}`,
    patterns: `${'x\n'.repeat(ignoreLimits.rules)}ignored.py\n`,
    globs: `${'*a*\n'.repeat(ignoreLimits.globBytes / 3 + 1)}ignored.py\n`,
    length: `${'a*'.repeat(3_000)}\nignored.py\n`,
    steps: `${`${'*a'.repeat(100)}*b\n`.repeat(400)}ignored.py\n`,
  };
  for (const [folder, text] of Object.entries(limits)) {
    write({ ...hostileTree(`${folder}/`), [`${folder}/.codecompassignore`]: text });
  }
  const { exitCode, document } = await fixture.runJson(['index']);
  expect([exitCode, [...document.warnings].sort()]).toEqual([
    0,
    [
      'An ignore file in globs is not applied: there are too many patterns.',
      'An ignore file in patterns is not applied: there are too many patterns.',
      'Some files are excluded, because the ignore patterns are too costly for their paths.',
      'length/.codecompassignore: 1 pattern is not applied, because of a length over 4096 bytes.',
      'size/.codecompassignore is not applied, because it is over 4 MB.',
    ],
  ]);
  // The last one also excludes the file with the long name.
  expect(document.symbols).toBe(4 + 4 + 4 + 3 + 2);
});
