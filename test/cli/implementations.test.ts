/** The commands `implementations` and `path`: what they print, and their errors. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliFixture, createCliFixture } from '../support/cli-fixture.ts';

let cli: CliFixture;

beforeAll(async () => {
  cli = createCliFixture();
  cli.git('init', '--quiet', '-b', 'main', '.');
  cli.write('src/store.py', 'class Store:\n    def save(self):\n        pass\n');
  cli.write(
    'src/disk.py',
    'from src.store import Store\n\n\nclass Disk(Store):\n    def save(self):\n        write(self)\n\n\ndef write(disk):\n    pass\n',
  );
  cli.write(
    'src/main.py',
    'from src.disk import write\n\n\ndef main():\n    helper()\n\n\ndef helper():\n    write(1)\n',
  );
  cli.git('add', '-A');
  cli.git('commit', '--quiet', '-m', 'one');
  await cli.run(['index']);
});
afterAll(() => cli?.remove());

test('implementations prints places that a terminal can open', async () => {
  const types = await cli.run(['implementations', 'Store']);
  expect(types.stdout).toBe('src/disk.py:4  class disk.Disk\n');
  expect(types.stderr).toContain('1 extends store.Store on main');
  const methods = await cli.run(['implementations', 'Disk.save', '--direction', 'up']);
  expect(methods.stdout).toBe('src/store.py:2  method store.Store.save\n');
  const { document } = await cli.runJson(['implementations', 'Store']);
  expect(document).toMatchObject({ total: 1, implementations: [{ relation: 'extends', distance: 1 }] });
});

test('path prints each call with its place', async () => {
  const { stdout, stderr } = await cli.run(['path', 'main', 'write']);
  expect(stdout).toBe(
    'src/main.py:4  main\n  src/main.py:5 → src/main.py:8 helper\n  src/main.py:9 → src/disk.py:9 write\n',
  );
  expect(stderr).toContain('1 path from main to write on main');
});

test('path reports the operand that is wrong', async () => {
  const same = await cli.run(['path', 'main', 'src/main.py:4']);
  expect(same.stderr).toContain('TO names the start itself, main (src/main.py:4).');
  const unknown = await cli.run(['path', 'main', 'no_such_name']);
  expect(unknown.stderr).toContain('No symbol is named no_such_name');
  const none = await cli.run(['path', 'write', 'main']);
  expect(none.stderr).toContain('no path from write to main');
  expect(none.stderr).toContain('main reaches write in 2 calls');
});
