import { expect, test } from 'vitest';
import { parseText } from '../../parse/engine/parse-text.ts';
import { javascript } from './language.ts';

test.each([
  'const a = <div class="x">y</div>;',
  'const a = <label id="1" onClick={() => b} class={c} for="d">y</label>;',
  'const a = (\n  <button\n    class="counter"\n    for={b}\n  />\n);',
  'const a = `<div class="x">`;',
  'class A {\n  class = "x";\n}',
  'for (const a of b) c(a);',
])('%s', async (text) => {
  const syntax = await parseText(javascript, 'b.jsx', `${text}\nexport function after() {}\n`, { timeoutMs: 60_000 });
  expect(syntax.outcome).toBe('parsed');
  expect(syntax.symbols.at(-1)).toMatchObject({ name: 'after', lineStart: text.split('\n').length + 1 });
});

test('a field of a class keeps its name', async () => {
  const text = 'class A {\n  class={ a: 1 };\n}\n';
  const { symbols } = await parseText(javascript, 'b.js', text, { timeoutMs: 60_000 });
  expect(symbols.map(({ name }) => name)).toContain('class');
});
