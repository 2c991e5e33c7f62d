/** A query or a parameter of any content is answered with bounded work, and does not hold the event loop. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSymbolsByName } from '../../src/query/names/find-by-name.ts';
import { findHits } from '../../src/query/search/find-hits.ts';
import { stackFrames } from '../../src/query/search/finders/stack-frames.ts';
import type { SearchHits } from '../../src/query/search/hit.ts';
import type { RefView } from '../../src/query/view/ref-view.ts';
import { tools } from '../../src/serve/tools/tools.ts';
import { generateRepository } from '../support/generated-repository.ts';
import { sharedView } from '../support/query-view.ts';
import { type Connection, createFixture, type Fixture, type HttpServer, startHttp } from '../support/serve-fixture.ts';

const maxQuery = 20_000;

/** Repeats a text up to a length. */
function filled(part: string, length: number): string {
  return part.repeat(Math.ceil(length / part.length)).slice(0, length);
}

/** Texts that are expensive for a careless reader, whatever the parameter. */
const parts: Readonly<Record<string, string>> = {
  'parts of a path': 'a/b/',
  'short paths': 'a/b ',
  'different paths': '',
  'lines of one file': 'src/a.ts:1 ',
  'parts of a name': 'a.',
  'scopes of a name': 'A::',
  'type arguments': 'A<',
  'open brackets': '(',
  'closed brackets': ')',
  'open quotes': ' "a',
  'backticks and spaces': '` ',
  'escaped quotes': '\\"',
  colons: 'a: ',
  'JavaScript frames': ' at a (a:1',
  'C# frames': ' at a(a) in a:line ',
  'Rust panics': "panicked at 'a', ",
  'Go frames': '\n\t/a.go:1',
  'Python frames': 'File "a", line 1\n',
  'white space': ' \t',
  'line breaks': '\n',
  'upper case': 'A',
  digits: '1',
  'stars of a glob': '**/',
  'stars and letters': '*a',
  'words with synonyms': 'delete error ',
  'combining marks': 'e\u0301',
  'lone surrogates': '\ud800',
};

/** The text of a row at a length. White space alone is no text, so each ends with a letter. */
function attackOf(part: string, length: number): string {
  if (part !== '') return `${filled(part, length - 1)}x`;
  return Array.from({ length: Math.floor(length / 12) }, (_, index) => `src/f${index}.ts`).join(' ');
}

describe('a search', () => {
  const { files } = generateRepository(7, 120);
  const view = sharedView(files);

  /** Runs a search and counts the reads of the store. */
  async function counted(query: string): Promise<SearchHits & { reads: number }> {
    let reads = 0;
    return view(async (opened) => {
      const store = new Proxy(opened.store, {
        get(target, name) {
          reads++;
          return target[name as keyof RefView['store']];
        },
      });
      return { ...(await findHits({ ...opened, store }, query, {}, 10)), reads };
    });
  }

  test.each(Object.entries(parts))('for %s takes a bounded number of reads', async (_, part) => {
    expect((await counted(attackOf(part, maxQuery))).reads).toBeLessThan(3_000);
  });

  test('says that it looked up only the first of many paths', async () => {
    const { remarks } = await counted(attackOf('', maxQuery));
    expect(remarks).toContain('Only the first 100 paths of the query were looked up; 1566 were not.');
  });

  test('looks up a repeated path once', async () => {
    expect((await counted('src/a.ts '.repeat(1_000))).remarks).toEqual([]);
  });

  test('says that it looked up only the first of many stack frames', async () => {
    const trace = Array.from({ length: 150 }, (_, line) => `    at run (/srv/app/src/f${line}.ts:${line + 1}:1)`);
    const { remarks } = await counted(trace.join('\n'));
    expect(remarks).toContain('Only the first 100 stack frames of the query were looked up; 50 were not.');
  });

  test('finds the innermost frames of a very long stack trace', async () => {
    const [path = ''] = Object.keys(files);
    const trace = `Error: no\n    at run (/srv/${path}:1:1)\n${'    at next (/usr/lib/other.js:1:1)\n'.repeat(500)}`;
    expect((await counted(trace.slice(0, maxQuery))).hits[0]?.file.path).toBe(path);
  });
});

