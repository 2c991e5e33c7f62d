/** find_implementations and trace_path over MCP: the answers as JSON and as text, and their errors. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexInProcess } from '../support/run-job.ts';
import { type Connection, connectStdio, createFixture, type Fixture } from '../support/serve-fixture.ts';

let fixture: Fixture;
let connection: Connection;

beforeAll(async () => {
  fixture = await createFixture({
    indexed: false,
    files: {
      'src/store.ts': `export interface Store {
  save(key: string): void;
}
`,
      'src/disk.ts': `import type { Store } from './store.js';

export class Disk implements Store {
  save(key: string): void {
    write(key);
  }
}

export class FastDisk extends Disk {}

export function write(key: string): void {}
`,
      'src/main.ts': `import type { Store } from './store.js';

export function main(store: Store): void {
  store.save('a');
}
`,
      'src/other.ts': 'export function write(): void {}\n',
    },
  });
  await indexInProcess(fixture.home, fixture.repository.root);
  connection = await connectStdio(fixture);
});
afterAll(async () => {
  await connection?.close();
  fixture?.remove();
});

test('implementations have relation, confidence and distance', async () => {
  const { body } = await connection.call('find_implementations', { symbol_name: 'Store' });
  expect(body).toMatchObject({
    symbol: { name: 'Store', path: 'src/store.ts' },
    implementations: [
      { symbol: { name: 'Disk' }, relation: 'implements', confidence: 'static', distance: 1 },
      { symbol: { name: 'FastDisk' }, relation: 'extends', confidence: 'static', distance: 2 },
    ],
    total: 2,
    completeness: { static: 2, heuristic: 0, unresolved: 0 },
  });
});

test('a path has steps with call sites', async () => {
  const { body } = await connection.call('trace_path', { from: 'main', to: 'src/disk.ts:11' });
  expect(body.paths).toMatchObject([
    {
      confidence: 'heuristic',
      steps: [
        { symbol: { name: 'save', path: 'src/disk.ts' }, call_site: { file: 'src/main.ts', line: 4 }, via: 'dispatch' },
        { symbol: { name: 'write' }, call_site: { file: 'src/disk.ts', line: 5 }, confidence: 'static' },
      ],
    },
  ]);
});

test('as text, a path has a line per call', async () => {
  const { content } = await connection.client.callTool({
    name: 'trace_path',
    arguments: { from: 'main', to: 'src/disk.ts:11', format: 'text' },
  });
  expect((content as { text: string }[])[0]?.text.split('\n')).toEqual([
    'src/main.ts:3  main',
    '  :4 → src/disk.ts:4 Disk.save  (through an interface or base)',
    '  :5 → :11 write',
    '1 path from main to write',
  ]);
});

test('errors name the parameter and what to send instead', async () => {
  const ambiguous = await connection.call('trace_path', { from: 'main', to: 'write' });
  expect(ambiguous.body.error).toMatchObject({ code: 'ambiguous_symbol', data: { total_candidates: 2 } });
  expect(ambiguous.body.error.data.remediation).toContain('as "to"');
  const [{ symbol_id }] = ambiguous.body.error.data.candidates;
  expect((await connection.call('trace_path', { from: 'main', to: symbol_id })).isError).toBe(false);
  const same = await connection.call('trace_path', { from: 'main', to: 'main' });
  expect(same.body.error).toMatchObject({ code: 'invalid_input', data: { parameter: 'to' } });
  const unknown = await connection.call('find_implementations', { symbol_name: 'Stoer' });
  expect(unknown.body.error).toMatchObject({ code: 'symbol_not_found', data: { suggestions: ['Store'] } });
});
