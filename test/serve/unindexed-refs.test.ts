/** Refs that git knows and that are not indexed: one call answers from git's objects, through the official client. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, connectStdio, createFixture, type Fixture, until } from '../support/serve-fixture.ts';

const first = {
  'src/auth.py': [
    'def check_token(token):',
    '    return token == "a"',
    '',
    'def same_as_ever():',
    '    return 1',
    '',
    'class Session:',
    '    def close(self):',
    '        pass',
    '',
  ].join('\n'),
  'src/old_place.py': 'def wanders(a):\n    b = a + 1\n    c = b * 2\n    return c\n',
  'src/leaves.py': 'def is_removed():\n    return "gone soon"\n',
  'src/untouched.py': 'def never_touched():\n    return check_token("x")\n',
  'notes.md': 'is_removed is described here\n',
};
const second = {
  'src/auth.py': first['src/auth.py']
    .replace('check_token(token)', 'check_token(token, realm)')
    .replace('"a"', 'realm'),
  'src/new_place.py': 'import os\n\ndef wanders(a):\n    b = a + 1\n    c = b * 2\n    return c\n',
  'src/comes.py': 'def is_added():\n    return "new"\n',
};

let fixture: Fixture;
let connection: Connection;
beforeAll(async () => {
  fixture = await createFixture({ indexed: false, files: first });
  const { repository } = fixture;
  repository.git('tag', '-a', '-m', 'one', 'v1');
  repository.remove('src/old_place.py', 'src/leaves.py');
  repository.commit(second);
  repository.git('tag', 'v2');
  repository.commit({ 'src/later.py': 'def is_later():\n    return 3\n' });
});
afterAll(() => fixture?.remove());

/** Runs the checks in a server whose project is not indexed, and in one whose checked-out ref is. */
describe.each(['without any index', 'with an index of another ref'])('%s', (state) => {
  beforeAll(async () => {
    connection = await connectStdio(fixture);
    if (state !== 'with an index of another ref') return;
    await connection.call('index_repo');
    await until(
      'the index',
      () => connection.call('index_status'),
      (body) => body.index_status === 'ready',
    );
  });
  afterAll(() => connection?.close());

  const compare = async (symbol_name: string, more: Record<string, unknown> = {}) => {
    const args = { symbol_name, base_ref: 'v1', head_ref: 'v2', freshness_policy: 'best_effort', ...more };
    return connection.call('compare_symbol_between_commits', args);
  };
  const check = async (name: string, expected: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const { isError, body } = await compare(name, more);
    expect(isError, JSON.stringify(body)).toBe(false);
    expect(body).toMatchObject(expected);
    expect(body.metadata).toMatchObject({ result_completeness: 'complete', ref: more.head_ref ?? 'v2' });
    return body;
  };

  test('one call tells what changed between two tags', async () => {
    const modified = { status: 'modified', signature_changed: true, body_changed: true };
    const body = await check('check_token', { path: 'src/auth.py', diff_summary: modified }, { include_diff: true });
    expect(body.diff).toContain('+def check_token(token, realm):');
    expect(body.metadata.warnings).toEqual(['v1 and v2 are not indexed; they were read from git’s objects.']);
    await check('same_as_ever', { diff_summary: { status: 'unchanged' } });
    await check('Session.close', { path: 'src/auth.py', diff_summary: { status: 'unchanged' } });
    await check('never_touched', { path: 'src/untouched.py', diff_summary: { status: 'unchanged' } });
    await check('is_added', { base_version: null, diff_summary: { status: 'added' } });
    await check('is_removed', { head_version: null, diff_summary: { status: 'deleted' } });
  });

  test('a symbol that moved to another file is followed, with and without a path', async () => {
    const moved = { base_version: { path: 'src/old_place.py' }, head_version: { path: 'src/new_place.py' } };
    await check('wanders', { ...moved, diff_summary: { status: 'unchanged' } });
    await check('wanders', moved, { path: 'src/old_place.py' });
    await check('wanders', moved, { path: 'src/new_place.py' });
  });

  test('the checked-out ref and every spelling of a ref can be compared', async () => {
    await check('is_later', { diff_summary: { status: 'added' } }, { base_ref: 'v2', head_ref: 'main' });
    await check('is_removed', { head_version: null }, { base_ref: 'tags/v1', head_ref: 'main' });
    const commit = fixture.repository.git('rev-parse', 'v2');
    const modified = { diff_summary: { status: 'modified' } };
    for (const head_ref of ['refs/tags/v2', 'v2^{commit}', 'HEAD~1', commit.slice(0, 10)]) {
      const { body } = await compare('check_token', { head_ref });
      expect(body).toMatchObject(modified);
      expect(['v2', commit]).toContain(body.metadata.ref);
    }
  });

  test('a working tree with edits is compared as it is', async () => {
    fixture.repository.write({ 'src/later.py': 'def is_later():\n    return 4\n\ndef is_unsaved():\n    return 5\n' });
    try {
      const ask = async () => compare('is_unsaved', { base_ref: 'v2', head_ref: 'main', freshness_policy: 'balanced' });
      const { body } = await until('the edit', ask, ({ diff_summary }) => diff_summary !== undefined);
      expect(body).toMatchObject({ base_version: null, diff_summary: { status: 'added' } });
    } finally {
      fixture.repository.git('checkout', '--quiet', '--', '.');
    }
  });

  test('a name that no ref has, and a ref that git does not know, are errors', async () => {
    const missing = await compare('no_such_name');
    expect(missing.body.error).toMatchObject({ code: 'symbol_not_found' });
    const unknown = await compare('check_token', { head_ref: 'v9' });
    expect(unknown.body.error).toMatchObject({ code: 'ref_not_indexed', data: { ref: 'v9' } });
    expect(unknown.body.error.message).toContain('v9');
    const search = await connection.call('search_code', { query: 'check_token', ref: 'v9' });
    expect(search.body.error).toMatchObject({ code: 'ref_not_indexed', data: { ref: 'v9' } });
  });

  test('strict refuses a ref that is not indexed and names the call that indexes it', async () => {
    for (const [tool, args] of [
      ['compare_symbol_between_commits', { symbol_name: 'check_token', base_ref: 'v1', head_ref: 'v2' }],
      ['search_code', { query: 'check_token', ref: 'v1' }],
      ['get_file_outline', { path: 'src/auth.py', ref: 'v1' }],
    ] as const) {
      const { body } = await connection.call(tool, { ...args, freshness_policy: 'strict' });
      expect(body.error).toMatchObject({ code: 'ref_not_indexed', data: { ref: 'v1' } });
      expect(body.error.data.remediation).toContain('index_repo with "ref": "v1"');
    }
  });

  test('an outline is read from git, and nothing is indexed for it', async () => {
    const { body } = await connection.call('get_file_outline', {
      path: 'src/old_place.py',
      ref: 'v1',
      freshness_policy: 'best_effort',
    });
    expect(body.symbols).toMatchObject([{ name: 'wanders', line_start: 1 }]);
    expect(body.metadata).toMatchObject({ ref: 'v1', result_completeness: 'complete', freshness_status: 'fresh' });
    expect(body.metadata.warnings[0]).toContain('v1 is not indexed');
    const missing = await connection.call('get_file_outline', { path: 'src/comes.py', ref: 'v1' });
    expect(missing.body.error).toMatchObject({ code: 'file_not_found' });
    const { body: status } = await connection.call('index_status');
    expect(status.indexed_refs.map(({ ref }: { ref: string }) => ref)).not.toContain('v1');
  });
});