describe('a long text', () => {
  const long = `Alpha Beta: ${'gamma delta '.repeat(1_500)}`.trim();
  const breaks = '\r\n'.repeat(200);
  const view = sharedView({
    'a.txt': `e E error: alpha A\n${long}\nend\n`,
    'breaks.txt': `start${breaks}end\r\n`,
  });
  const search = (query: string) => view((opened) => findHits(opened, query, {}, 10));

  test.each([
    ['short words', `"${'e '.repeat(4_210)}"`],
    ['a repeated prefix without quotes', 'error: '.repeat(2_857)],
    ['a letter', `"${'e'.repeat(maxQuery - 2)}"`],
    ['signs of a pattern', `"${'(.*+?'.repeat(3_900)}"`],
    ['backslashes', `"${'\\'.repeat(maxQuery - 2)}"`],
    ['capitals', `"${'ALPHA '.repeat(3_300)}"`],
    ['letters beyond ASCII', `"${'É'.repeat(maxQuery - 2)}"`],
    ['lone surrogates', `"${'\ud800'.repeat(maxQuery - 2)}"`],
    ['lines', `"${'e\n'.repeat(9_900)}"`],
    ['line breaks', `"${'\n'.repeat(maxQuery - 3)}x"`],
    ['more line breaks than a file has', `"${'\n'.repeat(201)}end"`],
    ['a message', `Alpha ${'alpha: beta '.repeat(1_600)}`],
    ['a text in backticks', `\`${'e '.repeat(4_210)}\``],
  ])('of %s that no file contains is searched', async (_, query) => {
    const { literals } = await search(query);
    for (const { lines } of literals) expect(lines).toBe(0);
  });

  test.each([
    ['as written', `"${long}"`, false],
    ['in another case', `"${long.toUpperCase()}"`, true],
    ['across line ends', `"${long}\nend"`, false],
    ['across line ends and in another case', `"${long.toUpperCase()}\r\nEND"`, true],
  ])('is found %s', async (_, query, ignoresCase) => {
    const { literals, hits } = await search(query);
    expect(literals).toMatchObject([{ lines: 1, files: 1, ignoresCase }]);
    expect(hits[0]).toMatchObject({ file: { path: 'a.txt' }, matchLines: [2] });
  });

  test('of line breaks alone is found, whatever their kind', async () => {
    const { hits } = await search(`"start${'\n'.repeat(200)}end"`);
    expect(hits[0]).toMatchObject({ file: { path: 'breaks.txt' }, matchLines: [1] });
  });
});

