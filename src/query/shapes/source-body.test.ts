import { expect, test } from 'vitest';
import { linesBetween, shortened } from './source-body.ts';

function lines(what: string, text: string, range: [number, number], expected: string): void {
  test(`returns ${what}`, () => expect(linesBetween(text, ...range)).toBe(expected));
}

lines('the first and the last line of the range', 'a\nb\nc\nd\n', [2, 3], 'b\nc');
lines('a last line without a newline', 'a\nb', [2, 2], 'b');
lines('lines without their carriage returns', 'a\r\nb\r\nc\r\n', [1, 2], 'a\nb');
lines('nothing beyond the end', 'a\n', [5, 6], '');
lines('the existing lines of a range that exceeds the text', 'a\nb\n', [2, 9], 'b\n');

function cut(what: string, body: string, maxLines: number, language: string, expected: string): void {
  test(`shortens ${what}`, () => expect(shortened(body, maxLines, language)).toBe(expected));
}

cut('no body that fits', 'a\nb', 2, 'go', 'a\nb');
cut('a body but keeps its closing bracket', 'f {\n  a\n  b\n  c\n}', 4, 'rust', 'f {\n  a\n  // ... truncated ...\n}');
cut('Python with a Python comment', 'def f():\n  a\n  b\n  c', 3, 'python', 'def f():\n  a\n  # ... truncated ...');
cut('Ruby but keeps its end', 'def f\n  a\n  b\nend', 3, 'ruby', 'def f\n  # ... truncated ...\nend');
cut('prose', 'a\nb\nc', 2, 'markdown', 'a\n<!-- ... truncated ... -->');
cut('to no less than one line', 'a\nb\nc', 1, 'go', 'a\n// ... truncated ...');
