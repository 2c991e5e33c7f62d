import { expect, test } from 'vitest';
import { fileFacts, publish, symbol } from '../../../test/support/store-samples.ts';
import { openMemoryStore } from '../../store/sqlite/open-store.ts';
import { ProjectReader, type RefView } from '../view/ref-view.ts';
import { textOfSymbol, withoutSignature } from './symbol-text.ts';

async function textsIn(text: string, ranges: readonly [number, number][]): Promise<{ texts: string[]; reads: number }> {
  const store = openMemoryStore();
  const symbols = ranges.map(([lineStart, lineEnd]) => ({ ...symbol('name'), lineStart, lineEnd }));
  await publish(store, 'main', [fileFacts('a.ts', 'a1', { symbols }, text)]);
  let reads = 0;
  const answer = await new ProjectReader('p', store).view('main', async (opened) => {
    const counting = new Proxy(opened.store, {
      get(target, name: keyof RefView['store']) {
        if (name === 'text') reads++;
        return target[name];
      },
    });
    const view = { ...opened, store: counting };
    const [file] = (await view.files()).files;
    const found = file === undefined ? [] : await view.store.symbols(file);
    const texts: string[] = [];
    for (const each of found) texts.push(await textOfSymbol(view, each));
    return { texts, reads };
  });
  await store.close();
  return answer;
}

test('the text of a symbol is its lines, whatever ends them', async () => {
  const { texts } = await textsIn('a\nb\r\nc\r\r\nd', [
    [1, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 9],
    [8, 9],
  ]);
  expect(texts).toEqual(['a', 'a\nb', 'b\nc\r', 'c\r\nd', 'd', '']);
  expect((await textsIn('a\nb\n', [[2, 2]])).texts).toEqual(['b']);
});

test('a file with many symbols is read once', async () => {
  const lines = Array.from({ length: 500 }, (_, at) => `line ${at + 1}`);
  const ranges = lines.map((_, at): [number, number] => [at + 1, at + 1]);
  const { texts, reads } = await textsIn(lines.join('\n'), ranges);
  expect(texts).toEqual(lines);
  expect(reads).toBe(1);
});

test('the body follows the declaration, which may span lines', () => {
  expect(withoutSignature('@a\n\n  def f(\n  x):\n  return x', 'def f(x):')).toBe('return x');
  expect(withoutSignature('def f(x): return x', 'def f(x):')).toBe('return x');
  expect(withoutSignature('something else', 'def f(x):')).toBe('something else');
});

test('blank lines before a declaration are passed over once', () => {
  expect(withoutSignature(`@a${'\n \t'.repeat(300_000)}\nfn f() { 1 }`, 'fn f()')).toBe('{ 1 }');
  expect(withoutSignature(`@a${'\n'.repeat(600_000)}`, 'fn f()')).toBe(`@a${'\n'.repeat(600_000)}`);
});
