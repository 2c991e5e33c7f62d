/** Thousands of declarations of one name in a file, on two commits: a comparison fits into a small heap. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connectStdio, createFixture, type Fixture } from '../support/serve-fixture.ts';

const declared = (count: number, body: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `export function many(x){${body(at)}}\n`).join('');
const written = (count: number, word: string) =>
  `export function long() {\n${Array.from({ length: count }, (_, at) => `${word}${at};\n`).join('')}}\n`;

const overloads = 8_000;
const lines = 100_000;

let fixture: Fixture;
let server: Connection;
beforeAll(async () => {
  const files = { 'over.ts': declared(overloads, () => ''), 'long.ts': written(lines, 'a') };
  fixture = await createFixture({ indexed: false, files });
  fixture.repository.commit({
    'over.ts': `// x\n${declared(overloads, (at) => String(at))}`,
    'long.ts': written(lines, 'b'),
  });
  server = await connectStdio(fixture, undefined, { env: { NODE_OPTIONS: '--max-old-space-size=400' } });
});
afterAll(async () => {
  await server?.close();
  fixture?.remove();
});

const compare = (args: Record<string, unknown>) =>
  server.call('compare_symbol_between_commits', { base_ref: 'HEAD~1', head_ref: 'HEAD', ...args });

test('a comparison of very many overloads is answered', async () => {
  const { body } = await compare({ symbol_name: 'many' });
  expect(body).toMatchObject({
    diff_summary: { status: 'modified' },
    metadata: { result_completeness: 'partial' },
  });
  expect(body.metadata.warnings).toContain(`Only the first 500 of ${overloads} overloads were compared.`);
});

test('the diff of a very long symbol is answered', async () => {
  const { body } = await compare({ symbol_name: 'long', include_diff: true });
  expect(body).toMatchObject({ diff_summary: { status: 'modified', lines_added: lines, lines_removed: lines } });
  expect(body.diff).toContain(`@@ -1,${lines + 2} +1,${lines + 2} @@`);
});

test('the server answers afterwards', async () => {
  expect((await server.call('index_status')).isError).toBe(false);
});
