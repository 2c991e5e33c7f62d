import { expect, test } from 'vitest';
import { editDistance } from './near-names.ts';

function check(a: string, b: string, distance: number): void {
  test(`${a} and ${b} are ${distance} apart`, () => expect(editDistance(a, b, 3)).toBe(distance));
}

check('token', 'token', 0);
check('token', 'tokne', 1);
check('token', 'tken', 1);
check('token', 'tokens', 1);
check('token', 'taken', 1);
check('valdate', 'validate', 1);
check('kitten', 'sitting', 3);
check('', 'abc', 3);

test('stops counting beyond the maximum distance', () => {
  expect(editDistance('abc', 'xyzuvw', 3)).toBeGreaterThan(3);
  expect(editDistance('abcdef', 'uvwxyz', 3)).toBeGreaterThan(3);
});
