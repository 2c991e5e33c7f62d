/**
 * Paths on the command line: relative to the current folder first, as a shell completes them, else to the root of the
 * repository; absolute and through links; never outside the project. `--workspace` names the project everywhere.
 */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCommands } from '../../src/cli/commands/table.ts';
import { type CliFixture, createCliFixture } from '../support/cli-fixture.ts';

let cli: CliFixture;
let sub: string;

beforeAll(async () => {
  cli = createCliFixture();
  cli.git('init', '--quiet', '-b', 'main', '.');
  cli.write('app.go', 'package main\n\nfunc Run() { Rootly() }\n\nfunc Rootly() {}\n');
  cli.write('sub/app.go', 'package sub\n\nfunc Run() { Subly() }\n\nfunc Subly() {}\n');
  cli.write('sub/old.go', 'package sub\n\nfunc Gone() {}\n');
  cli.write('other/app.go', 'package other\n\nfunc Run() { Otherly() }\n\nfunc Otherly() {}\n');
  cli.git('add', '-A');
  cli.git('commit', '--quiet', '-m', 'one');
  cli.git('tag', 'v1');
  cli.git('rm', '--quiet', 'sub/old.go');
  cli.git('commit', '--quiet', '-m', 'two');
  symlinkSync(cli.root, join(cli.base, 'link'));
  sub = join(cli.root, 'sub');
  await cli.run(['index']);
});
afterAll(() => cli?.remove());

/** Every command that takes a file, with the file that the answer is about. */
const takers: Readonly<Record<string, readonly [(path: string) => string[], (document: never) => string]>> = {
  outline: [(path) => ['outline', path], ({ file_path }: { file_path: string }) => file_path],
  callers: [(path) => ['callers', 'Run', '--path', path], pathOfSymbol],
  callees: [(path) => ['callees', 'Run', '--path', path], pathOfSymbol],
  references: [(path) => ['references', 'Run', '--path', path], pathOfSymbol],
  implementations: [(path) => ['implementations', 'Run', '--path', path], pathOfSymbol],
  show: [(path) => ['show', 'Run', '--path', path], pathOfSource],
  'show --file': [(path) => ['show', '--file', path], pathOfSource],
  compare: [(path) => ['compare', 'Run', 'v1', 'main', '--path', path], ({ path }: { path: string }) => path],
  position: [(path) => ['callees', `${path}:3`], pathOfSymbol],
  'position in compare': [(path) => ['compare', `${path}:3`, 'v1', 'main'], ({ path }: { path: string }) => path],
};

function pathOfSource({ sources }: { sources: readonly { path: string }[] }): string {
  return sources[0]?.path ?? '';
}

function pathOfSymbol({ symbol }: { symbol: { path: string } }): string {
  return symbol.path;
}

test('every command with a file is checked here', async () => {
  const withFile = Object.entries(await allCommands())
    .filter(([, { flags, operands }]) =>
      // The flags that take several are filters, which have their own test.
      [...operands, ...Object.values(flags).filter(({ many }) => many !== true)].some(
        (row) => row.completes === 'file' && row !== flags.config,
      ),
    )
    .map(([name]) => name);
  expect(Object.keys(takers)).toEqual(expect.arrayContaining(withFile));
});

/** Every command reads paths in the same way, so all forms are tried with one that takes a file and one that takes a place. */
const triedWithAll: ReadonlySet<string> = new Set(['outline', 'position']);

