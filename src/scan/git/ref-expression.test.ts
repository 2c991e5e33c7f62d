import { describe, expect, it } from 'vitest';
import { parseRef } from './ref-expression.ts';

describe('parseRef', () => {
  it.each([
    ['main', 'main', ''],
    ['@', 'HEAD', ''],
    ['HEAD~2^1', 'HEAD', '~2^1'],
    ['feature/x^', 'feature/x', '^'],
    ['v1^{}', 'v1', '^{}'],
    ['v1^{commit}~3', 'v1', '^{commit}~3'],
    ['a@b', 'a@b', ''],
    ['{x}', '{x}', ''],
    ['ünï', 'ünï', ''],
    ['v1.0-3-gabcdef', 'v1.0-3-gabcdef', ''],
    ['HEAD~100000', 'HEAD', '~100000'],
  ])('accepts %s', (typed, base, steps) => {
    expect(parseRef(typed)).toEqual({ base, steps });
  });

  it.each([
    ['main^{/x}', '"^{/x}" is not accepted'],
    [':/x', '":" is not accepted'],
    ['main@{1}', '"@{…}" is not accepted'],
    ['a..b', '".." is not accepted'],
    ['~1', 'it names no branch'],
    ['', 'it names no branch'],
    ['main~100001', 'it goes back more than 100000 commits'],
    [`main${'~60000'.repeat(2)}`, 'it goes back more than'],
    [`main${'~'.repeat(21)}`, 'it has more than 20 steps'],
    ['main^99999', 'no commit has that many parents'],
    ['x'.repeat(1_001), 'it is longer than 1000 characters'],
    ['a b', 'a character that no name'],
    ['a/.b', 'no ref can have this name'],
  ])('refuses %s', (typed, why) => {
    expect(() => parseRef(typed)).toThrow(why);
  });
});
