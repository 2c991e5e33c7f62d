import { expect, test } from 'vitest';
import { linePattern } from './line-pattern.ts';
import { matchingLines } from './matching-lines.ts';

const view = { isPauseDue: () => false, pause: async () => {} };
const expression = (pattern: string) => linePattern({ pattern, regex: true, case: 'smart', word: false });

test('does not search a line on which an expression may hold the event loop', async () => {
  // Half of its steps take half a second on a line of random letters.
  const text = `${'ab'.repeat(4_000)}\n${'ab'.repeat(600)}\n`;
  expect(await matchingLines(view, expression('a.{499}$'), text)).toMatchObject({ lines: [2], unsearched: 1 });
});

test('searches long lines for a small expression', async () => {
  const text = `${'ab '.repeat(50_000)}abc\n`;
  expect(await matchingLines(view, expression('ab\\w'), text)).toMatchObject({ lines: [1], unsearched: 0 });
});
