import { expect, test } from 'vitest';
import { estimateTokens, fits, roomFor, without } from './token-budget.ts';

function check(item: unknown, tokens: number): void {
  test(`takes ${JSON.stringify(item)} for ${tokens} tokens`, () => expect(estimateTokens(item)).toBe(tokens));
}

check({ a: 1 }, 2);
check({ body: 'one two three' }, 4);
check({ body: 'a b c d e f g h i j' }, 13);
check({ body: 'a\n  b' }, 3);

test('counts the room that an item takes', () => {
  const item = { body: 'one two three' };
  expect(without({ tokens: 10, characters: 100 }, item)).toEqual({ tokens: 6, characters: 100 - 24 });
});

test('refuses what is short in words and long in characters', () => {
  const item = { body: 'x'.repeat(5_000) };
  expect(fits(item, roomFor(1_000))).toBe(false);
  expect(fits(item, roomFor(2_000))).toBe(true);
});

test('leaves small budgets to the estimate', () => {
  expect(fits({ body: 'x'.repeat(400) }, roomFor(2))).toBe(true);
});
