/** Questions on a repository without an index are answered at once, from a live view, by every tool. */
import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { stuckEnvironment } from '../support/leftover-processes.ts';
import {
  type Answer,
  type Connection,
  connectStdio,
  createFixture,
  type Fixture,
  until,
} from '../support/serve-fixture.ts';
import type { TestFiles } from '../support/test-repository.ts';

interface Sample {
  readonly files: TestFiles;
  /** A function or method that one file defines and another calls; written plain and qualified. */
  readonly name: string;
  readonly qualified: string;
  readonly path: string;
  readonly callerPath: string;
  readonly caller: string;
  /** Words of the definition. */
  readonly query: string;
  readonly resolvesCalls: boolean;
}

const noise = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => [`docs/page${at}.md`, `Page ${at} about nothing.\n`]),
);

const samples: Readonly<Record<string, Sample>> = {
  rust: {
    files: {
      'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': 'pub mod ledger;\npub mod checkout;\n',
      'src/ledger.rs':
        'pub struct Ledger;\n\nimpl Ledger {\n    pub fn settle_invoice(&self, amount: u32) -> u32 {\n        amount\n    }\n}\n',
      'src/checkout.rs':
        'use crate::ledger::Ledger;\n\npub fn finish(ledger: &Ledger) -> u32 {\n    ledger.settle_invoice(3)\n}\n',
    },
    name: 'settle_invoice',
    qualified: 'Ledger::settle_invoice',
    path: 'src/ledger.rs',
    callerPath: 'src/checkout.rs',
    caller: 'finish',
    query: 'settle invoice amount',
    resolvesCalls: true,
  },
  python: {
    files: {
      'shop/__init__.py': '',
      'shop/ledger.py': 'class Ledger:\n    def settle_invoice(self, amount):\n        return amount\n',
      'shop/checkout.py':
        'from shop.ledger import Ledger\n\n\ndef finish(ledger: Ledger):\n    return ledger.settle_invoice(3)\n',
    },
    name: 'settle_invoice',
    qualified: 'Ledger.settle_invoice',
    path: 'shop/ledger.py',
    callerPath: 'shop/checkout.py',
    caller: 'finish',
    query: 'how is an invoice settled',
    resolvesCalls: true,
  },
  go: {
    files: {
      'go.mod': 'module example.com/shop\n\ngo 1.22\n',
      'ledger/ledger.go':
        'package ledger\n\ntype Ledger struct{}\n\nfunc (l *Ledger) SettleInvoice(amount int) int {\n\treturn amount\n}\n',
      'checkout/checkout.go':
        'package checkout\n\nimport "example.com/shop/ledger"\n\nfunc Finish(l *ledger.Ledger) int {\n\treturn l.SettleInvoice(3)\n}\n',
    },
    name: 'SettleInvoice',
    qualified: 'Ledger.SettleInvoice',
    path: 'ledger/ledger.go',
    callerPath: 'checkout/checkout.go',
    caller: 'Finish',
    query: 'settle invoice',
    resolvesCalls: true,
  },
  typescript: {
    files: {
      'package.json': '{ "name": "shop" }\n',
      'src/ledger.ts': 'export class Ledger {\n  settleInvoice(amount: number): number {\n    return amount;\n  }\n}\n',
      'src/checkout.ts':
        "import { Ledger } from './ledger.ts';\n\nexport function finish(ledger: Ledger): number {\n  return ledger.settleInvoice(3);\n}\n",
    },
    name: 'settleInvoice',
    qualified: 'Ledger#settleInvoice',
    path: 'src/ledger.ts',
    callerPath: 'src/checkout.ts',
    caller: 'finish',
    query: 'invoice settling',
    resolvesCalls: true,
  },
  java: {
    files: {
      'src/Ledger.java':
        'package shop;\n\npublic class Ledger {\n    public int settleInvoice(int amount) {\n        return amount;\n    }\n}\n',
      'src/Checkout.java':
        'package shop;\n\npublic class Checkout {\n    int finish(Ledger ledger) {\n        return ledger.settleInvoice(3);\n    }\n}\n',
    },
    name: 'settleInvoice',
    qualified: 'Ledger.settleInvoice',
    path: 'src/Ledger.java',
    callerPath: 'src/Checkout.java',
    caller: 'finish',
    query: 'settle invoice',
    resolvesCalls: false,
  },
};

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function serveFiles(files: TestFiles): Promise<Connection & { fixture: Fixture }> {
  const fixture = await createFixture({ indexed: false, files: { ...noise, ...files } });
  open.push({ close: () => fixture.remove() });
  const connection = await connectStdio(fixture);
  open.push(connection);
  return { ...connection, fixture };
}

