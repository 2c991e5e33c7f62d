import { expect, test } from 'vitest';
import { pathFilter } from './path-filter.ts';

const paths = ['main.go', 'src/auth/jwt.go', 'src/auth.go', 'src/auth/deep/key.go', 'src/auth/key_test.go'];

function check(patterns: readonly string[] | undefined, selected: readonly string[]): void {
  test(`${JSON.stringify(patterns)} selects ${selected.length} of ${paths.length} files`, () => {
    expect(paths.filter(pathFilter(patterns))).toEqual(selected);
  });
}

check(undefined, paths);
check(['src/auth'], ['src/auth/jwt.go', 'src/auth/deep/key.go', 'src/auth/key_test.go']);
check(['./src/auth/'], ['src/auth/jwt.go', 'src/auth/deep/key.go', 'src/auth/key_test.go']);
check(['main.go', 'src/auth.go'], ['main.go', 'src/auth.go']);
check(['src/*.go'], ['src/auth.go']);
check(['src/**/key*'], ['src/auth/deep/key.go', 'src/auth/key_test.go']);
check(['*_test.go'], ['src/auth/key_test.go']);
check(['!*_test.go'], ['main.go', 'src/auth/jwt.go', 'src/auth.go', 'src/auth/deep/key.go']);
check(['src', '!src/auth'], ['src/auth.go']);
check(['src/au'], []);
check(['.'], paths);
check(['**/deep/*'], ['src/auth/deep/key.go']);
check(['src/a?th.go', 's*/auth/de*'], ['src/auth.go', 'src/auth/deep/key.go']);

test('a pattern with many stars is matched in one pass', () => {
  expect(pathFilter([`${'*a'.repeat(100)}b`])('a'.repeat(1_000))).toBe(false);
  expect(pathFilter([`${'**/a'.repeat(50)}`])('a/'.repeat(500))).toBe(true);
});

test('globs that take too many steps are refused, and usual ones take few', () => {
  const path = `${'a/'.repeat(60)}a.ts`;
  const passThrough = (patterns: readonly string[]) => {
    const isSelected = pathFilter(patterns);
    for (let count = 0; count < 20_000; count++) isSelected(path);
  };
  expect(() => passThrough(Array.from({ length: 50 }, () => `${'**/a*'.repeat(800)}z`))).toThrow(/within.*wildcards/);
  expect(() => passThrough(['src/**/*.ts', '!**/*_test.go', '*.md', 'pkg/*/types/**'])).not.toThrow();
});
