/** Ids and path:line on the command line, where a path is relative to the current folder. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliFixture, createCliFixture } from '../support/cli-fixture.ts';
import { namesakes } from '../support/namesakes.ts';

let cli: CliFixture;

beforeAll(async () => {
  cli = createCliFixture();
  cli.git('init', '--quiet', '-b', 'main', '.');
  for (const [path, text] of Object.entries(namesakes)) cli.write(path, text as string);
  cli.write('numbers.ts', 'export function other() {}\n');
  cli.git('add', '-A');
  cli.git('commit', '--quiet', '-m', 'one');
  cli.git('branch', 'old');
  await cli.run(['index']);
});
afterAll(() => cli?.remove());

test('ids and positions name a symbol in every command that takes one', async () => {
  const { document } = await cli.runJson(['search', 'convert']);
  const { symbol_id, symbol_stable_id } = document.results[0];
  for (const handle of [symbol_id, symbol_stable_id, 'src/code.rs:29', `${cli.root}/src/code.rs:29`]) {
    for (const command of ['callers', 'callees']) {
      const graph = await cli.runJson([command, handle]);
      expect(graph.document.symbol, `${command} ${handle}`).toMatchObject({ path: 'src/code.rs', line_start: 27 });
    }
    const compared = await cli.runJson(['compare', handle, 'old', 'main']);
    expect(compared.document, handle).toMatchObject({ symbol: 'convert', path: 'src/code.rs' });
  }
});

test('in a sub-folder the path of a position is relative to it', async () => {
  const cwd = join(cli.root, 'src');
  for (const [handle, name] of [
    ['numbers.ts:6', 'two'],
    ['../numbers.ts:1', 'other'],
    ['src/numbers.ts:6', 'two'],
  ] as const) {
    const graph = await cli.runJson(['callees', handle], { cwd });
    expect(graph.document.symbol, handle).toMatchObject({ name });
    const compared = await cli.runJson(['compare', handle, 'old', 'main'], { cwd });
    expect(compared.document, handle).toMatchObject({ symbol: name });
  }
});

test('a line past the end gives the number of lines', async () => {
  for (const args of [
    ['callers', 'src/code.rs:99999'],
    ['compare', 'src/code.rs:99999', 'old', 'main'],
  ]) {
    const { exitCode, stderr } = await cli.run(args);
    expect(exitCode, args[0]).toBe(1);
    expect(stderr).toContain('src/code.rs has 30 lines; line 99,999 is past its end.');
  }
  const { stdout, stderr } = await cli.run(['search', 'code.rs:99999']);
  expect(stdout + stderr).toContain('src/code.rs has 30 lines; line 99,999 is past its end.');
});

describe('several symbols in one command', () => {
  test('are each printed, and what fails leaves the others', async () => {
    const { stdout, stderr, exitCode } = await cli.run(['show', 'two', 'nowhereAtAll', 'convert']);
    expect(stdout).toMatch(/numbers\.ts:\d+.*two[\s\S]*code\.rs:\d+.*convert/);
    expect(stdout + stderr).toContain('nowhereAtAll');
    expect(exitCode).toBe(0);
    const callers = await cli.run(['callers', 'nowhereAtAll', 'two']);
    expect(callers.exitCode).toBe(1);
    expect(callers.stderr).toContain('No symbol is named nowhereAtAll');
    expect(callers.stderr).toContain('callers of two');
  });

  test('are one document in JSON, in the order of the command line', async () => {
    const { document } = await cli.runJson(['references', 'two', 'nowhereAtAll', 'convert']);
    expect(document.answers).toMatchObject([
      { asked: 'two', total: expect.any(Number) },
      { asked: 'nowhereAtAll', error: { code: 'symbol_not_found' } },
      { asked: 'convert', total: expect.any(Number) },
    ]);
  });

  test('may be positions relative to a sub-folder', async () => {
    const cwd = join(cli.root, 'src');
    const { document } = await cli.runJson(['show', 'numbers.ts:6', '../numbers.ts:1'], { cwd });
    expect(document.sources.map(({ path }: { path: string }) => path)).toEqual(['src/numbers.ts', 'numbers.ts']);
  });
});

test('the lines of a file may be asked for by the end of its path', async () => {
  const { document } = await cli.runJson(['show', 'code.rs:2-4']);
  expect(document.sources).toMatchObject([{ path: 'src/code.rs', line_start: 2, line_end: 4 }]);
});