/** The policy that starts no index, so that the view stays live. */
const live = { freshness_policy: 'best_effort' } as const;

function expectPartial({ body, isError }: Answer): void {
  expect(isError, JSON.stringify(body)).toBe(false);
  expect(body.metadata).toMatchObject({
    result_completeness: 'partial',
    indexing_status: 'not_indexed',
    freshness_status: 'stale',
    scanned_files: expect.any(Number),
    parsed_files: expect.any(Number),
    indexed_percent: 0,
  });
  expect(body.metadata.parsed_files).toBeGreaterThan(0);
  expect(body.metadata.warnings[0]).toMatch(
    /^No index yet: (scanned [\d,]+ files and parsed \d+|parsed \d+ of \d+ files);/,
  );
}

describe.each(Object.entries(samples))('in %s', (_, sample) => {
  const { name, qualified, path, caller, callerPath, query, files } = sample;
  let server: Connection;
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await createFixture({ indexed: false, files: { ...noise, ...files } });
    server = await connectStdio(fixture);
  });
  afterAll(async () => {
    await server.close();
    fixture.remove();
  });
  const call = (tool: string, args: object) => server.call(tool, { ...args, ...live });

  test.each([name, qualified])('locate_symbol finds %s', async (written) => {
    const answer = await call('locate_symbol', { name: written });
    expectPartial(answer);
    expect(answer.body.results).toHaveLength(1);
    expect(answer.body.results[0]).toMatchObject({ name, path });
  });

  test('locate_symbol finds a misspelled name', async () => {
    const answer = await call('locate_symbol', { name: name.replace(/nv/, 'vn') });
    expectPartial(answer);
    expect(answer.body.results[0]).toMatchObject({ name, path });
  });

  test('search_code finds words and names', async () => {
    for (const asked of [query, name]) {
      const answer = await call('search_code', { query: asked });
      expectPartial(answer);
      expect(answer.body.results[0], asked).toMatchObject({ path });
      expect(
        answer.body.results.map((result: { path: string }) => result.path),
        asked,
      ).toContain(callerPath);
    }
  });

  test('search_code finds a path', async () => {
    const answer = await call('search_code', { query: path });
    expectPartial(answer);
    expect(answer.body.results[0]).toMatchObject({ result_type: 'file', path });
  });

  test('get_file_outline shows a file', async () => {
    const answer = await call('get_file_outline', { path });
    expectPartial(answer);
    expect(JSON.stringify(answer.body.symbols)).toContain(`"name":"${name}"`);
  });

  test('get_code_context gathers bodies', async () => {
    const answer = await call('get_code_context', { query, strategy: 'depth' });
    expectPartial(answer);
    expect(answer.body.context_items[0].body).toContain('amount');
  });

  test('get_call_graph finds callers and callees', async () => {
    const callers = await call('get_call_graph', { symbol_name: name, direction: 'callers' });
    expectPartial(callers);
    const callees = await call('get_call_graph', { symbol_name: caller, path: callerPath, direction: 'callees' });
    expectPartial(callees);
    if (!sample.resolvesCalls) return;
    expect(callers.body.callers).toMatchObject([{ symbol: { name: caller, path: callerPath }, confidence: 'static' }]);
    expect(callees.body.callees).toMatchObject([{ symbol: { name, path }, confidence: 'static' }]);
  });

  test('get_symbol_hierarchy finds the type around a method', async () => {
    const answer = await call('get_symbol_hierarchy', { symbol_name: name });
    expectPartial(answer);
    expect(answer.body.hierarchy.map((node: { name: string }) => node.name)).toEqual([name, 'Ledger']);
  });

  test('find_related_symbols finds what the symbol uses', async () => {
    const answer = await call('find_related_symbols', { symbol_name: caller, path: callerPath, scope: 'package' });
    expectPartial(answer);
    expect(answer.body.related.length).toBeGreaterThan(0);
  });

  test('suggest_followup_queries suggests names that exist', async () => {
    const previous = { tool: 'search_code', params: { query: `where is ${name}() called` } };
    const answer = await call('suggest_followup_queries', {
      previous_query: previous,
      previous_results: { results: [] },
    });
    expectPartial(answer);
    expect(answer.body.analysis.extracted_identifiers).toContain(name);
  });
});

