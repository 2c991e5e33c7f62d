import { expect, test } from 'vitest';
import { printable, printableJson, printableLines } from './printable.ts';

function check(text: string, expected: string) {
  expect(printable(text)).toBe(expected);
}

test('leaves ordinary text in any language unchanged', () => {
  check('src/größe/日本語/😀 file.ts', 'src/größe/日本語/😀 file.ts');
  check('C:\\code', 'C:\\code');
});

test('escapes characters that control a terminal', () => {
  check('a\x1b[31mred\x07', 'a\\x1b[31mred\\x07');
  check('a\r\nb\tc\0\x7f', 'a\\x0d\\x0ab\\x09c\\x00\\x7f');
  check('\x9b31m', '\\x9b31m');
});

test('escapes invisible and misleading characters', () => {
  check('a\u202eb\u2066c', 'a\\u202eb\\u2066c');
  check('a\u200bb\u2028c\ufeff', 'a\\u200bb\\u2028c\\ufeff');
  check('\u{e0041}', '\\u{e0041}');
  check('\ud800', '\\ud800');
});

test('keeps line breaks and tabs in multi-line text', () => {
  expect(printableLines('\tone\r\n\ttwo\rthree')).toBe('\tone\n\ttwo\\x0dthree');
  expect(printableLines('one\ntwo\x1b')).toBe('one\ntwo\\x1b');
});

test('prints JSON that round-trips and contains no terminal control characters', () => {
  const value = { path: 'a\x1b\x9b\x7f\u202e\u2028\ud800\u{e0041}ö😀' };
  const json = printableJson(value);
  expect(JSON.parse(json)).toEqual(value);
  expect(json).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2028]/);
  expect(json).toContain('ö😀');
});
