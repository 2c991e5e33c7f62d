import { expect, test } from 'vitest';
import { languageNamed } from '../../languages/languages.ts';
import { cLexis } from '../../languages/lexis.ts';
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
