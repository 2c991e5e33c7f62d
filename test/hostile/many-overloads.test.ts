/** Thousands of declarations of one name, or long ones inside each other: a comparison of two commits fits a small heap. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connectStdio, createFixture, type Fixture } from '../support/serve-fixture.ts';

const declared = (count: number, body: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `export function many(x){${body(at)}}\n`).join('');
const written = (count: number, word: string) =>
  `export function long() {\n${Array.from({ length: count }, (_, at) => `${word}${at};\n`).join('')}}\n`;

/** Functions of one name inside each other share the lines. */
const nested = (last: string) => {
  const body = Array.from({ length: lines }, (_, at) => `a${at};\n`).join('');
  return `${'function deep() {\n'.repeat(depth)}${body}${last};\n${'}\n'.repeat(depth)}`;
};

const overloads = 8_000;
const lines = 100_000;
const depth = 45;

let fixture: Fixture;
let server: Connection;
beforeAll(async () => {
  const files = { 'over.ts': declared(overloads, () => ''), 'long.ts': written(lines, 'a'), 'deep.js': nested('a') };
  fixture = await createFixture({ indexed: false, files });
  fixture.repository.remove('deep.js');
  fixture.repository.commit({
    'over.ts': `// x\n${declared(overloads, (at) => String(at))}`,
    'long.ts': written(lines, 'b'),
    'moved.js': nested('b'),
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

test('long symbols of one name that moved are compared', async () => {
  const { body } = await compare({ symbol_name: 'deep' });
  expect(body.error).toMatchObject({ code: 'ambiguous_symbol', data: { total_candidates: depth } });
});

test('the server answers afterwards', async () => {
  expect((await server.call('index_status')).isError).toBe(false);
});
