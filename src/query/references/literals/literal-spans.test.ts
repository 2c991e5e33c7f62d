import { expect, test, vi } from 'vitest';
import { languageNamed } from '../../../languages/languages.ts';
import { cLexis, type Lexis, scriptLexis } from '../../../languages/lexis.ts';
import { literalSpans } from './literal-spans.ts';

/** In `expected`, the characters of comments are replaced by `c`, those of strings by `s`. */
function check(language: string, text: string, expected: string): void {
  test(`${language}: ${JSON.stringify(text).slice(0, 60)}`, () => {
    const masked = [...text];
    for (const { start, end, is } of literalSpans(text, languageNamed(language)?.lexis ?? cLexis)) {
      for (let at = start; at < end; at++) if (text[at] !== '\n') masked[at] = is === 'comment' ? 'c' : 's';
    }
    expect(masked.join('')).toBe(expected);
  });
}

check('go', 'a := "b // c" // d', 'a := ssssssss cccc');
check('go', 'a := `b\n"c` + d', 'a := ss\nsss + d');
check('go', "a := '\"' /* b\n */ c", 'a := sss cccc\nccc c');
check('go', 'a := "b\nc"', 'a := "b\nc"');
check('rust', "fn f<'a>(x: &'a str) { '\\'' }", "fn f<'a>(x: &'a str) { ssss }");
check('rust', 'let a = r#"b "c" d"#; e', 'let a = ssssssssssss; e');
check('rust', 'a /* b /* c */ d */ e', 'a ccccccccccccccccc e');
check('python', 'a = """b\n# c""" # d', 'a = ssss\nssssss ccc');
check('python', 'a = f"b {c.d!r} {{e}}" + \'f\'', 'a = ssss{c.d!r}sssssss + sss');
check('python', "a = r'\\' b' # c", 'a = rssssss ccc');
const hole = (code: string) => `$${`{${code}}`}`;
check(
  'typescript',
  `a = \`b ${hole(`c + \`d ${hole('e')}\``)} f\` // g`,
  `a = sss${hole(`c + sss${hole('e')}s`)}sss cccc`,
);
check('typescript', 'a = b / c; d = /["\'`]/g.test(e) // f', 'a = b / c; d = ssssssss.test(e) cccc');
check('typescript', "const a = { b: \"it's\", c: '\\'' }", 'const a = { b: ssssss, c: ssss }');
check('java', 'a = """\n b" c\n """; d', 'a = sss\nsssss\nssss; d');
check('cpp', 'a = R"x(b)"c)x"; d', 'a = sssssssssss; d');
check('csharp', 'a = $"b {c}" + @"d\\" + e', 'a = ssss{c}s + sssss + e');
check('ruby', 'a = "b #{c} d" # e', 'a = sss#{c}sss ccc');
check('ruby', 'a(<<~SQL, b)\n  c\nSQL\ne', 'a(<<~SQL, b)\nsss\nSQL\ne');
check('php', "$a = 'b'; # c\n#[D]\n// e", '$a = sss; ccc\n#[D]\ncccc');
check('bash', 'a="b $(c "d") e" # f g', 'a=sss$(c sss)sss ccccc');
check('bash', `a=${hole('#b')} c#d`, `a=${hole('#b')} c#d`);

test.each<[language: string, text: (count: number) => string]>([
  ['java', (count) => '\\"a'.repeat(count)],
  ['java', (count) => `"${'\\"a'.repeat(count)}`],
  ['go', (count) => '\\"a'.repeat(count)],
  ['typescript', (count) => "\\'a".repeat(count)],
  ['typescript', (count) => `${'\\"\\\'a'.repeat(count)}\n`.repeat(3)],
  ['rust', (count) => '/* '.repeat(count) + '*/ '.repeat(count)],
  ['rust', (count) => '/* '.repeat(count)],
  ['rust', (count) => '/* */ '.repeat(count)],
  ['rust', (count) => `/*${'*/ /*'.repeat(count)}`],
  ['python', (count) => 'f"{'.repeat(count)],
  ['python', (count) => 'f"{\n'.repeat(count)],
  ['python', (count) => 'f"\\"'.repeat(count)],
  ['csharp', (count) => '$"{'.repeat(count)],
  ['bash', (count) => '"$('.repeat(count)],
  ['bash', (count) => '<<A '.repeat(count)],
  ['ruby', (count) => '"#{'.repeat(count)],
  ['ruby', (count) => '<<~A '.repeat(count)],
])('%s: each character of %s is examined a bounded number of times', (language, text) => {
  const lexis = languageNamed(language)?.lexis ?? cLexis;
  expect(stepsOf(text(400), lexis) / stepsOf(text(200), lexis)).toBeLessThan(2.6);
});

test('spans are disjoint where code in a string has no end', () => {
  const spans = literalSpans('a = f"b {c"d"\ne = f"{f"', languageNamed('python')?.lexis ?? cLexis);
  for (const [at, { start }] of spans.entries()) expect(start).toBeGreaterThanOrEqual(spans[at - 1]?.end ?? 0);
});

const maxSteps = 100_000;

/** Characters that a scan examines: those it reads, and those that a search passes. */
function stepsOf(text: string, lexis: Lexis): number {
  let steps = 0;
  const startsWith = vi.spyOn(String.prototype, 'startsWith').mockImplementation(function (this: string, word, at = 0) {
    if (++steps > maxSteps) throw new Error('too many steps');
    return this.slice(at, at + word.length) === word;
  });
  const native = String.prototype.indexOf;
  const indexOf = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, word, from = 0) {
    const found = native.call(this, word, from);
    steps += (found === -1 ? this.length : found) - from;
    return found;
  });
  try {
    literalSpans(text, lexis);
  } finally {
    startsWith.mockRestore();
    indexOf.mockRestore();
  }
  return steps + text.length;
}

test('spans up to an offset are the first ones of all', () => {
  const nested = '$' + '{';
  const text = `a /* one */ "two" b \`three ${nested}"four" + c /* five */} six\` // seven\n`;
  const all = literalSpans(text, scriptLexis);
  for (let end = 0; end <= text.length; end++) {
    const some = literalSpans(text, scriptLexis, end);
    expect(some).toEqual(all.slice(0, some.length));
    expect(some.length).toBeGreaterThanOrEqual(all.filter(({ start }) => start <= end).length);
  }
});
