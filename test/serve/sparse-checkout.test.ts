/** Files that a sparse checkout leaves out are not searched, and no answer claims otherwise. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexInProcess } from '../support/run-job.ts';
import { type Connection, connectStdio, createFixture, type Fixture, until } from '../support/serve-fixture.ts';

let fixture: Fixture;
let connection: Connection;

beforeAll(async () => {
  fixture = await createFixture({
    indexed: false,
    files: {
      'lib/price.ts': 'export function format(cents: number): string {\n  return String(cents / 100);\n}\n',
      'shop/cart.ts': "import { format } from '../lib/price.ts';\n\nexport const total = format(100);\n",
    },
  });
  fixture.repository.git('sparse-checkout', 'set', 'lib');
  await indexInProcess(fixture.home, fixture.repository.root);
  connection = await connectStdio(fixture);
});
afterAll(async () => {
  await connection?.close();
  fixture?.remove();
});

const callers = () =>
  until(
    'a fresh answer',
    () => connection.call('get_call_graph', { symbol_name: 'format', direction: 'callers' }),
    ({ metadata }) => metadata.freshness_status === 'fresh',
  );

test('a call graph names the files that are not checked out, and is not complete', async () => {
  const { body } = await callers();
  expect(body).toMatchObject({
    callers: [],
    metadata: { result_completeness: 'partial' },
  });
  expect(body.metadata.warnings).toEqual(['Calls in these files may be missing: shop/cart.ts (not checked out).']);
});

test('a file that is not checked out is named with the reason', async () => {
  const { body } = await connection.call('get_file_outline', { path: 'shop/cart.ts' });
  expect(body.error).toMatchObject({ code: 'file_not_found', message: expect.stringContaining('sparse checkout') });
});

test('the file is indexed once it is checked out, and left out again afterwards', async () => {
  fixture.repository.git('sparse-checkout', 'add', 'shop');
  expect((await callers()).body).toMatchObject({
    callers: [{ call_site: { file: 'shop/cart.ts', line: 3 }, confidence: 'static' }],
    metadata: { result_completeness: 'complete' },
  });
  fixture.repository.git('sparse-checkout', 'set', 'lib');
  expect((await callers()).body).toMatchObject({
    callers: [],
    metadata: { result_completeness: 'partial' },
  });
});
