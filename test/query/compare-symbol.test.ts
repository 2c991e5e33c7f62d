/** Symbols on two refs of one repository: changed, moved, overloaded, added, deleted, unchanged. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CompareSymbolAnswer, compareSymbol } from '../../src/query/tools/compare-symbol.ts';
import { ProjectReader } from '../../src/query/view/ref-view.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { indexInProcess } from '../support/run-job.ts';
import { createRepository, type TestFiles, temporaryFolder } from '../support/test-repository.ts';

type Wish = Partial<Parameters<typeof compareSymbol>[2]> & { symbol_name: string };

/** Indexes `before` as `main` and `after` as `feat`, to compare symbols on them until the test has finished. */
async function indexedBoth(
  before: TestFiles,
  after: TestFiles,
  removed: readonly string[] = [],
): Promise<(wish: Wish) => Promise<CompareSymbolAnswer>> {
  const repository = createRepository(before);
  const home = temporaryFolder();
  await indexInProcess(home, repository.root);
  repository.branch('feat');
  repository.remove(...removed);
  repository.commit(after);
  const { projectId } = await indexInProcess(home, repository.root);
  const store = await openStore(home, projectId);
  onTestFinished(() => store.close());
  const reader = new ProjectReader(projectId, store);
  return (wish) => {
    const request = { base_ref: 'main', head_ref: 'feat', include_diff: false, path: undefined, ...wish };
    return reader.viewBoth(['main', 'feat'], (base, head) => compareSymbol(base, head, request));
  };
}

async function comparison(before: TestFiles, after: TestFiles, wish: Wish): Promise<CompareSymbolAnswer> {
  return (await indexedBoth(before, after))(wish);
}

const handler = `pub fn process_request(req: &Request) -> Response {
    let user = req.user();
    respond(user)
}
`;
const changedHandler = `// A comment that shifts what follows.
pub async fn process_request(req: &Request, ctx: &Context) -> Result<Response> {
    let user = req.user();
    ctx.log(user);
    Ok(respond(user))
}
`;

test('reports changes of signature, body and lines', async () => {
  const answer = await comparison(
    { 'src/handler.rs': handler },
    { 'src/handler.rs': changedHandler },
    { symbol_name: 'process_request', path: 'src/handler.rs', include_diff: true },
  );
  expect(answer).toMatchObject({
    symbol: 'process_request',
    path: 'src/handler.rs',
    base_version: {
      signature: 'pub fn process_request(req: &Request) -> Response',
      line_start: 1,
      line_end: 4,
      kind: 'fn',
      language: 'rust',
    },
    head_version: { line_start: 2, line_end: 6 },
    diff_summary: {
      status: 'modified',
      signature_changed: true,
      body_changed: true,
      lines_added: 3,
      lines_removed: 2,
      line_range_shifted: true,
    },
  });
  expect(answer.symbol_stable_id).toMatch(/^b3:[0-9a-f]{16}$/);
  expect(answer.base_version?.symbol_id).toBe(answer.head_version?.symbol_id);
  expect(answer.diff).toContain('--- a/src/handler.rs\n+++ b/src/handler.rs\n@@ -1,4 +2,5 @@\n-pub fn process_request');
  expect(answer.diff).toContain('+    ctx.log(user);\n');
});

test('distinguishes a new signature from a new body', async () => {
  const answer = await comparison(
    { 'a.py': 'def area(width):\n    return width * 2\n' },
    { 'a.py': 'def area(width, height=1):\n    return width * 2\n' },
    { symbol_name: 'area' },
  );
  expect(answer.diff_summary).toMatchObject({ status: 'modified', signature_changed: true, body_changed: false });
});

test('reports only the status of an unchanged symbol, even if its lines shifted', async () => {
  const answer = await comparison(
    { 'src/handler.rs': handler },
    { 'src/handler.rs': `\n\n${handler}` },
    { symbol_name: 'process_request' },
  );
  expect(answer.diff_summary).toEqual({ status: 'unchanged' });
  expect(answer.head_version?.line_start).toBe(3);
});

test('shows an added symbol without a base and a deleted one without a head', async () => {
  const files = { 'a.ts': 'export function old() {}\n' };
  const after = { 'a.ts': 'export function fresh() {\n  return 1;\n}\n' };
  const compare = await indexedBoth(files, after);
  const added = await compare({ symbol_name: 'fresh', include_diff: true });
  expect(added).toMatchObject({ base_version: null, diff_summary: { status: 'added', lines_added: 3 } });
  expect(added.diff).toContain('--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1,3 @@\n');
  const deleted = await compare({ symbol_name: 'old' });
  expect(deleted).toMatchObject({ head_version: null, diff_summary: { status: 'deleted', lines_removed: 1 } });
});

test('follows a symbol into a file that was moved', async () => {
  const compare = await indexedBoth(
    { 'src/handler.rs': handler, 'src/other.rs': 'pub fn other() {}\n' },
    { 'src/web/handler.rs': handler.replace('respond(user)', 'answer(user)') },
    ['src/handler.rs'],
  );
  const answer = await compare({ symbol_name: 'process_request', path: 'src/handler.rs' });
  expect(answer).toMatchObject({
    path: 'src/web/handler.rs',
    base_version: { path: 'src/handler.rs' },
    head_version: { path: 'src/web/handler.rs' },
    diff_summary: { status: 'modified', lines_added: 1, lines_removed: 1, signature_changed: false },
  });
});