describe('a name longer than any symbol', () => {
  const longest = `Longest${'Name'.repeat(73)}X`;
  const view = sharedView({ 'a.ts': `export function ${longest}() {}\nexport function other() {}\n` });

  /** Runs a query on a view that counts the reads of all names, and their pauses. */
  async function scansOf<Answer>(ask: (view: RefView) => Promise<Answer>) {
    const scans = { reads: 0, pauses: 0 };
    const answer = await view((opened) => {
      const store = new Proxy(opened.store, {
        get(target, name: keyof RefView['store']) {
          if (name === 'namesHolding' || name === 'wordsHolding') scans.reads++;
          return target[name];
        },
      });
      const pause = () => {
        scans.pauses++;
        return opened.pause();
      };
      return ask({ ...opened, store, pause });
    });
    return { ...scans, answer };
  }

  const find = (name: string) => scansOf((opened) => findSymbolsByName(opened, name, { limit: 10, keep: () => true }));

  test.each([
    ['control characters', '\u0001'.repeat(4_096)],
    ['one letter', 'x'.repeat(20_000)],
    ['capitals', 'X'.repeat(601)],
    ['underscores', '_'.repeat(4_096)],
    ['letters beyond ASCII', 'é'.repeat(4_096)],
    ['letters whose lower case is longer', 'İ'.repeat(4_096)],
    ['letters of two code units', '𝒳'.repeat(2_048)],
    ['a macro call', `${'m'.repeat(4_000)}!`],
    ['a qualified name', `A::${'b'.repeat(4_000)}`],
    ['a call', `${'c'.repeat(4_000)}(1)`],
    ['quotes', `"'`.repeat(2_000)],
  ])('is not compared with the names of the index: %s', async (_, name) => {
    const { answer, reads } = await find(name);
    expect(answer.total).toBe(0);
    expect(reads).toBe(0);
  });

  test.each(['x'.repeat(maxQuery), `"${'x'.repeat(maxQuery - 2)}"`, `where is ${'xY'.repeat(9_000)}`])(
    'is not compared with the names and words of the index by a search',
    async (query) => {
      const { answer, reads } = await scansOf((opened) => findHits(opened, query, {}, 10));
      expect(answer.hits).toEqual([]);
      expect(reads).toBe(0);
    },
  );

  test('while the longest name is found in any case and by its start, with a pause in each read', async () => {
    expect(longest).toHaveLength(300);
    for (const [written, level] of [
      [longest.toLowerCase(), 'otherCase'],
      [longest.slice(0, 250), 'prefix'],
    ] as const) {
      const { answer, reads, pauses } = await find(written);
      expect(answer).toMatchObject({ level, total: 1, ranked: [{ symbol: { name: longest } }] });
      expect(reads).toBeGreaterThan(0);
      expect(pauses).toBeGreaterThanOrEqual(reads);
    }
  });
});

test('a stack frame is found in a line of any length', () => {
  for (const noise of Object.values(parts)) {
    const line = `    at ${filled(noise === '' ? 'a' : noise, 5_000).replace(/[\n():"]/g, ' ')} (/srv/a.ts:12:7)`;
    expect(stackFrames(line).at(-1)).toMatchObject({ path: '/srv/a.ts', line: 12 });
  }
});

describe('over HTTP', () => {
  let fixture: Fixture;
  let server: HttpServer;
  let client: Connection;
  beforeAll(async () => {
    fixture = await createFixture({ indexed: true });
    server = await startHttp(fixture);
    client = await server.connect();
  });
  afterAll(async () => {
    await client?.close();
    await server?.end();
    fixture?.remove();
  });

  /** Every parameter that takes text, so that a new one is attacked as soon as it is in the table. */
  const cases = tools.flatMap((row) =>
    Object.entries(row.parameters).flatMap(([parameter, { type }]) =>
      type === 'text' || type === 'list' ? [[row.name, parameter] as const] : [],
    ),
  );

  test.each(cases)('%s survives any %s of the maximum length', async (name, parameter) => {
    const row = tools.find((each) => each.name === name);
    const shape = row?.parameters[parameter];
    if (shape?.type !== 'text' && shape?.type !== 'list') throw new Error(`${parameter} takes no text.`);
    const isSearched = shape.type === 'list' || shape.role === 'query' || shape.role === 'symbol';
    const sent = isSearched ? Object.values(parts) : ['a/b/', '('];
    const answers = sent.map(async (part) => {
      const text = attackOf(part, shape.maxLength);
      const value =
        shape.type === 'text' ? text : Array.from({ length: shape.maxItems }, (_, index) => `${text.slice(4)}${index}`);
      const { body } = await client.call(name, { ...row?.example, [parameter]: value });
      return body.error?.code;
    });
    expect(await Promise.all(answers)).not.toContain('internal_error');
    expect((await fetch(new URL('/health', server.url))).status).toBe(200);
  });

  test.each(['a/b/', 'a.', 'A::', '(', ' at a (a:1', 'b/'])(
    'a search for %j over and over is answered, not a stack overflow',
    async (part) => {
      const { body } = await client.call('search_code', { query: filled(part, maxQuery - 2) });
      expect(body.error).toBeUndefined();
    },
  );
});
