import { expect, test } from 'vitest';
import { definitionWords } from '../../languages/languages.ts';
import type { LiveNeeds } from '../../query/view/live-needs.ts';
import { chooseFiles } from './choose-files.ts';
import { fileScanner, rowLayout, type ScanPlan } from './scan-file.ts';

type Texts = Readonly<Record<string, string>>;

function choose(texts: Texts, needs: LiveNeeds) {
  const names = (needs.names ?? []).flatMap(({ spellings, qualifiers }) => [...spellings, ...qualifiers]);
  const plan: ScanPlan = {
    terms: (needs.terms ?? []).map(({ spellings }) => spellings),
    names,
    literals: needs.literals ?? [],
    definitionWords: definitionWords(),
  };
  const { length } = rowLayout(plan);
  const entries = Object.entries(texts);
  const rows = new Uint8Array(entries.length * length);
  const scan = fileScanner(plan);
  for (const [at, [path, text]] of entries.entries())
    scan(path, Buffer.from(text), rows.subarray(at * length, (at + 1) * length));
  const files = entries.map(([path, text]) => ({
    path,
    stat: { size: text.length, mtimeUs: 0, ctimeUs: 0, inode: 0 },
  }));
  const chosen = chooseFiles(files, '/root', needs, { plan, rows });
  return { ...chosen, paths: chosen.files.map(({ path }) => path) };
}

const named = (name: string, ...qualifiers: string[]) => [{ spellings: [name], qualifiers }];

test('takes the files that define a name, not those that use it', () => {
  const texts = { 'a.py': 'def save():\n    pass\n', 'b.py': 'x.save()\n', 'c.md': 'def save is documented here' };
  expect(choose(texts, { names: named('save') })).toMatchObject({ paths: ['a.py'], isFound: true });
});

test('takes the uses too if they are needed', () => {
  const texts = { 'a.py': 'def save():\n    pass\n', 'b.py': 'x.save()\n', 'c.py': 'other\n' };
  expect(choose(texts, { names: named('save'), mentions: true }).paths).toEqual(['a.py', 'b.py']);
});

test('takes the definition with the qualifiers of the name, in the text or the path', () => {
  const texts = {
    'a.py': 'class Store:\n    def save(self):\n        pass\n',
    'b.py': 'def save():\n    pass\n',
    'cache.py': 'def save():\n    pass\n',
  };
  expect(choose(texts, { names: named('save', 'Store') }).paths).toEqual(['a.py']);
  expect(choose(texts, { names: named('save', 'cache') }).paths).toEqual(['cache.py']);
});

test('finds nothing if no file has the name', () => {
  expect(choose({ 'a.py': 'x = 1' }, { names: named('save') })).toMatchObject({ paths: [], isFound: false });
});

test('counts what exceeds the limits', () => {
  const texts = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}.py`, 'x.save()\n']));
  const { paths, omitted } = choose({ ...texts, 'a.py': 'def save():\n' }, { names: named('save'), mentions: true });
  expect(paths[0]).toBe('a.py');
  expect(paths.length + omitted).toBe(101);
  expect(omitted).toBeGreaterThan(0);
});

test('takes a file by its path, by the end of its path, and by an absolute path', () => {
  const texts = { 'src/a/handler.rs': '', 'src/b/handler.rs': '', 'src/b/other.rs': '' };
  const at = (path: string) => choose(texts, { paths: [path] }).paths;
  expect(at('src/b/handler.rs')).toEqual(['src/b/handler.rs']);
  expect(at('./src\\b\\handler.rs')).toEqual(['src/b/handler.rs']);
  expect(at('/root/src/b/handler.rs')).toEqual(['src/b/handler.rs']);
  expect(at('b/handler.rs')).toEqual(['src/b/handler.rs']);
  expect(at('elsewhere/src/b/handler.rs')).toEqual(['src/b/handler.rs']);
  expect(at('handler.go')).toEqual(['src/a/handler.rs', 'src/b/handler.rs']);
  expect(at('missing.rs')).toEqual([]);
});

test('takes the manifests and module files above, if imports are resolved', () => {
  const texts = {
    'Cargo.toml': '',
    'src/lib.rs': '',
    'src/auth/mod.rs': '',
    'src/auth/jwt.rs': 'fn check() {}',
    'x/mod.rs': '',
  };
  const needs = { names: named('check') };
  expect(choose(texts, needs).paths).toEqual(['src/auth/jwt.rs']);
  expect(choose(texts, { ...needs, imports: true }).paths.sort()).toEqual([
    'Cargo.toml',
    'src/auth/jwt.rs',
    'src/auth/mod.rs',
    'src/lib.rs',
  ]);
});

test('with a language, takes only its files, and at least one of them', () => {
  const texts = { 'a.py': 'lease', 'b.go': 'lease', 'c.rs': 'nothing' };
  const terms = [{ spellings: ['lease'], weight: 1 }];
  expect(choose(texts, { terms, language: 'go' }).paths).toEqual(['b.go']);
  expect(choose(texts, { terms, language: 'rust' }).paths).toEqual(['c.rs']);
  expect(choose(texts, { terms, language: 'java' }).paths.sort()).toEqual(['a.py', 'b.go', 'c.rs']);
});
