import { expect, test } from 'vitest';
import { labelsOf } from '../../scan/content/labels.ts';
import { rankByTerms } from './rank-files.ts';
import { fileScanner, rowLayout, type ScanPlan } from './scan-file.ts';

/** Returns the paths of the texts with any of the words, best first. */
function ranked(texts: Readonly<Record<string, string>>, ...words: string[]): string[] {
  const plan: ScanPlan = { terms: words.map((word) => [word]), names: [], literals: [], definitionWords: [] };
  const layout = rowLayout(plan);
  const paths = Object.keys(texts);
  const rows = new Uint8Array(paths.length * layout.length);
  const scan = fileScanner(plan);
  for (const [at, path] of paths.entries()) {
    scan(path, Buffer.from(texts[path] as string), rows.subarray(at * layout.length, (at + 1) * layout.length));
  }
  const files = paths.map((path) => ({
    path,
    bytes: (texts[path] as string).length,
    labels: () => labelsOf(path, ''),
  }));
  const terms = words.map((word) => ({ spellings: [word], weight: 1 }));
  return rankByTerms(files, rows, layout, terms).map(({ at }) => paths[at] as string);
}

const filler = 'other words that fill the file '.repeat(10);

test('a file with all words comes before one that repeats a single word', () => {
  expect(
    ranked({ 'a.py': 'retry '.repeat(40) + filler, 'b.py': `retry backoff ${filler}` }, 'retry', 'backoff'),
  ).toEqual(['b.py', 'a.py']);
});

test('a rare word weighs more than a common one', () => {
  const common = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`c${at}.py`, `node ${filler}`]));
  expect(ranked({ ...common, 'rare.py': `taint ${filler}` }, 'node', 'taint')[0]).toBe('rare.py');
});

test('a word in the path counts', () => {
  expect(ranked({ 'a.py': `squash ${filler}`, 'squash/b.py': `squash ${filler}` }, 'squash')[0]).toBe('squash/b.py');
});

test('code comes before tests and vendored copies of it', () => {
  const text = `token validate ${filler}`;
  expect(ranked({ 'vendor/x/a.go': text, 'a_test.go': text, 'src/a.go': text }, 'token')[0]).toBe('src/a.go');
});

test('a short file comes before a long one with the same words', () => {
  expect(ranked({ 'long.py': `lease ${filler.repeat(20)}`, 'short.py': `lease ${filler}` }, 'lease')[0]).toBe(
    'short.py',
  );
});

test('files without any of the words are left out', () => {
  expect(ranked({ 'a.py': 'nothing', 'b.py': 'lease' }, 'lease')).toEqual(['b.py']);
});
