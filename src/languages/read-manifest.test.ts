import { expect, test } from 'vitest';
import type { RefView } from '../query/view/ref-view.ts';
import type { FileVersion } from '../store/store.ts';
import { firstManifests, manifestText, readJson, readToml } from './read-manifest.ts';

/** A view of one file, with the number of reads. */
function viewOf(text: string) {
  const counts = { reads: 0 };
  const read = async () => {
    counts.reads++;
    return text;
  };
  const file = { path: 'package.json', byteLength: text.length } as FileVersion;
  return { counts, file, view: { store: { text: read } } as unknown as RefView };
}

test('reads JSON with comments and TOML', async () => {
  const json = viewOf('\uFEFF{ "name": "a", /* here */ }');
  expect(await readJson(json.view, json.file)).toEqual({ name: 'a' });
  const toml = viewOf('[package]\nname = "a"');
  expect(await readToml(toml.view, toml.file)).toEqual({ package: { name: 'a' } });
});

test.each([
  ['JSON', readJson],
  ['TOML', readToml],
  ['text', manifestText],
])('does not read %s over the size limit', async (_, read) => {
  const { counts, file, view } = viewOf(`# ${' '.repeat(300_000)}`);
  expect(await read(view, file)).toBeUndefined();
  expect(counts.reads).toBe(0);
});

test.each([
  ['JSON arrays', readJson, `{"a":${'['.repeat(200_000)}`],
  ['closed JSON arrays', readJson, `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}, }`],
  ['JSON objects', readJson, '{"a":'.repeat(40_000)],
  ['JSON comments', readJson, '/*'.repeat(100_000)],
  ['JSON strings', readJson, '"\\'.repeat(100_000)],
  ['TOML arrays', readToml, `a = ${'['.repeat(200_000)}`],
  ['TOML tables', readToml, `a = ${'{a='.repeat(60_000)}`],
  ['TOML strings', readToml, `a = ${'"""'.repeat(60_001)}`],
])('treats a manifest of nested %s as missing', async (_, read, text) => {
  const { file, view } = viewOf(text);
  expect(await read(view, file)).toBeUndefined();
});

test('keeps the manifests near the root if there are too many', () => {
  const at = (path: string, byteLength: number) => ({ path, byteLength }) as FileVersion;
  const few = [at('a/package.json', 100), at('package.json', 100)];
  expect(firstManifests(few)).toBe(few);
  const many = [
    ...Array.from({ length: 100 }, (_, index) => at(`a/b/${index}/package.json`, 200_000)),
    at('a/package.json', 100),
    at('package.json', 9_000_000),
  ];
  const kept = firstManifests(many);
  expect(kept[0]?.path).toBe('a/package.json');
  expect(kept.length).toBe(1 + Math.floor((16_777_216 - 100) / 200_000));
});
