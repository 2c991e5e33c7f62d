/** Regular expressions in scripts: a slash in a class does not end one, and quotes inside open no string. */
import { expect, test } from 'vitest';
import { scriptLexis } from '../../src/languages/lexis.ts';
import { literalSpans } from '../../src/query/references/literals/literal-spans.ts';

test.each([
  ['x = /a"b/g;', ['/a"b/g']],
  ['x = /[^/"]+/.test(y) ? "z" : w;', ['/[^/"]+/', '"z"']],
  ["x = /a[/]b['/]c\\/d/;", ["/a[/]b['/]c\\/d/"]],
  ['x = a / b; y = c / d;', []],
  ['x = [/"/, /\'/];', ['/"/', "/'/"]],
])('%s', (text, literals) => {
  expect(literalSpans(text, scriptLexis).map(({ start, end }) => text.slice(start, end))).toEqual(literals);
});

test.each(['/[:', ':/[', ':/]', '=/\\', '(/[:/]'])('a long line of %s is read', (part) => {
  const line = part.repeat(200_000);
  expect(literalSpans(`${line}\n"a"`, scriptLexis).at(-1)).toMatchObject({ is: 'string' });
});
