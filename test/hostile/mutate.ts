/** Mutates a source: pieces are cut, duplicated, moved, truncated or replaced with foreign text. */
import type { Random } from '../support/random.ts';

const strangers = [
  '(',
  ')',
  '{',
  '}',
  '[',
  ']',
  '<',
  '>',
  '"',
  "'",
  '`',
  '/*',
  '*/',
  '\\',
  '\n',
  '#',
  '@',
  '::',
  '=>',
  '\u0000',
  '\u{1f600}',
];

const changes: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => splice(text, random, ''),
  (text, random) => splice(text, random, piece(text, random)),
  (text, random) => splice(text, random, random.pick(strangers)),
  (text, random) => splice(text, random, random.pick(strangers).repeat(1 + random.below(2_000))),
  (text, random) => splice(text, random, `${piece(text, random)}\n`.repeat(1 + random.below(20))),
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => text.slice(random.below(text.length + 1)) + text,
  (text, random) => shuffled(text.split('\n'), random).join('\n'),
];

export function mutate(source: string, random: Random): string {
  let text = source;
  for (let count = 1 + random.below(4); count > 0; count--) text = random.pick(changes)(text, random);
  return text;
}

/** Replaces a random piece of the text. */
function splice(text: string, random: Random, filling: string): string {
  const start = random.below(text.length + 1);
  return text.slice(0, start) + filling + text.slice(start + random.below(200));
}

function piece(text: string, random: Random): string {
  const start = random.below(text.length + 1);
  return text.slice(start, start + random.below(400));
}

function shuffled(lines: string[], random: Random): string[] {
  for (let swaps = 1 + random.below(20); swaps > 0; swaps--) {
    const a = random.below(lines.length);
    const b = random.below(lines.length);
    [lines[a], lines[b]] = [lines[b] as string, lines[a] as string];
  }
  return lines;
}
