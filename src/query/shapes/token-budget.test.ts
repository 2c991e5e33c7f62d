import { expect, test } from 'vitest';
import { estimateTokens, fits, roomFor, without } from './token-budget.ts';

function check(item: unknown, tokens: number): void {
  test(`estimates ${JSON.stringify(item)} at ${tokens} tokens`, () => expect(estimateTokens(item)).toBe(tokens));
}

check({ a: 1 }, 2);
check({ body: 'one two three' }, 4);
check({ body: 'a b c d e f g h i j' }, 13);
check({ body: 'a\n  b' }, 3);

test('subtracts an item from the budget', () => {
  const item = { body: 'one two three' };
  expect(without({ tokens: 10, characters: 100 }, item)).toEqual({ tokens: 6, characters: 100 - 24 });
});

test('rejects an item with few words but many characters', () => {
  const item = { body: 'x'.repeat(5_000) };
  expect(fits(item, roomFor(1_000))).toBe(false);
  expect(fits(item, roomFor(2_000))).toBe(true);
});

test('limits small budgets by the estimate only', () => {
  expect(fits({ body: 'x'.repeat(400) }, roomFor(2))).toBe(true);
});
