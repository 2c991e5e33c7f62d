import { expect, test } from 'vitest';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import type { SearchHit } from '../search/hit.ts';
import { groupHits } from './group-hits.ts';

/** `class 1-9` is a symbol, `4-5` a snippet, `file` a whole file of nine lines. */
function place(written: string, id: number): SearchHit {
  const [, name, start = '1', end = '9'] = /^(?:([a-z]+)(?: |$))?(?:(\d+)-(\d+))?$/.exec(written) ?? [];
  const [lineStart, lineEnd] = [Number(start), Number(end)];
  const symbol =
    name === undefined || name === 'file' ? {} : { symbol: { id, name, lineStart, lineEnd } as SymbolRecord };
  const type = name === undefined ? 'snippet' : name === 'file' ? 'file' : 'symbol';
  const found = { type, file: { id: 1 } as FileVersion, ...symbol, lineStart, lineEnd, score: 1, matchLines: [] };
  return found as unknown as SearchHit;
}

function check(what: string, strategy: 'breadth' | 'depth', written: string[], expected: string[][]): void {
  test(what, () => {
    const places = written.map(place);
    const nameOf = (found: SearchHit) => written[places.indexOf(found)];
    const groups = groupHits(places, strategy);
    expect(groups.map((group) => [nameOf(group.place), ...group.inner.map(nameOf)])).toEqual(expected);
  });
}

check(
  'keeps a method in the group of the better class',
  'breadth',
  ['class 1-9', 'method 3-4'],
  [['class 1-9', 'method 3-4']],
);
check('drops the class around a better method', 'depth', ['method 3-4', 'class 1-9'], [['method 3-4']]);
check('separates hits without common lines', 'depth', ['first 1-3', 'second 4-9'], [['first 1-3'], ['second 4-9']]);
check('drops the second of two overlapping snippets', 'breadth', ['1-5', '4-8'], [['1-5']]);
check(
  'lists a file next to its symbols if only paths are shown',
  'breadth',
  ['file', 'method 3-4'],
  [['file'], ['method 3-4']],
);
check(
  'treats a file as all of its lines if bodies are shown',
  'depth',
  ['file', 'method 3-4'],
  [['file', 'method 3-4']],
);
