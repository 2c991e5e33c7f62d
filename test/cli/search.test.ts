/** `codecompass search` through the built program. */
import { expect, test } from 'vitest';
import { programIn } from '../support/run-program.ts';
import { createRepository, temporaryFolder } from '../support/test-repository.ts';

const files = {
  'src/store.ts': `/** Keeps sessions in memory. */
export class SessionStore {
  open(user: string): string {
    throw new Error('too many sessions for one user');
  }
}
`,
  'src/app.py': 'def start():\n    return "ready \\x1b[31m"\n',
};

test('search indexes a folder that is not indexed, and prints places that a terminal can open', () => {
  const { root, branch, commit } = createRepository(files);
  const codecompass = programIn(root);
  const first = codecompass('search', 'SessionStore');
  expect(first.exitCode).toBe(0);
  expect(first.stderr).toContain('is not indexed yet; indexing it first');
  expect(first.stdout.split('\n')[0]).toBe('src/store.ts:2  class SessionStore');
  expect(first.stdout).toContain('     2  export class SessionStore {');

  const question = codecompass('search', 'how', 'many', 'sessions', 'per', 'user', '--limit', '1');
  expect(question.stderr).not.toContain('indexing');
  expect(question.stdout).toMatch(/^src\/store\.ts:\d/);

  const literal = codecompass('search', '"too many sessions"', '--json');
  expect(JSON.parse(literal.stdout)).toMatchObject({
    query_intent: 'error',
    results: [{ path: 'src/store.ts', name: 'open', result_type: 'snippet' }],
    metadata: { ref: 'main', result_completeness: 'complete' },
  });

  // Escape sequences are printed as text.
  expect(codecompass('search', 'start', '--lang', 'python').stdout).not.toContain('\x1b[31m');

  branch('other');
  commit({ 'src/other.ts': 'export function onlyThere() {}\n' });
  expect(codecompass('search', 'onlyThere').stdout).toContain('src/other.ts:1');
  expect(codecompass('search', 'onlyThere', '--ref', 'main').stdout).not.toContain('src/other.ts');
});

test('search and callers see what was edited since the index, and say how fresh they are', () => {
  const { root, write, git } = createRepository(files);
  const codecompass = programIn(root);
  codecompass('index');
  const json = (...args: string[]) => JSON.parse(codecompass(...args, '--json').stdout);
  expect(json('search', 'SessionStore').metadata).toMatchObject({ freshness_status: 'fresh', ref: 'main' });
  write({ 'src/store.ts': '\n\nexport class SessionStore {}\nexport function made() {}\n' });
  const edited = codecompass('search', 'SessionStore');
  expect(edited.stdout).toContain('src/store.ts:3');
  write({ 'src/use.ts': "import { made } from './store';\nexport const all = () => made();\n" });
  expect(codecompass('callers', 'made').stdout).toContain('src/use.ts:2');
  git('branch', 'other');
  codecompass('index', '--ref', 'other');
  git(
    'branch',
    '--force',
    'other',
    git('commit-tree', '-m', 'empty', git('hash-object', '-w', '-t', 'tree', '/dev/null')),
  );
  const moved = json('search', 'SessionStore', '--ref', 'other');
  expect(moved.metadata).toMatchObject({ freshness_status: 'stale', ref: 'other' });
  expect(moved.metadata.warnings.join()).toContain('has moved since it was indexed');
});

test('search uses the settings: without vectors, a question finds no code in other words', () => {
  const { root } = createRepository({
    'src/store.ts':
      'export class Store {\n  purgeExpired(now) {\n    return this.rows.filter((row) => row.end > now);\n  }\n}\n',
    'src/widgets.ts': 'export function renderButton(label) {\n  return draw(label);\n}\n',
    'src/numbers.ts': 'export function roundHalf(value) {\n  return Math.floor(value);\n}\n',
  });
  const home = temporaryFolder();
  const namesWith = (variables: Record<string, string>) => {
    const { stdout } = programIn(root, home, variables)('search', 'delete old sessions', '--json');
    return JSON.parse(stdout).results.map(({ name }: { name?: string }) => name);
  };
  expect(namesWith({})).toContain('purgeExpired');
  expect(namesWith({ CODECOMPASS_SEARCH_VECTORS: 'false' })).toEqual([]);
});

test('search rejects invalid arguments by name', () => {
  const { root } = createRepository(files);
  const codecompass = programIn(root);
  codecompass('index');
  const check = (args: string[], message: string, exitCode = 2) => {
    const run = codecompass('search', ...args);
    expect(run.stderr).toContain(message);
    expect(run.exitCode).toBe(exitCode);
  };
  check([], 'QUERY is missing');
  check(['  '], 'QUERY must not be empty');
  check(['x', '--kind', 'thing'], '--kind must be one of fn, method');
  check(['x', '--lang', 'cobol'], '--lang is "cobol", which is no known language');
  check(['x', '--limit', '0'], '--limit must be at least 1');
  check(['x', '--limit', 'many'], '--limit takes a whole number');
  check(['x', '--ref', 'nowhere'], 'nowhere');
  const none = codecompass('search', 'zzzzzz');
  expect(none).toMatchObject({ exitCode: 0, stdout: '' });
  expect(none.stderr).toContain('No matches on main.');
});