test('distinguishes overloads, even if one is inserted before the others', async () => {
  const overload = (type: string, body: string) => `  int add(${type} value) {\n    return ${body};\n  }\n`;
  const before = `class Sum {\n${overload('int', '1')}${overload('String', '2')}}\n`;
  const after = `class Sum {\n${overload('long', '0')}${overload('int', '1')}${overload('String', '22')}}\n`;
  const answer = await comparison({ 'Sum.java': before }, { 'Sum.java': after }, { symbol_name: 'add' });
  expect(answer.overloads).toEqual([
    { signature: 'int add(long value)', status: 'added' },
    { signature: 'int add(int value)', status: 'unchanged' },
    { signature: 'int add(String value)', status: 'modified' },
  ]);
});

test('rejects ambiguous and unknown names', async () => {
  const files = { 'a.py': 'def run():\n    pass\n', 'b.py': 'def run():\n    return 2\n' };
  const compare = await indexedBoth(files, {});
  const refusal = (wish: Wish) => compare(wish).catch((error) => error);
  expect(await refusal({ symbol_name: 'run' })).toMatchObject({
    code: 'ambiguous_symbol',
    data: { candidates: [{ path: 'a.py' }, { path: 'b.py' }] },
  });
  expect(await refusal({ symbol_name: 'rum' })).toMatchObject({
    code: 'symbol_not_found',
    data: { suggestions: ['run'] },
  });
  expect(await refusal({ symbol_name: 'run', path: 'c.py' })).toMatchObject({
    code: 'symbol_not_found',
    data: { paths: ['a.py', 'b.py'] },
  });
});

test('prefers the definition to the declaration in a C or C++ header', async () => {
  const body = (value: number) =>
    `#include "db.h"\nnamespace kv {\nint Db::Get(int key) {\n  return ${value};\n}\n}\nint boot(void) {\n  return ${value};\n}\n`;
  const files = {
    'db.h': 'namespace kv {\nclass Db {\n public:\n  int Get(int key);\n};\n}\nint boot(void);\n',
    'db.cc': body(1),
  };
  const compare = await indexedBoth(files, { 'db.cc': body(2) });
  const method = await compare({ symbol_name: 'Db::Get' });
  expect(method).toMatchObject({ path: 'db.cc', diff_summary: { status: 'modified' } });
  expect(await compare({ symbol_name: 'boot' })).toMatchObject({ path: 'db.cc' });
  const declared = await compare({ symbol_name: 'Db::Get', path: 'db.h' });
  expect(declared).toMatchObject({ path: 'db.h', diff_summary: { status: 'unchanged' } });
});

describe('very many overloads', () => {
  const declared = (count: number, body: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => `export function many(x) {${body(at)}}\n`).join('');

  test('are compared up to a limit, and the rest is counted', async () => {
    const before = declared(1_200, () => '');
    const after = declared(1_200, (at) => (at === 3 ? 'x' : ''));
    const answer = await comparison({ 'a.ts': before }, { 'a.ts': after }, { symbol_name: 'many', include_diff: true });
    expect(answer.overloads).toHaveLength(500);
    expect(answer.overloads?.filter(({ status }) => status === 'modified')).toHaveLength(1);
    expect(answer).toMatchObject({
      head_version: { line_start: 4 },
      diff_summary: { status: 'modified', lines_added: 1, lines_removed: 1 },
      diff: expect.stringContaining('@@ -4 +4 @@\n-export function many(x) {}\n+export function many(x) {x}\n'),
      metadata: {
        result_completeness: 'partial',
        warnings: ['Only the first 500 of 1200 overloads were compared.'],
      },
    });
  });

  test('are complete below the limit', async () => {
    const answer = await comparison(
      { 'a.ts': declared(400, () => '') },
      { 'a.ts': `// moved\n${declared(401, () => '')}` },
      { symbol_name: 'many' },
    );
    expect(answer.overloads).toHaveLength(401);
    expect(answer).toMatchObject({ diff_summary: { status: 'added' }, metadata: { result_completeness: 'complete' } });
  });
});

test('a long symbol that was rewritten is shown as replaced, with a warning', async () => {
  const written = (word: string) =>
    `export function long() {\n${Array.from({ length: 70_000 }, (_, at) => `${word}${at};`).join('\n')}\n}\n`;
  const answer = await comparison(
    { 'a.ts': written('a') },
    { 'a.ts': written('b') },
    { symbol_name: 'long', include_diff: true },
  );
  expect(answer).toMatchObject({
    diff_summary: { status: 'modified', lines_added: 70_000, lines_removed: 70_000 },
    metadata: { warnings: [expect.stringContaining('too many lines for the shortest diff')] },
  });
  expect(answer.diff?.split('\n')).toHaveLength(2 + 1 + 140_002 + 1);
});
