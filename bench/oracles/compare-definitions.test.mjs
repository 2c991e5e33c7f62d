import { describe, expect, test } from 'vitest';
import { compareDefinitions, explain } from './compare-definitions.mjs';

const kinds = { function: ['fn', 'method'], class: ['class'] };

describe('compareDefinitions', () => {
  function check(what, definition, symbol, found) {
    test(what, () => {
      const given = { name: 'a', kind: 'function', start: 3, line: 4, ...definition };
      const compared = compareDefinitions(
        [given],
        [{ name: 'a', kind: 'fn', lineStart: 3, lineEnd: 9, ...symbol }],
        kinds,
      );
      expect([compared.found.length, compared.missing.length, compared.extra.length]).toEqual(found);
    });
  }

  check('finds the name on its line', {}, {}, [1, 0, 0]);
  check('accepts an equivalent kind', {}, { kind: 'method' }, [1, 0, 0]);
  check('accepts a symbol that starts on the line of the name', {}, { lineStart: 4 }, [1, 0, 0]);
  check('rejects another line', {}, { lineStart: 5 }, [0, 1, 1]);
  check('rejects another name', {}, { name: 'b' }, [0, 1, 1]);
  check('rejects another kind', {}, { kind: 'class' }, [0, 1, 1]);
  check('skips kinds that are not listed', { kind: 'label' }, {}, [0, 0, 1]);

  test('uses a symbol once', () => {
    const twice = { name: 'a', kind: 'function', start: 3, line: 3 };
    const symbol = { name: 'a', kind: 'fn', lineStart: 3, lineEnd: 3 };
    const { found, missing } = compareDefinitions([twice, twice], [symbol], kinds);
    expect([found.length, missing.length]).toEqual([1, 1]);
  });
});

test('a difference is explained by its context', () => {
  const differences = [{ why: 'local', when: (_, { around }) => around.some(({ kind }) => kind === 'fn') }];
  const symbols = [{ kind: 'fn', lineStart: 1, lineEnd: 5 }];
  expect(explain({ line: 3 }, { symbols }, differences)).toBe('local');
  expect(explain({ line: 7 }, { symbols }, differences)).toBeUndefined();
});