describe.each(Object.entries(takers))('%s', (name, [argsFor, fileOf]) => {
  const isTriedWithAll = triedWithAll.has(name);
  const check = async (path: string, expected: string, cwd: string) => {
    const { document, exitCode } = await cli.runJson(argsFor(path), { cwd });
    expect([path, exitCode, document.error?.message]).toEqual([path, 0, undefined]);
    expect([path, fileOf(document as never)]).toEqual([path, expected]);
  };

  test('in a sub-folder', async () => {
    await check('app.go', 'sub/app.go', sub);
    if (!isTriedWithAll) return;
    await check('./app.go', 'sub/app.go', sub);
    await check('../app.go', 'app.go', sub);
    await check('../other/app.go', 'other/app.go', sub);
    // Not in this folder, so relative to the root, as answers print it.
    await check('other/app.go', 'other/app.go', sub);
    await check('sub/app.go', 'sub/app.go', sub);
  });

  test('absolute, and through a link', async () => {
    await check(join(sub, 'app.go'), 'sub/app.go', cli.root);
    if (!isTriedWithAll) return;
    await check(join(cli.root, 'app.go'), 'app.go', sub);
    await check(join(cli.base, 'link/sub/app.go'), 'sub/app.go', sub);
    await check('app.go', 'sub/app.go', join(cli.base, 'link/sub'));
  });

  test('outside the project', async () => {
    for (const [path, cwd] of [
      ['../../elsewhere.go', sub],
      ['/no/such/file.go', cli.root],
      ['/sub/', cli.root],
      ['/no/../sub/app.go', cli.root],
      [join(cli.base, 'elsewhere.go'), cli.root],
    ].slice(0, isTriedWithAll ? undefined : 1) as [string, string][]) {
      const { exitCode, stderr } = await cli.run(argsFor(path), { cwd });
      expect([path, exitCode]).toEqual([path, 2]);
      expect(stderr).toContain(`is outside the project ${cli.root}.`);
    }
  });

  test('with another project', async () => {
    const { document } = await cli.runJson([...argsFor('sub/app.go'), '--workspace', cli.root], { cwd: cli.base });
    expect(fileOf(document as never)).toBe('sub/app.go');
    const linked = await cli.runJson([...argsFor('app.go'), '--workspace', 'link'], { cwd: cli.base });
    expect(fileOf(linked.document as never)).toBe('app.go');
  });
});

test('a file that only another ref has is found from its folder too', async () => {
  for (const ref of ['v1', 'HEAD~1']) {
    const { document } = await cli.runJson(['outline', 'old.go', '--ref', ref], { cwd: sub });
    expect(document.file_path).toBe('sub/old.go');
  }
  const compared = await cli.runJson(['compare', 'Gone', 'v1', 'main', '--path', 'old.go'], { cwd: sub });
  expect(compared.document).toMatchObject({ path: 'sub/old.go', diff_summary: { status: 'deleted' } });
});

test('--within is relative to the current folder', async () => {
  const filesOf = async (within: string[], cwd: string) => {
    const args = within.flatMap((path) => ['--within', path]);
    const { document } = await cli.runJson(['references', 'Subly', '--path', 'sub/app.go', ...args], { cwd });
    return document.total as number;
  };
  expect(await filesOf(['app.go'], sub)).toBe(1);
  expect(await filesOf(['.'], sub)).toBe(1);
  expect(await filesOf(['../other'], sub)).toBe(0);
  expect(await filesOf(['!app.go'], sub)).toBe(0);
  expect(await filesOf(['*.go'], sub)).toBe(1);
  expect(await filesOf(['./*.go'], sub)).toBe(1);
  expect(await filesOf([join(cli.base, 'link/sub')], cli.root)).toBe(1);
});

describe('--workspace and --path', () => {
  test('mean the same in every command', async () => {
    for (const [name, { flags }] of Object.entries(await allCommands())) {
      if (flags.workspace !== undefined) expect([name, flags.workspace.completes]).toEqual([name, 'folder']);
      const isFile = flags.path?.completes === 'file';
      if (flags.path !== undefined && !isFile) expect([name, flags.path.aliasOf]).toEqual([name, 'workspace']);
    }
  });

  test('choose the project of every command that has one', async () => {
    const elsewhere = join(cli.base, 'elsewhere');
    mkdirSync(elsewhere);
    for (const folder of [join(cli.base, 'link'), '../project/sub']) {
      for (const args of [['init'], ['index'], ['sync'], ['status'], ['refs'], ['skipped'], ['prune', '--dry-run']]) {
        const { document, exitCode } = await cli.runJson([...args, '--workspace', folder], { cwd: elsewhere });
        expect([args[0], folder, exitCode, document.root ?? cli.root]).toEqual([args[0], folder, 0, cli.root]);
      }
    }
    for (const command of ['init', 'index']) {
      const { document } = await cli.runJson([command, '--path', cli.root], { cwd: elsewhere });
      expect(document.root).toBe(cli.root);
    }
  });

  test('name what is wrong with the folder', async () => {
    for (const [folder, message] of [
      ['absent', 'absent does not exist.'],
      ['app.go', 'app.go is not a folder.'],
    ] as const) {
      for (const args of [['status'], ['index'], ['search', 'Run'], ['compare', 'Run', 'v1', 'main']]) {
        const { exitCode, stderr } = await cli.run([...args, '--workspace', folder]);
        expect([args[0], exitCode]).toEqual([args[0], 2]);
        expect(stderr).toContain(message);
      }
    }
  });
});
