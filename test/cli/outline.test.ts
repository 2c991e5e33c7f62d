/** `outline` and `context` of the built program, in an unindexed repository. */
import { expect, test } from 'vitest';
import { programIn } from '../support/run-program.ts';
import { createRepository, temporaryFolder } from '../support/test-repository.ts';

const files = {
  'src/store.ts': `import fs from 'node:fs'; import 'node:path';
/** Keeps the users. */
export class UserStore {
  load(id: string) {
    return fs.readFileSync(id);
  }
}
`,
  'src/\u202eodd.py': 'def strange():\n    pass\n',
};

/** Runs the program in a folder of the repository. All calls share one data directory. */
function inRepository() {
  const repository = createRepository(files);
  const home = temporaryFolder();
  return (folder: string, ...args: string[]) => programIn(repository.path(folder), home)(...args);
}

test('outline indexes first, accepts a path from the current folder or the root, and nests', () => {
  const run = inRepository();
  const first = run('src', 'outline', 'store.ts');
  expect(first.stderr).toMatch(/not indexed yet; indexing it first/);
  expect(first.stdout.split('\n')).toEqual([
    'src/store.ts',
    '  3  export class UserStore',
    '  4    load(id: string)',
    '  1  imports node:fs, node:path',
    '',
  ]);
  expect(run('src', 'outline', 'src/store.ts', '--top').stdout).toBe(
    'src/store.ts\n  3  export class UserStore\n  1  imports node:fs, node:path\n',
  );
  const json = JSON.parse(run('', 'outline', './src/store.ts', '--json').stdout);
  expect(json).toMatchObject({ file_path: 'src/store.ts', metadata: { ref: 'main', symbol_count: 4 } });
  // JSON keeps the order of the contract.
  expect(json.symbols.map(({ kind }: { kind: string }) => kind)).toEqual(['use', 'use', 'class']);
  const missing = run('', 'outline', 'src/stor.ts');
  expect(missing.exitCode).toBe(1);
  expect(missing.stderr).toMatch(/error\[file_not_found\].*\n→ Did you mean src\/store\.ts\?/);
});

test('outline takes folders and several paths', () => {
  const run = inRepository();
  run('', 'index');
  expect(run('src', 'outline', '.').stdout).toBe(run('', 'outline', 'src').stdout);
  expect(run('', 'outline', 'src').stdout).toContain('src/store.ts  (7 lines)  UserStore\n');
  const several = run('src', 'outline', 'store.ts', '../src', '--json');
  const { files: listed, total_files: total } = JSON.parse(several.stdout);
  expect(total).toBe(2);
  expect(listed.map(({ path }: { path: string }) => path)).toContain('src/store.ts');
  expect(run('', 'outline').stderr).toContain('FILE');
});

test('context prints signatures or bodies, and escapes control characters', () => {
  const run = inRepository();
  const breadth = run('', 'context', 'UserStore', '--strategy', 'breadth');
  expect(breadth.stdout).toMatch(/^src\/store\.ts:3 {2}class UserStore\n {4}export class UserStore\n/);
  expect(breadth.stderr).toMatch(/\(breadth, on main\)/);
  const depth = run('', 'context', 'UserStore', '--strategy', 'depth', '--max-tokens', '2000');
  expect(depth.stdout).toMatch(/ {6}load\(id: string\) \{\n/);
  const odd = run('', 'context', 'strange');
  expect(odd.stdout).toContain('src/\\u202eodd.py:1');
  expect(odd.stdout).not.toContain('\u202e');
  const json = JSON.parse(run('', 'context', 'UserStore', '--json', '--max-tokens', '999999999').stdout);
  expect(json.metadata.warnings[0]).toMatch(/^--max-tokens was clamped/);
  expect(run('', 'context', 'x', '--strategy', 'wide').stderr).toMatch(
    /error\[invalid_strategy\].*\n→ Run it again with --strategy breadth or --strategy depth\.\n/,
  );
  const none = run('', 'context', 'x', '--max-tokens', '0');
  expect(none.exitCode).toBe(2);
  expect(none.stderr).toContain('→ Run it again with --max-tokens of 1 or more, or without it.\n');
  const noneInJson = JSON.parse(run('', 'context', 'x', '--max-tokens', '0', '--json').stdout);
  expect(noneInJson.error.data.remediation).toContain('--max-tokens');
});
