import { expect, test } from 'vitest';
import { parseText } from '../../parse/engine/parse-text.ts';
import { tsx, typescript } from './language.ts';

const star = { source: './a', name: '*', reexport: true };

test.each([
  ["export type * from './a';", [star]],
  ["export type * as ns from './a';", [{ ...star, alias: 'ns' }]],
  ["export type\n  * from './a';", [star]],
  ["import defer * as lazy from './a';", [{ source: './a', name: '*', alias: 'lazy' }]],
  ['interface Box<in out T> { value: T }', []],
  ['type Pair = Map<string, import("./a").Left<Map<string, () => void>>>;', [{ source: './a' }]],
  ['interface Get {\n  <K>(key: K): K\n  <K extends Map<string, () => K>>(key: string): K\n}', []],
  [
    'interface Get {\n  name: [string, Map<string, string>] // first\n\n  /** Then. */\n  <\n    K,\n  >(key: K): K\n}',
    [],
  ],
  ['type Later =\n  <T>(value: T) => T;', []],
  ['type Either<T> = T extends string ? () => void :\n  <U>(value: U) => U;', []],
  ["const later = import('./a').then<string>((a) => a.name);", [{ source: './a' }]],
])('%s', async (text, imports) => {
  for (const language of [typescript, tsx]) {
    const syntax = await parseText(language, 'b.ts', `${text}\nexport function after(): void {}\n`, {
      timeoutMs: 60_000,
    });
    expect(syntax).toMatchObject({ outcome: 'parsed', imports });
    expect(syntax.symbols.at(-1)).toMatchObject({ name: 'after', lineStart: text.split('\n').length + 1 });
  }
});
