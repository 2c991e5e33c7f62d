import { expect, test } from 'vitest';
import { foldSource } from './folded-source.ts';

const source = `fn run() {
    first();
    if ready {
        deep();
        for each in all {
            deeper(each);
            deepest(each);
            done(each);
        }
        after();
    }
    last();
}`;

test('returns everything that fits', () => {
  expect(foldSource(source, { lineStart: 10, maxTokens: 1_000 })).toMatchObject({ text: source, folds: [] });
});

test('folds the deepest blocks first', () => {
  const { tokens } = foldSource(source, { lineStart: 10, maxTokens: 1_000 });
  const { text, folds } = foldSource(source, { lineStart: 10, maxTokens: tokens - 13 });
  expect(folds).toEqual([{ line_start: 15, line_end: 17 }]);
  expect(text.split('\n').slice(4, 7)).toEqual(['        for each in all {', '            … 3 lines', '        }']);
});

test('an outline shows only the statements of the block itself', () => {
  const { text } = foldSource(source, { lineStart: 1, maxTokens: 1_000, isOutline: true });
  expect(text).toBe(`fn run() {\n    first();\n    if ready {\n        … 7 lines\n    }\n    last();\n}`);
});

test('keeps the lines in focus', () => {
  const long = ['def run():', ...Array.from({ length: 200 }, (_, at) => `    step_${at}()`)].join('\n');
  const { text, folds } = foldSource(long, { lineStart: 1, maxTokens: 200, focus: [150] });
  expect(text).toContain('step_148()');
  expect(folds.some(({ line_start, line_end }) => line_start <= 150 && 150 <= line_end)).toBe(false);
});

test.each([10, 50, 100, 300, 1_000])('stays within %i tokens, and every line is shown or folded once', (maxTokens) => {
  const long = Array.from({ length: 300 }, (_, at) => `${' '.repeat(4 * (at % 5))}statement(${at})`).join('\n');
  const { text, folds, tokens } = foldSource(long, { lineStart: 1, maxTokens, focus: [77] });
  expect(tokens).toBeLessThanOrEqual(Math.max(maxTokens, 20));
  const hidden = folds.reduce((sum, { line_start, line_end }) => sum + line_end - line_start + 1, 0);
  expect(text.split('\n').length - folds.length + hidden).toBe(300);
});
