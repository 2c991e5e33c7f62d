import { expect, test } from 'vitest';
import { budgetFor, contractEstimate, fits, roomFor, without } from './token-budget.ts';

function check(item: unknown, tokens: number): void {
  test(`estimates ${JSON.stringify(item)} at ${tokens} tokens by the formula of the contract`, () =>
    expect(contractEstimate([item])).toBe(tokens));
}

check({ a: 1 }, 2);
check({ body: 'one two three' }, 4);
check({ body: 'a b c d e f g h i j' }, 13);
check({ body: 'a\n  b' }, 3);

test('rounds up each item of a list', () => expect(contractEstimate([{ a: 1 }, { a: 1 }])).toBe(4));

test('subtracts an item from both budgets', () => {
  const item = { body: 'one two three' };
  const { words, tokens } = without({ words: 10, tokens: 100 }, item);
  expect(words).toBe(6);
  expect(tokens).toBeLessThan(100);
});

test('rejects an item with few words but many tokens', () => {
  const item = { body: 'someLongIdentifier'.repeat(300) };
  expect(fits(item, roomFor(1_000))).toBe(false);
  expect(fits(item, roomFor(2_000))).toBe(true);
});

test('rejects an item with many words but few tokens', () => {
  const item = { body: 'a '.repeat(100) };
  expect(fits(item, { words: 100, tokens: 1_000 })).toBe(false);
  expect(fits(item, { words: 140, tokens: 1_000 })).toBe(true);
});

test('leaves room for the rest of the answer', () => {
  const item = { path: 'src/a.ts' };
  expect(fits(item, roomFor(budgetFor(item)))).toBe(true);
  expect(fits(item, roomFor(budgetFor(item) - 1))).toBe(false);
});
