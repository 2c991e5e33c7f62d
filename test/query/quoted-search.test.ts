/** Quoted text is searched exhaustively: every place is found, or the answer says what was not searched. */
import { describe, expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { codeContext, codeContextParameters } from '../../src/query/tools/code-context.ts';
import { locateSymbol, locateSymbolParameters } from '../../src/query/tools/locate-symbol.ts';
import { type SearchCodeAnswer, searchCode, searchCodeParameters } from '../../src/query/tools/search-code.ts';
import { ProjectReader } from '../../src/query/view/ref-view.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { generateRepository } from '../support/generated-repository.ts';
import { askAbout, sharedView } from '../support/query-view.ts';
import { randomFrom } from '../support/random.ts';
import { indexInProcess } from '../support/run-job.ts';
import { createRepository, temporaryFolder } from '../support/test-repository.ts';

const long = `veryLong${'Identifier'.repeat(8)}`;
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

const files = {
  'src/skip.go': `package skip\n\nfunc SetSkipRequests(skip bool) {\n\tskipRequests = skip\n}\n\nfunc run() {\n\tSetSkipRequests(true)\n}\n`,
  'src/many.go': `package skip\n\n${lines(20, (at) => `func use${at}() {\n\tSetSkipRequests(false)\n}`)}\n`,
  'src/long.ts': `export const ${long} = 12345678901234567890;\n`,
  'notes/skip.md': `# Notes\n\n${lines(12, (at) => `${at}. call SetSkipRequests here`)}\n`,
  'notes/list.json': '{"SetSkipRequests": [1, 2], "größe": "Straße 5"}\n',
  'notes/ends.txt': `first line ends\nsecond line starts\n${lines(60, (at) => `filler ${at}`)}\nnear the end\nof the text\n`,
  'notes/windows.txt': 'one carriage\r\nreturn two\r\n',
  'notes/wide.txt': `${'x '.repeat(5_000)}needle in wide ${'y '.repeat(5_000)}\n`,
  'src/signs.ts': 'const f = (a: number) => ({ ...[a] });\nconst g = () => ({});\n',
};
const ask = sharedView({ ...files, 'data/blob.bin': new Uint8Array([0, 1, 2, 3]) });

function search(query: string, sent: Record<string, unknown> = {}): Promise<SearchCodeAnswer> {
  return ask((view) => searchCode(view, readParameters(searchCodeParameters, { query, limit: 100, ...sent }).values));
}

function placesIn(sources: Readonly<Record<string, string>>, literal: string): string[] {
  const places: string[] = [];
  for (const [path, text] of Object.entries(sources)) {
    for (let at = text.indexOf(literal); at !== -1; at = text.indexOf(literal, at + 1)) {
      places.push(`${path}:${text.slice(0, at).split('\n').length}`);
    }
  }
  return [...new Set(places)].sort();
}

function placesOf({ results }: SearchCodeAnswer): string[] {
  return results.flatMap(({ path, match_lines = [] }) => match_lines.map((line) => `${path}:${line}`)).sort();
}

describe('quoted text', () => {
  function finds(literal: string, what: string = literal): void {
    test(`finds every place of ${what}`, async () => {
      const answer = await search(`"${literal}"`);
      const expected = placesIn(files, literal);
      expect(expected).not.toEqual([]);
      expect(placesOf(answer)).toEqual(expected);
      expect(answer.metadata.literal_matches).toEqual([
        { text: literal, lines: expected.length, files: new Set(expected.map((place) => place.split(':')[0])).size },
      ]);
      expect(answer.metadata).toMatchObject({
        result_completeness: 'complete',
        searched_files: 9,
        skipped_files: { binary: 1 },
      });
    });
  }

  finds('SetSkipRequests');
  finds('SkipRequests', 'a part of an identifier');
  finds('kipReq', 'an inner part of an identifier');
  finds(long, 'an identifier over 64 characters');
  finds(long.slice(10, 40), 'a part of an identifier over 64 characters');
  finds('345678', 'a part of a long number');
  finds('12345678901234567890', 'a long number');
  finds('line ends\nsecond line', 'text across a line end');
  finds('ends\nsec', 'text cut off on both sides of a line end');
  finds('the end\nof the', 'text across a line end near a chunk');
  finds('=> ({', 'punctuation');
  finds('...[', 'punctuation without words around it');
  finds('needle in wide', 'text in a long line');
  finds('größe', 'letters beyond ASCII');
  finds('raße 5', 'a part of a word beyond ASCII');
  finds('func use7() {\n\tSet', 'text with a tab');

  test('matches a line break of any kind', async () => {
    expect(placesOf(await search('"carriage\nreturn"'))).toEqual(['notes/windows.txt:1']);
    // Lines 50 and 51 are in different chunks.
    const acrossChunks = '"filler 46\nfiller 47\rfiller 48\nfiller 49"';
    expect(placesOf(await search(acrossChunks))).toEqual(['notes/ends.txt:49']);
  });

  test('matches case, and ignores it only if no file has the text as written', async () => {
    expect(placesOf(await search('"skipRequests"'))).toEqual(['src/skip.go:4']);
    const answer = await search('"NEEDLE in Wide"');
    expect(placesOf(answer)).toEqual(['notes/wide.txt:1']);
    expect(answer.metadata.warnings).toEqual([
      'No file contains "NEEDLE in Wide" in this case; upper and lower case were ignored.',
    ]);
  });

  test('is truncated with the true totals if the limit cuts it', async () => {
    const answer = await search('"SetSkipRequests"', { limit: 3 });
    expect(answer.results).toHaveLength(3);
    expect(answer.total_candidates).toBe((await search('"SetSkipRequests"')).results.length);
    expect(answer.metadata).toMatchObject({
      result_completeness: 'truncated',
      literal_matches: [{ lines: placesIn(files, 'SetSkipRequests').length, files: 4 }],
    });
  });

  test('that no file contains is reported with what was searched', async () => {
    const { metadata } = await search('"SetSkipNothing"');
    expect(metadata.warnings).toEqual([
      expect.stringMatching(/^None of the 9 indexed files of main contains "SetSkipNothing"/),
      '1 file of the repository is not indexed and not searched: 1 binary.',
    ]);
  });

  test('in a file that may hold code and is not indexed makes the answer partial', () =>
    askAbout({ 'a.ts': 'const a = 1;\n', 'b.min.js': `var b=${'1+'.repeat(40_000)}1;` }, async (view) => {
      const { metadata } = await searchCode(view, readParameters(searchCodeParameters, { query: '"const a"' }).values);
      expect(metadata.result_completeness).toBe('partial');
      expect(metadata.skipped_files).toEqual({ minified: 1 });
      expect(metadata.warnings).toEqual(['1 file of the repository is not indexed and not searched: 1 minified.']);
    }));

  test('that is too common to read every file is partial, with the number of files left', () =>
    askAbout(
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}.txt`, `${'{};\n'.repeat(230_000)}${at}\n`])),
      async (view) => {
        const { metadata } = await searchCode(view, readParameters(searchCodeParameters, { query: '"};"' }).values);
        expect(metadata).toMatchObject({ result_completeness: 'partial', searched_files: 26, unexamined_files: 4 });
        expect(metadata.warnings).toContain(
          '4 files that may contain the quoted text were not searched: quote a longer text or pass "path" or "language" to search fewer.',
        );
      },
    ));

  test('drawn at random from generated files is found everywhere', async () => {
    const { files: sources } = generateRepository(5, 60);
    const texts = sources as Record<string, string>;
    const random = randomFrom(11);
    await askAbout(sources, async (view) => {
      for (let at = 0; at < 150; at++) {
        const text = texts[random.pick(Object.keys(texts))] as string;
        const start = random.below(Math.max(1, text.length - 60));
        const literal = text.slice(start, start + 5 + random.below(56));
        if (literal.includes('"')) continue;
        const request = readParameters(searchCodeParameters, { query: `"${literal}"`, limit: 100 }).values;
        const answer = await searchCode(view, request);
        const expected = placesIn(texts, literal);
        const [report] = answer.metadata.literal_matches as { lines: number }[];
        expect(report?.lines, JSON.stringify(literal)).toBe(expected.length);
        if (answer.metadata.result_completeness !== 'complete') expect(answer.total_candidates).toBeGreaterThan(100);
        else expect(placesOf(answer), JSON.stringify(literal)).toEqual(expected);
      }
    });
  });
});

describe('a query without words to search by', () => {
  const sources = {
    'a.ts': 'class C1 { get(x) { return x.get(x) } }\n',
    'b.ts': `const f = (a) => ({ ...a });\n// ${long}s here\n`,
    'c.ts': 'export const other = 1;\n',
  };
  const asText =
    'The words of the query are too common, too short or too long to search by, so the whole query was searched as text.';
  const askSources = sharedView(sources);
  const find = (query: string, sent: Record<string, unknown> = {}) =>
    askSources((view) => searchCode(view, readParameters(searchCodeParameters, { query, ...sent }).values));

  test.each([
    ['x.get(x)', 'a.ts'],
    ['{ get(x) {', 'a.ts'],
    [' get(x) ', 'a.ts'],
    ['X.GET(x)', 'a.ts'],
    ['} }', 'a.ts'],
    ['(a) => ({', 'b.ts'],
    ['...a', 'b.ts'],
    [`${long}s`, 'b.ts'],
    [`// ${long}s`, 'b.ts'],
  ])('is searched as text: %s', async (query, path) => {
    const { results, metadata } = await find(query);
    expect(results.map((result) => result.path)).toEqual([path]);
    expect(metadata.warnings).toContain(asText);
    expect(metadata.literal_matches).toEqual([{ text: query.trim(), lines: 1, files: 1 }]);
  });

  test.each(['y.get(y)', 'x.get( x )', '=> [', `${long}t`])(
    'proves the absence of its text only: %s',
    async (query) => {
      const { results, metadata } = await find(query);
      expect(results).toEqual([]);
      expect(metadata).toMatchObject({ result_completeness: 'complete', searched_files: 3 });
      expect(metadata.warnings).toEqual([asText, `None of the 3 indexed files of main contains "${query}".`]);
    },
  );

  test('says so as context for a task as well', () =>
    askSources(async (view) => {
      const { values } = readParameters(codeContextParameters, { query: 'x.get(x)' });
      const { context_items, metadata } = await codeContext(view, values);
      expect(context_items).toMatchObject([{ path: 'a.ts' }]);
      expect(metadata.warnings).toEqual([asText]);
    }));

  test('is not searched as text beside a word that counts', async () => {
    expect((await find('get return')).metadata.warnings ?? []).not.toContain(asText);
  });
});

describe('an empty result', () => {
  const nothing = [
    'Nothing was found in the 9 indexed files of main.',
    '1 file of the repository is not indexed and not searched: 1 binary.',
  ];

  test('of a search says what was searched', async () => {
    const { results, metadata } = await search('zzqx wwvk');
    expect(results).toEqual([]);
    expect(metadata).toMatchObject({ warnings: nothing, searched_files: 9, skipped_files: { binary: 1 } });
  });

  test('of a name says what was searched', () =>
    ask(async (view) => {
      const { values } = readParameters(locateSymbolParameters, { name: 'zzqxwwvk', language: 'go' });
      const { metadata } = await locateSymbol(view, values);
      expect(metadata).toMatchObject({ searched_files: 2, skipped_files: { binary: 1 } });
      expect(metadata.warnings?.slice(0, 2)).toEqual([
        'No symbol is named zzqxwwvk.',
        'Nothing was found in the 2 indexed go files of main.',
      ]);
    }));
});

describe('a very common word', () => {
  test('is found in the newest file as well', async () => {
    const common = Array.from({ length: 8 }, (_, at) => [`a${at}.txt`, 'kettle\n'.repeat(140_000)]);
    const repository = createRepository(Object.fromEntries(common));
    const home = temporaryFolder();
    await indexInProcess(home, repository.root);
    repository.commit({ 'z.md': 'One kettle.\n' });
    const { projectId, ref } = await indexInProcess(home, repository.root);
    const store = await openStore(home, projectId);
    try {
      const request = readParameters(searchCodeParameters, { query: 'where is the kettle', limit: 10 }).values;
      const { results } = await new ProjectReader(projectId, store).view(ref, (view) => searchCode(view, request));
      expect(results.map(({ path }) => path)).toContain('z.md');
    } finally {
      await store.close();
    }
  });
});
