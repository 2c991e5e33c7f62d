import { expect, test } from 'vitest';
import { parseText } from '../../parse/engine/parse-text.ts';
import { languageNamed } from '../languages.ts';
import { maskPython } from './mask-python.ts';

const comments = (count: number, line = '# comment\n') => line.repeat(count);

test('keeps ordinary comments, and the lines around the middle of a long run', () => {
  const short = `def f():\n    pass\n${comments(200)}x = 1\n`;
  expect(maskPython(short)).toBe(short);
  const long = `def f():\n    pass\n${comments(250, '    # comment\n\n')}x = 1\n`;
  const masked = maskPython(long);
  expect(masked).toHaveLength(long.length);
  expect(masked.match(/#/g)).toHaveLength(200);
  expect(masked.split('\n').length).toBe(long.split('\n').length);
  expect(masked.startsWith('def f():\n    pass\n    # comment\n')).toBe(true);
  expect(masked.endsWith('    # comment\n\nx = 1\n')).toBe(true);
});

test('a file of comments is parsed, with the symbols around them', async () => {
  const language = languageNamed('python');
  if (language === undefined) throw new Error('There is no Python.');
  const text = `def first():\n    pass\n${comments(100_000, '#\n')}def last():\n    pass\n`;
  const { outcome, symbols } = await parseText(language, 'a.py', text, { timeoutMs: 20_000 });
  expect([outcome, symbols.map(({ name, lineStart }) => [name, lineStart])]).toEqual([
    'parsed',
    [
      ['first', 1],
      ['last', 100_003],
    ],
  ]);
});