test('the first index starts with the first answer and takes over', async () => {
  const { call } = await serveFiles(samples.python?.files ?? {});
  const first = await call('locate_symbol', { name: 'settle_invoice' });
  expect(first.body.results).toMatchObject([{ name: 'settle_invoice' }]);
  expect(first.body.metadata).toMatchObject({ indexing_status: 'indexing', result_completeness: 'partial' });
  expect(first.body.metadata.warnings[0]).toMatch(/the index is \d+ % done/);
  const ready = await until(
    'the first index',
    () => call('locate_symbol', { name: 'settle_invoice' }),
    (body) => body.metadata.indexing_status === 'ready',
  );
  expect(ready.body.results).toEqual(first.body.results);
  expect(ready.body.metadata).toMatchObject({ result_completeness: 'complete', freshness_status: 'fresh' });
  expect(ready.body.metadata.scanned_files).toBeUndefined();
});

test('a failed first index is a warning beside the answer, not instead of it', async () => {
  const fixture = await createFixture({ indexed: false, files: { ...noise, ...samples.python?.files } });
  open.push({ close: () => fixture.remove() });
  const job = stuckEnvironment(fixture.base, 'job discovery');
  const { call, close } = await connectStdio(fixture, undefined, { env: job.env });
  open.push({ close });
  const locate = () => call('locate_symbol', { name: 'settle_invoice' });
  await locate();
  // As the system does when it is out of memory.
  process.kill(await job.reached(), 'SIGKILL');
  const failed = await until('the failed job', locate, (body) => body.metadata.indexing_status === 'failed');
  expect(failed.isError).toBe(false);
  expect(failed.body.results).toMatchObject([{ name: 'settle_invoice' }]);
  expect(failed.body.metadata.warnings.join('\n')).toMatch(/The first indexing failed: .* Call index_repo/);
});

test('an empty answer says what was searched', async () => {
  const { call } = await serveFiles(samples.go?.files ?? {});
  const located = await call('locate_symbol', { name: 'NoSuchThing', ...live });
  expect(located.body.results).toEqual([]);
  expect(located.body.metadata.warnings.join('\n')).toMatch(
    /Nothing was found in the \d+ scanned files for NoSuchThing/,
  );
  const searched = await call('search_code', { query: 'zeppelin hangar', ...live });
  expect(searched.body.results).toEqual([]);
  expect(searched.body.metadata.warnings.join('\n')).toMatch(/Nothing was found .* zeppelin/);
  const graph = await call('get_call_graph', { symbol_name: 'NoSuchThing', ...live });
  expect(graph.body.error).toMatchObject({
    code: 'symbol_not_found',
    message: expect.stringMatching(/no index yet; \d+ files were scanned/),
  });
});

