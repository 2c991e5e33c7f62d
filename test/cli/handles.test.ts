/** Ids and path:line on the command line, where a path is relative to the current folder. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
