/** Every id in an answer, and path:line, names its symbol in every tool that takes one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namesakes } from '../support/namesakes.ts';
import { indexInProcess } from '../support/run-job.ts';
import { type Answer, type Connection, connectStdio, createFixture, type Fixture } from '../support/serve-fixture.ts';

let fixture: Fixture;
let connection: Connection;

beforeAll(async () => {
  fixture = await createFixture({ indexed: false, files: namesakes });
  fixture.repository.branch('old');
  fixture.repository.checkout('main');
  await indexInProcess(fixture.home, fixture.repository.root);
  connection = await connectStdio(fixture);
});
afterAll(async () => {
  await connection?.close();
  fixture?.remove();
});

interface Place {
  readonly path: string;
  readonly line_start: number;
  readonly name?: string;
}

/** The tools that take a symbol, with the part of the answer that is the symbol. */
const takers: Readonly<Record<string, (body: Answer['body']) => Place>> = {
  locate_symbol: ({ results }) => results[0],
  get_call_graph: ({ symbol }) => symbol,
  find_references: ({ symbol }) => symbol,
  find_implementations: ({ symbol }) => symbol,
  find_related_symbols: ({ anchor }) => anchor,
  get_symbol_hierarchy: ({ hierarchy }) => hierarchy[0],
  compare_symbol_between_commits: ({ head_version, symbol }) => ({ ...head_version, name: symbol }),
  search_code: ({ results }) => results[0],
  get_code_context: ({ context_items }) => context_items[0],
};
const more: Readonly<Record<string, object>> = {
  compare_symbol_between_commits: { base_ref: 'old', head_ref: 'main' },
};

function ask(tool: string, handle: string, as?: string): Promise<Answer> {
  const parameter = as ?? (tool === 'search_code' || tool === 'get_code_context' ? 'query' : 'symbol_name');
  return connection.call(tool, { [parameter]: handle, ...more[tool] });
}

function placeOf({ path, line_start, name }: Place): Place {
  return { path, line_start, ...(name === undefined ? {} : { name }) };
}

/** The objects of an answer that have ids. */
function withIds(value: unknown, found: Record<string, string & number>[] = []) {
  if (typeof value !== 'object' || value === null) return found;
  const ids = value as Record<string, string & number>;
  if (ids.symbol_id !== undefined || ids.result_id !== undefined) found.push(ids);
  for (const inner of Object.values(value)) withIds(inner, found);
  return found;
}

async function allIds(): Promise<Map<string, Place & { kind?: string }>> {
  const answers: Answer[] = [];
  for (const path of Object.keys(namesakes)) {
    const { body } = await connection.call('get_file_outline', { path });
    const names = withSymbols(body.symbols);
    for (const { name, line_start } of names) {
      answers.push(await connection.call('locate_symbol', { name }));
      const handle = `${path}:${line_start}`;
      answers.push(await connection.call('get_call_graph', { symbol_name: handle }));
      answers.push(await connection.call('find_related_symbols', { symbol_name: handle, scope: 'package' }));
      answers.push(await connection.call('get_symbol_hierarchy', { symbol_name: handle, direction: 'descendants' }));
    }
  }
  for (const query of ['load', 'where is the value converted', 'store', 'login.test.ts']) {
    answers.push(await connection.call('search_code', { query }));
    answers.push(await connection.call('get_code_context', { query }));
  }
  const ids = new Map<string, Place & { kind?: string }>();
  for (const { body } of answers) {
    for (const holder of withIds(body)) {
      const { symbol_id, symbol_stable_id, result_id, path, line_start, name, kind } = holder;
      const place = { path, line_start, name, kind } as unknown as Place;
      for (const id of [symbol_id, symbol_stable_id]) if (id !== undefined) ids.set(id, place);
      if (result_id !== undefined && symbol_id === undefined)
        ids.set(result_id, { path, line_start } as unknown as Place);
    }
  }
  return ids;
}

function withSymbols(symbols: readonly { name: string; line_start: number; kind: string; children?: [] }[]): Place[] {
  return symbols.flatMap((symbol) => [
    ...(symbol.kind === 'use' ? [] : [symbol as unknown as Place]),
    ...withSymbols(symbol.children ?? []),
  ]);
}

