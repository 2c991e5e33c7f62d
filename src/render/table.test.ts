import { expect, test } from 'vitest';
import { table, widthOf } from './table.ts';

test('pads columns to their widest cell and right-aligns numbers', () => {
  const rows = [
    ['main', '1,204', 'up to date'],
    ['feature', '9', 'behind'],
  ];
  expect(table(rows, { numbers: [1] })).toEqual(['  main     1,204  up to date', '  feature      9  behind']);
});

test('wraps the last cell below itself', () => {
  expect(table([['name', 'one two three four five six']], { columns: 32 })).toEqual([
    '  name  one two three four five',
    '        six',
  ]);
});

test('puts the last cell on its own lines if too little width remains beside the others', () => {
  expect(table([['--a-long-flag VALUE', 'what the flag is good for']], { columns: 30 })).toEqual([
    '  --a-long-flag VALUE',
    '      what the flag is good',
    '      for',
  ]);
});

test('counts terminal columns', () => {
  expect(['abc', '\x1b[1mabc\x1b[0m', '漢字', 'e\u0301'].map(widthOf)).toEqual([3, 3, 4, 1]);
});
