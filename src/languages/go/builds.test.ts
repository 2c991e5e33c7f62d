import { expect, test } from 'vitest';
import { readConstraint } from './builds.ts';

const holds = (written: string, ...tags: string[]) =>
  readConstraint('a.go', `//go:build ${written}\n\npackage a\n`).holds(new Set(tags));

test.each([
  ['linux && !cgo', true],
  ['windows || (linux && amd64)', true],
  ['!linux', false],
  ['go1.18 && linux', true],
])('reads the constraint %s', (written, expected) => {
  expect(holds(written, 'linux', 'amd64')).toBe(expected);
});

test.each(['!', '(', '((!', 'a && (', 'a || !(', 'a &&', '(a) || '])(
  'takes a constraint of thousands of %j as none',
  (part) => {
    expect(holds(part.repeat(Math.floor(7_900 / part.length)))).toBe(true);
  },
);

test('tries only some of the tags of a constraint', () => {
  const tags = Array.from({ length: 1_000 }, (_, index) => `t${index}`);
  expect(readConstraint('a.go', `//go:build ${tags.join(' && ')}\npackage a\n`).words.length).toBeLessThan(20);
});