test('a file is missing only if the listing does not have it', async () => {
  const { call } = await serveFiles({ ...samples.go?.files, '.env': 'TOKEN=hidden\n' });
  const missing = await call('get_file_outline', { path: 'ledger/nope.go', ...live });
  expect(missing.body.error).toMatchObject({
    code: 'file_not_found',
    message: expect.stringMatching(/not among the \d+ files/),
  });
  const near = await call('get_file_outline', { path: 'ledger.go', ...live });
  expect(near.body.error.data.suggestions).toEqual(['ledger/ledger.go']);
  const folder = await call('get_file_outline', { path: 'ledger', ...live });
  expect(folder.body.files).toMatchObject([{ path: 'ledger/ledger.go' }]);
  expect(folder.body.metadata.result_completeness).toBe('partial');
  const secret = await call('get_file_outline', { path: '.env', ...live });
  expect(secret.body.error).toMatchObject({ code: 'file_not_found', data: { skip_reason: 'secret' } });
});

test('secrets, ignored and excluded files are never searched', async () => {
  const word = 'zeppelinhangar';
  const { call, fixture } = await serveFiles({
    '.gitignore': 'build/\n',
    '.codecompassignore': 'left_out/\n',
    '.env': `KEY=${word}\n`,
    'keys/deploy.pem': `-----BEGIN PRIVATE KEY-----\n${word}\n-----END PRIVATE KEY-----\n`,
    'left_out/a.py': `def ${word}():\n    pass\n`,
    'large.py': `# ${word} ${'x'.repeat(1_100_000)}\n`,
    'image.bin': Buffer.from(`\0\0${word}\0`),
    'app.py': 'x = 1\n',
  });
  fixture.repository.write({ 'build/out.py': `def ${word}():\n    pass\n` });
  for (const [tool, args] of [
    ['locate_symbol', { name: word }],
    ['search_code', { query: word }],
    ['search_code', { query: `"KEY=${word}"` }],
    ['get_code_context', { query: `where is ${word}` }],
  ] as const) {
    const { body } = await call(tool, { ...args, ...live });
    expect(body.results ?? body.context_items, `${tool} ${JSON.stringify(args)}`).toEqual([]);
  }
});

test('a file that was just written is found', async () => {
  const { call, fixture } = await serveFiles(samples.python?.files ?? {});
  await call('locate_symbol', { name: 'settle_invoice', ...live });
  writeFileSync(fixture.repository.path('shop/refund.py'), 'def refund_order():\n    return 1\n');
  const found = await call('locate_symbol', { name: 'refund_order', ...live });
  expect(found.body.results).toMatchObject([{ name: 'refund_order', path: 'shop/refund.py' }]);
  writeFileSync(fixture.repository.path('shop/later.py'), 'def later():\n    return 1\n');
  const outline = await call('get_file_outline', { path: 'shop/later.py', ...live });
  expect(outline.body.symbols).toMatchObject([{ name: 'later' }]);
});

test('a filter by language holds, and an unknown language lists those that exist', async () => {
  const { call } = await serveFiles({
    ...samples.python?.files,
    'web/ledger.ts': 'export function settleInvoice() {}\n',
  });
  const found = await call('search_code', { query: 'settle invoice', language: 'ts', ...live });
  expect(found.body.results.map(({ path }: { path: string }) => path)).toEqual(['web/ledger.ts']);
  const none = await call('search_code', { query: 'settle invoice', language: 'cobol', ...live });
  expect(none.body.error.message).toMatch(/no known language.* main has .*python.*typescript/);
});

test('words that are not ASCII are found', async () => {
  const { call } = await serveFiles({ 'a.py': 'def größe_prüfen():\n    pass\n' });
  const found = await call('locate_symbol', { name: 'größe_prüfen', ...live });
  expect(found.body.results).toMatchObject([{ name: 'größe_prüfen' }]);
});

test('a long text is searched by its telling words', async () => {
  const { call } = await serveFiles(samples.python?.files ?? {});
  const query = `The invoice is wrong. ${'When the invoice is settled nothing happens. '.repeat(170)}`;
  const found = await call('search_code', { query, ...live });
  expect(found.body.results[0]).toMatchObject({ path: 'shop/ledger.py' });
});
