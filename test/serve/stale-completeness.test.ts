/** An answer from an index that is known to lack changes does not claim to be complete. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connectStdio, createFixture, type Fixture, until } from '../support/serve-fixture.ts';
import { waitUntil } from '../support/wait-until.ts';

let fixture: Fixture;
let server: Connection;
beforeAll(async () => {
  fixture = await createFixture({
    indexed: true,
    files: { 'src/a.ts': 'export class Kettle {\n  boil() {\n    return heat();\n  }\n}\nfunction heat() {}\n' },
  });
  server = await connectStdio(fixture);
});
afterAll(async () => {
  await server.close();
  fixture.remove();
});

const calls: Readonly<Record<string, Record<string, unknown>>> = {
  search_code: { query: 'Kettle' },
  locate_symbol: { name: 'Kettle' },
  get_code_context: { query: 'Kettle' },
  get_file_outline: { path: 'src/a.ts' },
  get_symbol_hierarchy: { symbol_name: 'Kettle', direction: 'descendants' },
  find_related_symbols: { symbol_name: 'Kettle', scope: 'file' },
  find_references: { symbol_name: 'heat' },
  search_text: { pattern: 'Kettle' },
  compare_symbol_between_commits: { symbol_name: 'Kettle', base_ref: 'feat/auth', head_ref: 'main' },
};

test('is complete while the index is fresh, and partial with the paths once a file has changed', async () => {
  const ask = async (tool: string) => {
    const { isError, body } = await server.call(tool, { ...calls[tool], freshness_policy: 'best_effort' });
    expect(isError, tool).toBe(false);
    return body.metadata;
  };
  const first = () => server.call('search_code', { query: 'Kettle' });
  await until('the comparison with the index', first, ({ metadata }) => metadata.freshness_status === 'fresh');
  for (const tool of Object.keys(calls)) {
    expect(await ask(tool), tool).toMatchObject({ freshness_status: 'fresh', result_completeness: 'complete' });
  }
  fixture.repository.write({ 'src/b.ts': 'export class Kettle {}\n' });
  const changed = () => server.call('search_code', { query: 'Kettle', freshness_policy: 'best_effort' });
  await until('the change to be found', changed, ({ metadata }) => metadata.changed_paths?.length === 1);
  for (const tool of Object.keys(calls)) {
    // A call that is answered while the files are compared again does not know the paths, only that some have changed.
    await waitUntil(
      'the paths',
      () => ask(tool),
      (metadata) => {
        expect(metadata, tool).toMatchObject({ freshness_status: 'stale', result_completeness: 'partial' });
        return metadata.changed_paths?.length === 1 && metadata.warnings.join(' ').includes('src/b.ts');
      },
    );
  }
  const cut = await server.call('search_code', { query: 'boil the heat', limit: 1, freshness_policy: 'best_effort' });
  expect(cut.body.metadata).toMatchObject({ freshness_status: 'stale', result_completeness: 'truncated' });
});
