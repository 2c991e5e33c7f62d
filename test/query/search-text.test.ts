/** A text search finds the lines that a plain scan finds, and says what it did not search. */
import { describe, expect, test } from 'vitest';
import { CodedError } from '../../src/errors.ts';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { linePattern, type WrittenPattern } from '../../src/query/text-search/line-pattern.ts';
import { filesThatMayMatch } from '../../src/query/text-search/pattern-files.ts';
import { searchFiles } from '../../src/query/text-search/search-files.ts';
import { type SearchTextAnswer, searchText, searchTextParameters } from '../../src/query/tools/search-text.ts';
import { generateRepository } from '../support/generated-repository.ts';
import { sharedView } from '../support/query-view.ts';
import { type Random, randomFrom } from '../support/random.ts';

const wide = `${'x '.repeat(300)}Needle here${' y'.repeat(300)}`;
const files: Readonly<Record<string, string>> = {
  'src/token.ts':
    'export class Token {\n  readonly text = "Token";\n\n  validate(): boolean {\n    return this.text !== "";\n  }\n}\n\nexport const limit = 10;\n',
  'src/token.test.ts': 'import { Token } from "./token";\n\ntest("token", () => new Token().validate());\n',
  'src/windows.py': 'def first():\r\n    return "end"\r\n\r\ndef second():\r\n    return "end of it"\r\n',
  'src/signs.go': 'package signs\n\nvar a = []int{1, 2}\n// a.b (c) [d] {e} *f* +g? ^h$ \\i |j\n',
  'notes/größe.md':
    '# Größe\n\nDie GRÖSSE der Straße, größer als STRASSE.\nſet and set, \u212aelvin and kelvin\nnaïve_x naïve\n',
  'notes/wide.txt': `${wide}\n`,
  'notes/last.txt': 'no newline at the end\nlast',
  'notes/empty.txt': '',
  'data/long.txt': `${'ab'.repeat(40_000)}\n`,
};
const sources: Readonly<Record<string, string>> = {
  ...files,
  ...(generateRepository(5, 120).files as Record<string, string>),
};
const ask = sharedView({ ...sources, 'data/blob.bin': new Uint8Array([0, 1, 2, 3]) });

function search(pattern: string, sent: Record<string, unknown> = {}): Promise<SearchTextAnswer> {
  return ask((view) =>
    searchText(view, readParameters(searchTextParameters, { pattern, limit: 1_000, ...sent }).values),
  );
}

function selectedBy(written: WrittenPattern): Promise<ReadonlySet<string>> {
  return ask(async (view) => {
    const { files: all } = await view.files();
    const found = await filesThatMayMatch(view, linePattern(written), all, { bytes: 0, files: 0 });
    return new Set(found.map(({ path }) => path));
  });
}

function placesOf({ matches }: SearchTextAnswer): string[] {
  return matches.map(({ path, line }) => `${path}:${line}`).sort();
}

