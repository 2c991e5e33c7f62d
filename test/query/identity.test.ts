/** Which declarations are one symbol, and ids that stay the same when other code changes. */
import { expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { symbolIds } from '../../src/query/shapes/symbol-ids.ts';
import { textOfSymbol } from '../../src/query/shapes/symbol-text.ts';
import { callGraph, callGraphParameters } from '../../src/query/tools/call-graph.ts';
import type { RefView } from '../../src/query/view/ref-view.ts';
import { namesakes } from '../support/namesakes.ts';
import { askAbout, sharedView } from '../support/query-view.ts';

const ask = sharedView(namesakes);

async function edgesOf(name: string, direction: 'callers' | 'callees', path?: string) {
  const graph = await ask((view) =>
    callGraph(view, readParameters(callGraphParameters, { symbol_name: name, path, direction, limit: 50 }).values),
  );
  return (graph[direction] ?? []).map(({ symbol, call_site, confidence }) => {
    const lines = [call_site.line, ...(call_site.more_lines ?? [])].join(',');
    return `${symbol.name}:${symbol.line_start} at ${lines} ${confidence}`;
  });
}

test('methods of different impl blocks are different callers', async () => {
  expect(await edgesOf('shared', 'callers', 'src/code.rs')).toEqual(['from:4 at 5 static', 'from:10 at 11 static']);
});

test('a call that may mean one of several impls is a guess at each', async () => {
  expect(await edgesOf('convert', 'callees')).toEqual([
    'check:28 at 28 static',
    'from:4 at 29 heuristic',
    'from:10 at 29 heuristic',
  ]);
});

test('a name inside one callback means the helper of that callback', async () => {
  const path = 'test/login.test.ts';
  expect(await edgesOf(`${path}:4`, 'callers')).toEqual(['login.test:1 at 8 static']);
  expect(await edgesOf(`${path}:13`, 'callers')).toEqual(['login.test:1 at 17 static']);
  expect(await edgesOf(`${path}:4`, 'callees')).toEqual(['one:1 at 5 static']);
  expect(await edgesOf(`${path}:13`, 'callees')).toEqual(['two:6 at 14 static']);
});

test('namesakes in anonymous scopes of one file are ambiguous by name', async () => {
  for (const [name, path] of [
    ['helper', 'test/login.test.ts'],
    ['load', 'test/login.test.ts'],
    ['Code::from', 'src/code.rs'],
    ['run', 'java/app/Main.java'],
    ['check', 'src/code.rs'],
  ] as const) {
    await expect(edgesOf(name, 'callers', path), name).rejects.toMatchObject({ code: 'ambiguous_symbol' });
  }
});

test('overloads, accessors and conditional declarations are one symbol', async () => {
  expect(await edgesOf('one', 'callers', 'src/numbers.ts')).toContain('two:6 at 7 static');
  for (const [name, path] of [
    ['size', 'app/store.py'],
    ['pick', 'app/store.py'],
    ['stop', 'java/app/Main.java'],
    ['init', 'pkg/a/run.go'],
    ['Code', 'src/code.rs'],
  ] as const) {
    await expect(edgesOf(name, 'callers', path), name).resolves.toBeDefined();
  }
});

test('ids of all symbols of a project differ', async () => {
  const ids = await ask(async (view) => {
    const symbols = await Promise.all((await view.files()).files.map((file) => view.store.symbols(file)));
    return symbols.flat().map((symbol) => symbolIds(view.projectId, symbol).symbol_id);
  });
  expect(ids.length).toBeGreaterThan(40);
  expect(new Set(ids).size).toBe(ids.length);
});

test('after an edit elsewhere in a file, every id names the same code', async () => {
  const before = await ask(codeById);
  const edited = Object.entries(namesakes).map(([path, text]) => [path, edit(path, text as string)]);
  const after = await askAbout(Object.fromEntries(edited), codeById);
  expect(Object.keys(before).length).toBeGreaterThan(40);
  expect(after).toMatchObject(before);
});

test('an id does not change when the file is renamed', async () => {
  const stable = (view: RefView) => stableIds(view, /numbers|figures/);
  const renamed = await askAbout({ 'lib/figures.ts': namesakes['src/numbers.ts'] as string }, stable);
  expect(renamed).toEqual(await ask(stable));
});

/** Adds lines above everything, and another anonymous scope with the same names before the others. */
function edit(path: string, text: string): string {
  if (path === 'src/code.rs')
    return `// größe 🎉\nimpl From<u64> for Code {\n    fn from(v: u64) -> Self { Code(0) }\n}\n${text}`;
  if (path.endsWith('.test.ts')) return `// größe 🎉\ndescribe('first', () => {\n  function helper() {}\n});\n${text}`;
  if (path.endsWith('.py')) return `# comment\n${text}\n\ndef added():\n    pass\n`;
  return text.replace(/^(package .*)?/, '$1\n\n// comment\n');
}

/** The source of each symbol, by path and stable id. */
async function codeById(view: RefView): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const file of (await view.files()).files) {
    for (const symbol of await view.store.symbols(file)) {
      found[`${file.path} ${symbol.stableId}`] = await textOfSymbol(view, symbol);
    }
  }
  return found;
}

async function stableIds(view: RefView, path: RegExp): Promise<string[]> {
  const files = (await view.files()).files.filter((file) => path.test(file.path));
  return (await Promise.all(files.map((file) => view.store.symbols(file)))).flat().map(({ stableId }) => stableId);
}