test('a search on a ref without an index is partial and becomes complete when the ref is indexed', async () => {
  const own = await createFixture({ indexed: false, files: first });
  const { repository } = own;
  repository.git('tag', 'v1');
  repository.remove('src/leaves.py');
  repository.commit(second);
  const server = await connectStdio(own);
  const search = () => server.call('search_code', { query: 'is_removed', ref: 'v1' });
  const { body } = await search();
  expect(body.results[0]).toMatchObject({ path: 'src/leaves.py', name: 'is_removed' });
  expect(body.metadata).toMatchObject({ ref: 'v1', result_completeness: 'partial', indexing_status: 'indexing' });
  expect(body.metadata.warnings.join(' ')).toContain('v1 is not indexed');
  const locate = await server.call('locate_symbol', { name: 'is_removed', ref: 'v1' });
  expect(locate.body.results).toMatchObject([{ path: 'src/leaves.py' }]);
  const whole = await until('the index of v1', search, ({ metadata }) => metadata.result_completeness === 'complete');
  expect(whole.body.results[0]).toMatchObject({ path: 'src/leaves.py', name: 'is_removed' });
  expect(whole.body.metadata).toMatchObject({ ref: 'v1', freshness_status: 'fresh', indexing_status: 'ready' });
  const empty = await server.call('search_code', { query: 'is_added', ref: 'v1' });
  expect(empty.body.metadata).toMatchObject({ result_completeness: 'complete', ref: 'v1' });
  await server.close();
  own.remove();
});
