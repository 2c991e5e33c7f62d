import { expect, test } from 'vitest';
import { leastSize, requiredTexts } from './required-text.ts';

function check(pattern: string, expected: readonly (readonly string[])[]): void {
  test(`${pattern} requires ${JSON.stringify(expected)}`, () => expect(requiredTexts(pattern)).toEqual(expected));
}

check('token', [['token']]);
check('get_\\w+_set', [['get_'], ['_set']]);
check('a.b', [['a'], ['b']]);
check('foo\\.bar\\(', [['foo.bar(']]);
check('^class\\b$', [['class']]);
check('foo|bar', [['foo', 'bar']]);
check('x(?:foo|bar)y', [['x'], ['foo', 'bar'], ['y']]);
check('foo|\\d', []);
check('foo|', []);
check('fo+', [['fo']]);
check('fo*bar', [['f'], ['bar']]);
check('(abc)?d', [['d']]);
check('(abc){0,2}d', [['d']]);
check('(abc){2}d', [['abc'], ['d']]);
check('a{,3}', [['a{,3}']]);
check('[]a]x[^]b]y', [['x'], ['y']]);
check('[[:alpha:]]]', [[']']]);
check('[\\]]z', [['z']]);
check('\\p{Greek}x\\pLy', [['x'], ['y']]);
check('(?P<name>foo)(?<other>bar)', [['foobar']]);
check('(?s)a(?m:b)', [['ab']]);
check('\\Qa.b', []);
check('\\x41bc', [['bc']]);
check('\\101', []);
check('a\\tb', [['a\tb']]);
check('𝒳+y', [['𝒳'], ['y']]);
check('(', []);
check('[a', []);
check('\\', []);
check(Array.from({ length: 20 }, (_, at) => `w${at}x`).join('|'), []);

test.each([
  ['quoted text', String.raw`\Qx(\E(?:abcd){1000}`, 4_000],
  ['codes of characters', String.raw`(?:\x41\x{1F600}\101b){500}`, 2_000],
  ['quoted text without an end', String.raw`a{30}\Q{1000}`, 30],
])('counts the repetitions beside %s', (_, pattern, least) => {
  expect(leastSize(pattern)).toBeGreaterThanOrEqual(least);
  expect(leastSize(pattern)).toBeLessThan(2 * least + 20);
});