test('every id of every answer names its symbol in every tool', async () => {
  const ids = await allIds();
  expect(ids.size).toBeGreaterThan(80);
  const wrong: string[] = [];
  for (const [id, place] of ids) {
    for (const [tool, symbolIn] of Object.entries(takers)) {
      // A file as a whole has no versions to compare.
      if (tool.startsWith('compare') && (place.kind === 'module' || !/^(?:sym|b3)/.test(id))) continue;
      const { body, isError } = await ask(tool, id);
      if (isError) {
        wrong.push(`${tool} ${id} ${JSON.stringify(place)}: ${body.error.code} ${body.error.message}`);
        continue;
      }
      const symbol = symbolIn(body);
      if (symbol === undefined) {
        wrong.push(`${tool} ${id} ${JSON.stringify(place)}: nothing`);
        continue;
      }
      const found = placeOf(symbol);
      if (place.name === undefined && found.path === place.path) continue;
      if (found.path !== place.path || found.line_start !== place.line_start) {
        wrong.push(`${tool} ${id} ${JSON.stringify(place)}: ${JSON.stringify(found)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
}, 240_000);

test('name, symbol_name and symbol_id are accepted for each other', async () => {
  const { body } = await connection.call('locate_symbol', { name: 'convert' });
  const { symbol_id } = body.results[0];
  for (const [tool, symbolIn] of Object.entries(takers)) {
    if (tool === 'search_code' || tool === 'get_code_context') continue;
    for (const [parameter, value] of [
      ['name', 'convert'],
      ['symbol_name', 'convert'],
      ['symbol_id', symbol_id],
    ]) {
      const answer = await ask(tool, value, parameter);
      expect(symbolIn(answer.body), `${tool} ${parameter}`).toMatchObject({ path: 'src/code.rs', line_start: 27 });
      expect(JSON.stringify(answer.body.metadata.warnings ?? []), `${tool} ${parameter}`).not.toMatch(/ignored/);
    }
  }
  const both = await connection.call('get_call_graph', { symbol_name: 'load', symbol_id });
  expect(both.body.symbol.name).toBe('convert');
  expect(both.body.metadata.warnings).toContain('"symbol_name" was ignored, because "symbol_id" names the symbol.');
});

describe('path:line', () => {
  function check(handle: () => string, expected: object): void {
    test(`names the innermost symbol: ${handle}`, async () => {
      for (const [tool, symbolIn] of Object.entries(takers)) {
        if (tool === 'search_code' || tool === 'get_code_context') continue;
        const { body } = await ask(tool, handle());
        expect(symbolIn(body), tool).toMatchObject(expected);
      }
    });
  }
  check(() => 'src/code.rs:11', { name: 'from', line_start: 10 });
  check(() => './src/code.rs:9:3', { name: 'Code', line_start: 9 });
  check(() => 'src\\code.rs:5', { name: 'from', line_start: 4 });
  check(() => `${fixture.repository.root}/src/code.rs:5`, { name: 'from', line_start: 4 });
  check(() => 'store.py:14', { name: 'load', path: 'app/store.py' });
  check(() => 'test/login.test.ts:23:17', { name: 'load', line_start: 23 });

  async function errorsOf(handle: string) {
    const found = [];
    for (const tool of Object.keys(takers)) {
      if (tool === 'search_code' || tool === 'get_code_context') continue;
      const { body, isError } = await ask(tool, handle);
      expect(isError, tool).toBe(true);
      found.push(body.error);
    }
    return found;
  }

  test('past the end of the file gives the number of lines', async () => {
    for (const error of await errorsOf('src/numbers.ts:99999')) {
      expect(error).toMatchObject({ code: 'range_out_of_file', data: { line_count: 8 } });
      expect(error.message).toBe('src/numbers.ts has 8 lines; line 99,999 is past its end.');
    }
    const { body } = await connection.call('search_code', { query: 'numbers.ts:99999' });
    expect(body.metadata.warnings).toContain('src/numbers.ts has 8 lines; line 99,999 is past its end.');
    expect(body.results[0]).toMatchObject({ path: 'src/numbers.ts', result_type: 'file' });
  });

  test('outside of every symbol names the nearest ones', async () => {
    for (const error of await errorsOf('app/store.py:12')) {
      expect(error.code).toBe('symbol_not_found');
      expect(error.data.candidates.map(({ name }: Place) => name)).toEqual(['size', 'load']);
      expect(error.data.remediation).toContain('load (lines 14 to 15)');
    }
  });

  test('in an unknown file suggests paths', async () => {
    for (const error of await errorsOf('src/number.ts:3')) {
      expect(error).toMatchObject({ code: 'file_not_found', data: { suggestions: ['src/numbers.ts'] } });
    }
  });
});

test('an id that is unknown here is reported as such', async () => {
  for (const id of ['sym_00000000000000000000000000', 'b3:0123456789abcdef', 'snip_00000000000000000000000000']) {
    for (const tool of Object.keys(takers)) {
      if (tool === 'search_code' || tool === 'get_code_context') continue;
      const { body } = await ask(tool, id);
      expect(body.error, tool).toMatchObject({ code: 'symbol_not_found', data: { id } });
      expect(body.error.data.remediation).toMatch(/another project or ref/);
    }
    const { body } = await connection.call('search_code', { query: id });
    expect(body.results).toEqual([]);
    expect(JSON.stringify(body.metadata.warnings)).toContain(id);
  }
});

test('every candidate of an ambiguous name works as it is', async () => {
  for (const name of ['helper', 'load', 'get', 'shared', 'Code', 'start', 'run', 'from', 'Job']) {
    for (const [tool, symbolIn] of Object.entries(takers)) {
      if (['search_code', 'get_code_context', 'locate_symbol'].includes(tool)) continue;
      const { body, isError } = await ask(tool, name);
      const files = new Set((body.error?.data.candidates ?? []).map(({ path }: Place) => path));
      // Of these, only run and from are in a single file.
      if (!['run', 'from'].includes(name)) {
        expect(body.error?.code, `${tool} ${name}`).toBe('ambiguous_symbol');
        expect(files.size).toBeGreaterThan(1);
      }
      if (!isError) continue;
      for (const candidate of body.error.data.candidates) {
        const { symbol_id, symbol_stable_id, path, line_start } = candidate;
        for (const handle of [symbol_id, symbol_stable_id, `${path}:${line_start}`]) {
          const again = await ask(tool, handle);
          expect(again.isError, `${tool} ${name} ${handle}: ${JSON.stringify(again.body.error)}`).toBe(false);
          expect(symbolIn(again.body)).toMatchObject({ path, line_start });
        }
      }
    }
  }
}, 120_000);

test('a path may be absolute or have a line, in every tool that takes one', async () => {
  const { root } = fixture.repository;
  const path = 'src/code.rs';
  const outlined = await connection.call('get_file_outline', { path });
  const calls = Object.keys(takers).filter((tool) => !/^(?:locate_symbol|search_code|get_code_context)$/.test(tool));
  for (const given of [`${root}/${path}`, `./${path}`, `${path}:3`, `${root}/${path}:3`]) {
    const { body } = await connection.call('get_file_outline', { path: given });
    expect([given, body.file_path, body.symbols]).toEqual([given, path, outlined.body.symbols]);
    for (const tool of calls) {
      const answer = await connection.call(tool, { symbol_name: 'convert', path: given, ...more[tool] });
      expect([tool, given, answer.body.error?.message]).toEqual([tool, given, undefined]);
      expect([tool, takers[tool]?.(answer.body)?.path]).toEqual([tool, path]);
    }
  }
  for (const tool of ['get_file_outline', ...calls]) {
    const args = tool === 'get_file_outline' ? {} : { symbol_name: 'convert' };
    const { body } = await connection.call(tool, { ...args, path: `${path}:99999`, ...more[tool] });
    expect([tool, body.error]).toMatchObject([
      tool,
      {
        code: 'range_out_of_file',
        message: 'src/code.rs has 30 lines; line 99,999 is past its end.',
        data: { line_count: 30, remediation: 'Use a line from 1 to 30.' },
      },
    ]);
  }
});

describe('a name with its file before it', () => {
  test.each(['src/numbers.ts:two', 'numbers.ts:two', 'app/store.py:Store.get'])(
    '%s names the symbol',
    async (written) => {
      const name = written.split(/[:.]/).at(-1);
      for (const tool of ['locate_symbol', 'get_call_graph', 'find_references']) {
        const { body } = await ask(tool, written);
        expect(takers[tool]?.(body), `${tool} ${written}`).toMatchObject({ name, path: expect.stringContaining('/') });
      }
      const { body } = await connection.call('read_source', { symbols: [written] });
      expect(body.sources).toMatchObject([{ name: expect.stringMatching(new RegExp(`${name}$`)) }]);
    },
  );

  test('that the file does not have is not found', async () => {
    const { body } = await ask('get_call_graph', 'src/numbers.ts:convert');
    expect(body.error).toMatchObject({ code: 'symbol_not_found' });
  });
});

describe('an ambiguous name', () => {
  const textOf = async (tool: string, sent: object): Promise<string> => {
    const { content } = await connection.client.callTool({ name: tool, arguments: { ...sent, format: 'text' } });
    return (content as { text: string }[]).map(({ text }) => text).join('\n');
  };

  test('of few symbols is answered for each of them in a text', async () => {
    for (const tool of ['get_call_graph', 'find_references']) {
      const text = await textOf(tool, { symbol_name: 'shared' });
      expect(text).toContain('src/code.rs:21');
      expect(text).toContain('src/other.rs:1');
      expect(text).toContain('2 symbols have this name');
      expect(text).not.toContain('ambiguous_symbol');
    }
  });

  test('is an error for a program, and where one symbol is needed', async () => {
    const { body } = await connection.call('get_call_graph', { symbol_name: 'shared' });
    expect(body.error).toMatchObject({ code: 'ambiguous_symbol' });
    expect(await textOf('trace_path', { from: 'shared', to: 'convert' })).toContain('ambiguous_symbol');
  });
});