/** The lines that an expression of JavaScript finds. */
function scan(expression: RegExp): string[] {
  return Object.entries(sources)
    .flatMap(([path, text]) => {
      const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
      if (lines.at(-1) === '') lines.pop();
      return lines.flatMap((line, at) => (expression.test(line) ? [`${path}:${at + 1}`] : []));
    })
    .sort();
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const wordCharacter = '[\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}]';

function oracle(expression: string, ignoresCase: boolean, word: boolean): RegExp {
  const whole = word ? `(?<!${wordCharacter})(?:${expression})(?!${wordCharacter})` : expression;
  return new RegExp(whole, ignoresCase ? 'iu' : 'u');
}

describe('the same lines as a plain scan', () => {
  const lines = Object.values(sources)
    .flatMap((text) => text.split(/\r?\n/))
    .filter((line) => line.trim().length > 3 && line.length < 200 && !/[\u017f\u212a]/.test(line));
  const words = lines.flatMap((line) => line.match(/[A-Za-z_]{3,}/g) ?? []);

  const piece = (random: Random, longest: number): string => {
    const line = random.pick(lines);
    const start = random.below(line.length - 1);
    const found = line.slice(start, start + 1 + random.below(longest));
    return found.trim() === '' ? random.pick(words) : found;
  };
  const forms: readonly ((random: Random) => string)[] = [
    (random) => `${random.pick(words)}[0-9A-Za-z_]*`,
    (random) => `${random.pick(words)}.*${random.pick(words)}`,
    (random) => `^ *${random.pick(words)}`,
    (random) => `${escaped(piece(random, 8))}$`,
    (random) => `(?:${random.pick(words)}|${random.pick(words)})\\(`,
    (random) => `[A-Z]${random.pick(words).slice(1)}`,
    (random) => `(${random.pick(words).slice(0, 2)}|${random.pick(words).slice(0, 3)})+_`,
    (random) => `${escaped(piece(random, 3))}.?${escaped(piece(random, 3))}`,
    (random) => `[0-9]{1,3}${escaped(piece(random, 2))}`,
    (random) => `(${random.pick(words)})?${escaped(piece(random, 4))}`,
    (random) => `[^a-z]${random.pick(words).slice(0, 3)}`,
  ];

  test.each(Array.from({ length: 12 }, (_, seed) => seed + 1))('for random patterns, seed %i', async (seed) => {
    const random = randomFrom(seed);
    let narrowed = 0;
    for (let at = 0; at < 12; at++) {
      const regex = random.below(2) === 1;
      const pattern = regex ? random.pick(forms)(random) : piece(random, 20);
      const care = random.pick(['smart', 'sensitive', 'insensitive'] as const);
      const word = random.below(4) === 0;
      const isSmall = !/\p{Lu}/u.test(pattern);
      const ignoresCase = care === 'insensitive' || (care === 'smart' && isSmall);
      const expected = scan(oracle(regex ? pattern : escaped(pattern), ignoresCase, word));
      const answer = await search(pattern, { regex, case: care, word });
      const asked = JSON.stringify({ pattern, regex, care, word });
      expect(answer.total, asked).toBe(expected.length);
      if (expected.length <= 1_000) expect(placesOf(answer), asked).toEqual(expected);
      // A small repository is searched without the index, so what the index selects is compared on its own.
      const selected = await selectedBy({ pattern, regex, case: care, word });
      const lost = expected
        .map((place) => place.slice(0, place.lastIndexOf(':')))
        .filter((path) => !selected.has(path));
      expect(lost, asked).toEqual([]);
      narrowed += selected.size < Object.keys(sources).length ? 1 : 0;
    }
    expect(narrowed).toBeGreaterThan(2);
  });
});

describe('a text', () => {
  function finds(pattern: string, sent: Record<string, unknown>, places: readonly string[]): void {
    test(`${pattern} with ${JSON.stringify(sent)}`, async () => {
      expect(placesOf(await search(pattern, { path: Object.keys(files), ...sent }))).toEqual(places);
    });
  }

  finds('a.b (c) [d] {e} *f* +g? ^h$ \\i |j', {}, ['src/signs.go:4']);
  finds('größe', {}, ['notes/größe.md:1', 'notes/größe.md:3']);
  finds('größe', { word: true }, ['notes/größe.md:1']);
  finds('naïve', { word: true, case: 'sensitive' }, ['notes/größe.md:5']);
  finds('na', { word: true, path: 'notes' }, []);
  finds('set', { path: 'notes' }, ['notes/größe.md:4']);
  finds('^set', { path: 'notes', regex: true }, []);
  finds('ſet', { path: 'notes' }, ['notes/größe.md:4']);
  finds('TOKEN', {}, []);
  finds('TOKEN', { case: 'insensitive', tests: 'exclude' }, ['src/token.ts:1', 'src/token.ts:2']);
  finds('"end"$', { regex: true }, ['src/windows.py:2']);
  finds('last$', { regex: true }, ['notes/last.txt:2']);
  finds('^$', { regex: true, path: 'src/windows.py' }, ['src/windows.py:3']);
  finds('\\S', { regex: true, path: 'notes/last.txt' }, ['notes/last.txt:1', 'notes/last.txt:2']);
  finds('(?i)TOKEN', { regex: true, path: 'src/token.ts' }, ['src/token.ts:1', 'src/token.ts:2']);
  finds('\\Qreturn this', { regex: true, word: true }, ['src/token.ts:5']);
});

describe('an answer', () => {
  test('names the enclosing symbol, and puts tests last', async () => {
    const { matches, total, files: found } = await search('validate', { path: 'src' });
    expect({ total, found }).toEqual({ total: 2, found: 2 });
    expect(matches).toEqual([
      {
        path: 'src/token.ts',
        line: 4,
        text: '  validate(): boolean {',
        in: { name: 'Token.validate', kind: 'method', line_start: 4 },
      },
      { path: 'src/token.test.ts', line: 3, text: 'test("token", () => new Token().validate());' },
    ]);
    const field = (await search('readonly text', { path: 'src' })).matches[0];
    expect(field?.in).toEqual({ name: 'Token', kind: 'class', line_start: 1 });
  });

  test('shows the lines around a match once', async () => {
    const { matches } = await search('return|second', { regex: true, path: 'src/windows.py', context: 1 });
    expect(matches.map(({ line, before, after }) => ({ line, before, after }))).toEqual([
      { line: 2, before: ['def first():'], after: [''] },
      { line: 4, before: undefined, after: undefined },
      { line: 5, before: undefined, after: undefined },
    ]);
  });

  test('shortens a long line around the match', async () => {
    for (const sent of [{}, { regex: true }, { case: 'insensitive' }, { word: true, regex: true }]) {
      const [match] = (await search('Needle here', { path: 'notes/wide.txt', ...sent })).matches;
      expect(match?.text).toContain('Needle here');
      expect(match?.text.length).toBeLessThanOrEqual(122);
    }
  });

  test('counts all matches whatever the limit, and says what it leaves out', async () => {
    const all = await search('return');
    const few = await search('return', { limit: 2 });
    expect(few.matches).toEqual(all.matches.slice(0, 2));
    expect(few).toMatchObject({ total: all.total, files: all.files, truncated: true, skipped: { binary: 1 } });
    expect(few.metadata.result_completeness).toBe('truncated');
    expect(all).toMatchObject({ truncated: false, searched_files: Object.keys(sources).length });
    expect(all.metadata.result_completeness).toBe('complete');
  });

  test('lists files and counts', async () => {
    const { matches } = await search('e');
    const counts = new Map<string, number>();
    for (const { path } of (await search('return')).matches) counts.set(path, (counts.get(path) ?? 0) + 1);
    expect(matches.length).toBeGreaterThan(0);
    const listed = await search('return', { mode: 'files' });
    expect(listed.matches).toEqual([]);
    expect(new Map(listed.by_file?.map(({ path, count }) => [path, count]))).toEqual(counts);
    const most = await search('return', { mode: 'count', limit: 1 });
    expect(most.by_file?.[0]?.count).toBe([...counts.values()].sort((a, b) => b - a)[0]);
    expect(most).toMatchObject({ truncated: true, total: listed.total });
  });

  test('says that nothing was found, and where', async () => {
    const { total, metadata } = await search('no\\s+such');
    expect(total).toBe(0);
    expect(metadata.warnings).toContain('The pattern was searched as text; with regex, it is a regular expression.');
    expect(metadata.warnings?.[0]).toMatch(/^None of the \d+ files of main that were searched matches\.$/);
  });

  test('counts the lines that are too long for an expression', async () => {
    const answer = await search('a[ab]{900}c', { regex: true, path: 'data' });
    expect(answer).toMatchObject({ total: 0, total_is_lower_bound: true });
    expect(answer.metadata.result_completeness).toBe('partial');
    expect(answer.metadata.warnings).toContain(
      '1 line was not searched, because it is too long for so large an expression.',
    );
  });

  test('counts the files that are over the budget', async () => {
    const pattern = linePattern({ pattern: 'e', regex: false, case: 'smart', word: false });
    const found = await ask(async (view) =>
      searchFiles(view, pattern, (await view.files()).files, { limit: 10, context: 0 }, 1),
    );
    expect(found.unexamined).toBe(Object.values(sources).length - 1 - emptyBefore());
  });

  /** Files without bytes before the first one that has some cost nothing. */
  function emptyBefore(): number {
    const first = Object.keys(sources)
      .sort()
      .findIndex((path) => sources[path] !== '');
    return Math.max(0, first);
  }
});

describe('a wrong request', () => {
  function rejects(
    pattern: string,
    sent: Record<string, unknown>,
    code: string,
    said: string,
    data: Record<string, unknown> = {},
  ): void {
    test(`${pattern.slice(0, 30)} with ${JSON.stringify(sent)}`, async () => {
      const error = await search(pattern, sent).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CodedError);
      expect((error as CodedError).message).toContain(said);
      expect(error).toMatchObject({ code, data });
    });
  }
  const regex = { regex: true };

  rejects('foo(?=bar)', regex, 'pattern_invalid', 'at position 4, from "(?=bar)" on: look-around', { position: 4 });
  rejects('(?<!a)b', regex, 'pattern_invalid', 'look-around', { position: 1 });
  rejects('(a)\\1', regex, 'pattern_invalid', 'from "\\1" on: back-references', { position: 4 });
  rejects('\\\\1(a)\\1', regex, 'pattern_invalid', 'back-references', { position: 7 });
  rejects('ab[c', regex, 'pattern_invalid', 'missing closing ]', { position: 3 });
  rejects('a(b(c)', regex, 'pattern_invalid', 'missing closing )', { position: 2 });
  rejects('[(]a)b', regex, 'pattern_invalid', 'unexpected )', { position: 5 });
  rejects('a+b**', regex, 'pattern_invalid', 'repetition', { position: 4 });
  rejects('ab\\', regex, 'pattern_invalid', 'trailing backslash', { position: 4 });
  rejects('a\\nb', regex, 'pattern_invalid', 'no line break', { position: 2 });
  rejects('a\nb', {}, 'pattern_invalid', 'no line break', { position: 2 });
  rejects('(x{100}){100}', regex, 'pattern_invalid', 'too large');
  rejects('(?:a{900}b{900}){2}', regex, 'pattern_invalid', 'too large');
  rejects('', {}, 'invalid_input', '"pattern" must not be empty');
  rejects('x'.repeat(2_001), {}, 'invalid_input', 'the maximum is 2000');
  rejects('x', { path: '../other' }, 'invalid_input', 'leads out of the project');
  rejects('x', { path: 'no/such/folder' }, 'file_not_found', 'No file of main is at no/such/folder');
});
