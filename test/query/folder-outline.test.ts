/** The outline of folders and of several files. */
import { describe, expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { type FolderOutlineAnswer, fileOutline, fileOutlineParameters } from '../../src/query/tools/file-outline.ts';
import { fileOutlineRenderer } from '../../src/render/answers/file-outline.ts';
import { forModel } from '../../src/render/rendering.ts';
import { sharedView } from '../support/query-view.ts';

const manyNames = Array.from({ length: 60 }, (_, at) => `def helper_${at}():\n    pass\n`).join('\n');
const ask = sharedView({
  'README.md': '# Shop\n',
  'main.py': 'def main():\n    pass\n',
  'src/auth/jwt.ts':
    'const secret = 1;\nfunction hidden() {}\nexport class Token {\n  check() {}\n}\nexport function verify() {}\n',
  'src/auth/jwt.test.ts': 'export function testJwt() {}\n',
  'src/auth/notes.txt': 'Notes.\n',
  'src/auth/keys/key.ts': 'export interface Key {}\n',
  'src/auth/logo.png': Uint8Array.of(137, 80, 78, 71, 0, 0, 0, 13),
  'src/Cart.cs': 'namespace Shop {\n  public class Cart { public int Total() { return 0; } }\n}\n',
  'deep/one/two/a.py': 'A = 1\n',
  'deep/one/two/three/b.py': 'B = 1\n',
  'many/all.py': manyNames,
  ...Object.fromEntries(
    Array.from({ length: 45 }, (_, at) => [`many/part/file_${at}.py`, `def f_${at}():\n    pass\n`]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 3 }, (_, at) => [`many/tests/test_${at}.py`, 'def test_it():\n    pass\n']),
  ),
});

function outline(request: Record<string, unknown>): Promise<FolderOutlineAnswer> {
  return ask((view) => fileOutline(view, readParameters(fileOutlineParameters, request).values)) as Promise<never>;
}

const pathsOf = ({ files }: FolderOutlineAnswer) => files.map(({ path }) => path);
const textOf = async (request: Record<string, unknown>) => {
  const { lines, ending } = fileOutlineRenderer(await outline(request), forModel());
  return [...lines, ...(ending === '' || ending === undefined ? [] : [ending])];
};

describe('a folder', () => {
  test('lists its files with their top-level symbols, public types and functions first, tests last', async () => {
    const answer = await outline({ path: 'src/auth' });
    expect(pathsOf(answer)).toEqual([
      'src/auth/jwt.ts',
      'src/auth/keys/key.ts',
      'src/auth/notes.txt',
      'src/auth/jwt.test.ts',
    ]);
    expect(answer.files[0]).toMatchObject({ language: 'typescript', lines: 6, symbol_count: 4 });
    expect(answer.files[0]?.symbols.map(({ name }) => name)).toEqual(['Token', 'verify', 'hidden', 'secret']);
    expect(answer.files[0]?.symbols[0]).toEqual({
      kind: 'class',
      name: 'Token',
      line_start: 3,
      line_end: 5,
      visibility: 'export',
      signature: 'export class Token',
    });
    expect(answer).toMatchObject({ total_files: 4, truncated: false });
    expect(answer.metadata.skipped_files).toEqual({ binary: 1 });
  });

  test('is one line per file as text', async () => {
    expect(await textOf({ path: 'src/auth' })).toEqual([
      'src/auth/jwt.ts  (6 lines)  Token, verify, hidden, secret',
      'src/auth/keys/key.ts  (1 line)  Key',
      'src/auth/notes.txt  (1 line)',
      'src/auth/jwt.test.ts  (1 line)  testJwt',
    ]);
  });

  test('counts the folders in it if it is large, and the symbols that are not named', async () => {
    const shown = await textOf({ path: 'many' });
    expect(shown).toEqual([
      'many/all.py  (179 lines)  helper_0, helper_1, helper_2, helper_3, helper_4, helper_5, helper_6, helper_7, +52',
      'many/part/  45 files',
      'many/tests/  3 files, tests',
    ]);
  });

  test('the root works in every spelling, and a folder that holds only a folder is shown as that one', async () => {
    for (const path of ['.', '/', './']) {
      expect(await textOf({ path })).toEqual([
        'main.py  (2 lines)  main',
        'deep/one/two/  2 files',
        'many/  49 files, 3 of them tests',
        'src/  5 files, 1 of them tests',
        'README.md  (1 line)',
      ]);
    }
  });

  test('a namespace stands back behind its types', async () => {
    const { files } = await outline({ paths: ['src/Cart.cs'] });
    expect(files[0]?.symbols.map(({ name }) => name)).toEqual(['Cart']);
  });

  test('a limit cuts the files and keeps the total', async () => {
    const all = await outline({ path: 'many/part' });
    expect(all.total_files).toBe(45);
    const some = await outline({ path: 'many/part', limit: 7 });
    expect(some.files).toEqual(all.files.slice(0, 7));
    expect(some).toMatchObject({ total_files: 45, truncated: true, metadata: { result_completeness: 'truncated' } });
    expect((await textOf({ path: 'many/part', limit: 7 })).at(-1)).toBe('7 of 45 files; limit shows more');
  });

  test('takes the filters of a list', async () => {
    expect(pathsOf(await outline({ path: 'src/auth', tests: 'exclude' }))).not.toContain('src/auth/jwt.test.ts');
    const only = await outline({ path: 'src', tests: 'only' });
    expect(pathsOf(only)).toEqual(['src/auth/jwt.test.ts']);
    expect(only.metadata.filtered_files).toBe(4);
    const none = await outline({ path: 'src/auth', language: 'python' });
    expect(none.metadata.warnings).toContain('The filters left out all 4 files.');
  });
});

test('several paths are files and folders; each file is listed once', async () => {
  const answer = await outline({ paths: ['main.py', 'src/auth/keys', 'src/auth/keys/key.ts', 'README.md'] });
  expect(pathsOf(answer)).toEqual(['main.py', 'src/auth/keys/key.ts', 'README.md']);
  const both = await outline({ path: 'main.py', paths: ['README.md'] });
  expect(pathsOf(both)).toEqual(['main.py', 'README.md']);
});

describe('an error', () => {
  const failing = (request: Record<string, unknown>) => outline(request).catch((thrown) => thrown);

  test('suggests similar folders', async () => {
    expect(await failing({ path: 'src/auht' })).toMatchObject({
      code: 'file_not_found',
      remediation: 'Did you mean src/auth?',
      data: { suggestions: ['src/auth'] },
    });
    expect((await failing({ paths: ['main.py', 'lib/keys'] })).data.suggestions).toContain('src/auth/keys');
  });

  test('names the missing parameter', async () => {
    expect(await failing({})).toMatchObject({ code: 'invalid_input', data: { parameter: 'path' } });
  });

  test('explains a file that is not indexed', async () => {
    expect(await failing({ path: 'src/auth/logo.png' })).toMatchObject({ data: { skip_reason: 'binary' } });
  });
});
