import { expect, test } from 'vitest';
import { LineIndex } from '../../text/line-index.ts';
import { blockEnds } from './block-ends.ts';

const source = `func f() {
  if x := g(); x {
    use(x)

  }
  switch y {
  case 1:
    use(y)
  default:
    z := y
  }
  last
}
end`;

function endsAt(line: number, isHead = false): number {
  return blockEnds(source, new LineIndex(source))(line, isHead);
}

test('ends a block before a line that is indented less', () => {
  expect([endsAt(3), endsAt(10), endsAt(12), endsAt(14)]).toEqual([4, 10, 12, 14]);
});

test('ends the block that a line opens before a line with its indentation, unless that is a branch', () => {
  expect([endsAt(2), endsAt(6), endsAt(2, true), endsAt(12, true)]).toEqual([4, 10, 4, 12]);
});

test('finds what a search from each line finds', () => {
  let number = 1;
  const random = (below: number) => {
    number = Math.imul(number, 48_271) + 11;
    return (number >>> 8) % below;
  };
  for (let round = 0; round < 200; round++) {
    const words = ['x', 'case 1:', 'default:', 'if y {', '', '}'];
    const lines = Array.from({ length: 1 + random(30) }, () => ' '.repeat(random(5)) + words[random(words.length)]);
    const text = lines.join('\n');
    const index = new LineIndex(text);
    const ends = blockEnds(text, index);
    for (let line = 1; line <= index.count; line++) {
      if (lines[line - 1]?.trim() === '') continue;
      for (const isHead of [false, true]) expect(ends(line, isHead), text).toBe(searched(lines, line, isHead));
    }
  }
});

test('reads each line a few times, whatever is asked', () => {
  const count = 1_000;
  const text = `switch x {\n${'case 1:\n'.repeat(count)}`;
  let reads = 0;
  class CountingIndex extends LineIndex {
    override startOf(line: number): number {
      reads++;
      return super.startOf(line);
    }
  }
  const ends = blockEnds(text, new CountingIndex(text));
  for (let line = 1; line <= count; line++) expect(ends(line, true)).toBe(count + 1);
  expect(reads).toBeLessThan(5 * count);
});

function searched(lines: readonly string[], line: number, isHead: boolean): number {
  const indentOf = (written: string) => written.length - written.trimStart().length;
  const own = lines[line - 1] as string;
  const head = isHead || own.trim().startsWith('if');
  for (let next = line + 1; next <= lines.length; next++) {
    const other = lines[next - 1] as string;
    if (other.trim() === '' || indentOf(other) > indentOf(own)) continue;
    if (indentOf(other) < indentOf(own) || (head && !/^(?:case|default)/.test(other.trim()))) return next - 1;
  }
  return lines.at(-1) === '' ? lines.length - 1 : lines.length;
}
