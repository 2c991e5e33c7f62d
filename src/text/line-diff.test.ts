import { expect, test } from 'vitest';
import { diffLines, unifiedHunks } from './line-diff.ts';

function check(before: string, after: string, expected: string): void {
  test(`${JSON.stringify(before)} to ${JSON.stringify(after)}`, () => {
    const { lines } = diffLines([...before], [...after]);
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
    const { lines } = diffLines(before, after);
    const side = (sign: string) => lines.filter((line) => line.sign !== sign).map((line) => line.text);
    expect(side('+')).toEqual(before);
    expect(side('-')).toEqual(after);
  }
});

const numberedLines = (count: number, word: string) => Array.from({ length: count }, (_, line) => `${word} ${line}`);

test('replaces all lines of texts beyond the difference limit, and says so', () => {
  const [before, after] = [numberedLines(3_000, 'old'), numberedLines(3_000, 'new')];
  const { lines, isShortest } = diffLines(['first', ...before, 'last'], ['first', ...after, 'last']);
  expect(lines).toHaveLength(6_002);
  expect(lines.map(({ sign }) => sign).join('')).toBe(` ${'-'.repeat(3_000)}${'+'.repeat(3_000)} `);
  expect(isShortest).toBe(false);
});

test('is the shortest edit up to the difference limit, and for one side alone', () => {
  const before = numberedLines(5_000, 'line');
  const after = before.map((line, at) => (at % 25 === 0 ? `new ${line}` : line));
  expect(diffLines(before, after)).toMatchObject({ isShortest: true });
  expect(diffLines([], before)).toMatchObject({ isShortest: true });
  expect(diffLines(before, [])).toMatchObject({ isShortest: true });
});

test('finds few changes among very many repeated lines', () => {
  const changes = (word: string) => numberedLines(190, word).flatMap((line) => [...Array(800).fill(''), line]);
  const { lines, isShortest } = diffLines(changes('old'), changes('new'));
  expect(isShortest).toBe(true);
  expect(lines.filter(({ sign }) => sign !== ' ')).toHaveLength(380);
});

test('writes a hunk of more lines than a call may have arguments', () => {
  const [before, after] = [numberedLines(150_000, 'old'), numberedLines(150_000, 'new')];
  const written = unifiedHunks(diffLines(before, after).lines, 1, 1).split('\n');
  expect(written).toHaveLength(300_001);
  expect(written[0]).toBe('@@ -1,150000 +1,150000 @@');
});

test('numbers every hunk of a long text', () => {
  const before = numberedLines(1_000, 'line');
  const after = before.flatMap((line, at) => (at % 100 === 50 ? [line, 'more'] : at % 100 === 99 ? [] : [line]));
  const headers = unifiedHunks(diffLines(before, after).lines, 11, 21)
    .split('\n')
    .filter((line) => line.startsWith('@'));
  expect(headers).toHaveLength(20);
  expect(headers.slice(0, 3)).toEqual(['@@ -59,6 +69,7 @@', '@@ -107,7 +118,6 @@', '@@ -159,6 +169,7 @@']);
  expect(headers.at(-1)).toBe('@@ -1007,4 +1018,3 @@');
});

test('writes hunks with three lines of context and offset line numbers', () => {
  const before = [...'abcdefghij'];
  const after = [...'abcdXfghij'];
  expect(unifiedHunks(diffLines(before, after).lines, 11, 21)).toBe(
    '@@ -12,7 +22,7 @@\n b\n c\n d\n-e\n+X\n f\n g\n h',
  );
  expect(unifiedHunks(diffLines([], ['a']).lines, 1, 1)).toBe('@@ -0,0 +1 @@\n+a');
  expect(unifiedHunks(diffLines(['a'], ['a']).lines, 1, 1)).toBe('');
});
