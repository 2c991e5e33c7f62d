import { expect, test } from 'vitest';
import { diffLines, unifiedHunks } from './line-diff.ts';

function check(before: string, after: string, expected: string): void {
  test(`${JSON.stringify(before)} to ${JSON.stringify(after)}`, () => {
    const lines = diffLines([...before], [...after]);
    expect(lines.map(({ sign, text }) => (sign === ' ' ? text : sign + text)).join('')).toBe(expected);
  });
}

check('', '', '');
check('abc', 'abc', 'abc');
check('', 'ab', '+a+b');
check('ab', '', '-a-b');
check('abc', 'axc', 'a-b+xc');
check('abcabba', 'cbabac', '-a+cb-cab-ba+c');
check('abcdef', 'abxdef', 'ab-c+xdef');
check('xaxbxc', 'abc', '-xa-xb-xc');

test('reproduces both texts for random inputs', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 200; round++) {
    const text = () => Array.from({ length: random(12) }, () => 'abc'[random(3)] as string);
    const before = text();
    const after = text();
    const lines = diffLines(before, after);
    const side = (sign: string) => lines.filter((line) => line.sign !== sign).map((line) => line.text);
    expect(side('+')).toEqual(before);
    expect(side('-')).toEqual(after);
  }
});

test('returns a correct diff for texts beyond the difference limit', () => {
  const before = Array.from({ length: 3_000 }, (_, line) => `old ${line}`);
  const after = Array.from({ length: 3_000 }, (_, line) => `new ${line}`);
  expect(diffLines(before, after)).toHaveLength(6_000);
});

test('writes hunks with three lines of context and offset line numbers', () => {
  const before = [...'abcdefghij'];
  const after = [...'abcdXfghij'];
  expect(unifiedHunks(diffLines(before, after), 11, 21)).toBe('@@ -12,7 +22,7 @@\n b\n c\n d\n-e\n+X\n f\n g\n h');
  expect(unifiedHunks(diffLines([], ['a']), 1, 1)).toBe('@@ -0,0 +1 @@\n+a');
  expect(unifiedHunks(diffLines(['a'], ['a']), 1, 1)).toBe('');
});
