/** `path`, `within`, `tests` and `language` of the tools that list results: what they leave out, and what is said about it. */
import { describe, expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import type { OneRefCapability } from '../../src/query/tools/capability.ts';
import { capabilities } from '../../src/query/tools/table.ts';
import { sharedView } from '../support/query-view.ts';

const caller = (name: string) => `from app.core import load_settings\n\n\ndef ${name}():\n    return load_settings()\n`;
const ask = sharedView({
  'app/core.py': 'def load_settings():\n    """Reads the settings."""\n    return {}\n',
  'app/api.py': caller('serve'),
  'app/old/legacy.py': caller('legacy'),
  'tests/test_core.py': caller('test_load'),
  'tests/test_more.py': `${caller('test_more')}\n\ndef load_settings_fixture():\n    return 1\n`,
  'web/settings.js': 'export function load_settings() {\n  return {};\n}\n',
});

type Name = 'search' | 'locate' | 'context' | 'callGraph';

function answer(name: Name, sent: Record<string, unknown>) {
  const row = capabilities[name] as object as OneRefCapability;
  // The answers of four tools.
  return ask((view) => row.answer(view, readParameters(row.parameters, sent).values)) as Promise<never>;
}

interface Placed {
  readonly path: string;
}

const pathsOf = (list: readonly Placed[]) => [...new Set(list.map(({ path }) => path))].sort();

describe('search_code and get_code_context', () => {
  const found = async (name: 'search' | 'context', filters: Record<string, unknown>) => {
    const body: { results?: Placed[]; context_items?: Placed[]; metadata: { warnings?: string[] } } = await answer(
      name,
      {
        query: 'load settings',
        ...filters,
      },
    );
    return { paths: pathsOf(body.results ?? body.context_items ?? []), warnings: body.metadata.warnings ?? [] };
  };
  const code = ['app/api.py', 'app/core.py', 'app/old/legacy.py'];
  const tests = ['tests/test_core.py', 'tests/test_more.py'];

  for (const name of ['search', 'context'] as const) {
    test(`${name} takes a folder, a glob, a list and exclusions`, async () => {
      expect((await found(name, {})).paths).toEqual([...code, ...tests, 'web/settings.js']);
      expect((await found(name, { path: 'app' })).paths).toEqual(code);
      expect((await found(name, { path: ['app', '!app/old'] })).paths).toEqual(['app/api.py', 'app/core.py']);
      expect((await found(name, { path: '*.js' })).paths).toEqual(['web/settings.js']);
      expect((await found(name, { path: ['!*.py'] })).paths).toEqual(['web/settings.js']);
    });

    test(`${name} leaves tests out, or searches only them`, async () => {
      expect((await found(name, { tests: 'exclude' })).paths).toEqual([...code, 'web/settings.js']);
      expect((await found(name, { tests: 'only' })).paths).toEqual(tests);
      expect((await found(name, { tests: 'only', language: 'javascript' })).paths).toEqual([]);
    });

    test(`${name} says that filters left files out if nothing was found`, async () => {
      const { paths, warnings } = await found(name, { path: 'nowhere' });
      expect(paths).toEqual([]);
      expect(warnings).toContainEqual(
        'Nothing was found in the 0 indexed files of main; the filters left out 6 files.',
      );
    });
  }

  test('quoted text, names and paths are filtered too', async () => {
    for (const query of [
      '"return load_settings()"',
      'load_settings',
      'tests/test_core.py',
      'Traceback:\n  File "tests/test_core.py", line 5, in test_load',
    ])
      expect(
        (await found('search', { query, tests: 'exclude' })).paths.filter((path) => path.startsWith('tests')),
      ).toEqual([]);
  });

  test('an absence of quoted text is claimed only for the files that the filters admit', async () => {
    const { warnings } = await found('search', { query: '"def serve"', path: 'tests' });
    expect(warnings[0]).toMatch(
      /^None of the 2 indexed files of main, without those that the filters left out, contains/,
    );
  });

  test('tests rank after code of comparable relevance', async () => {
    const { results }: { results: Placed[] } = await answer('search', { query: 'load settings' });
    const firstTest = results.findIndex(({ path }) => path.startsWith('tests'));
    const best = results.slice(0, firstTest).map(({ path }) => path);
    expect(best).toEqual(expect.arrayContaining(['app/core.py', 'web/settings.js']));
  });
});

describe('locate_symbol', () => {
  const located = (
    filters: Record<string, unknown>,
  ): Promise<{ results: Placed[]; metadata: { warnings?: string[] } }> =>
    answer('locate', { name: 'load_settings', ...filters });

  test('finds definitions in the admitted files', async () => {
    expect(pathsOf((await located({})).results)).toEqual(['app/core.py', 'web/settings.js']);
    expect(pathsOf((await located({ path: 'web' })).results)).toEqual(['web/settings.js']);
  });

  test('names the definitions that the filters left out', async () => {
    const { results, metadata } = await located({ tests: 'only' });
    expect(pathsOf(results)).toEqual(['tests/test_more.py']);
    expect(metadata.warnings).toContain(
      'The filters excluded 2 exact matches: fn in app/core.py, fn in web/settings.js.',
    );
  });

  test('an empty answer says that files were left out', async () => {
    const { metadata } = await located({ path: 'docs' });
    expect(metadata).toMatchObject({ searched_files: 0, filtered_files: 6 });
    expect(metadata.warnings?.join(' ')).toContain('the filters left out 6 files');
  });
});

describe('get_call_graph', () => {
  interface Graph {
    readonly callers: readonly { readonly symbol: { readonly name: string }; readonly depth: number }[];
    readonly total_edges: number;
    readonly test_edges?: number;
    readonly completeness: { readonly static_edges: number; readonly filtered?: number };
    readonly metadata: { readonly result_completeness: string };
  }
  const callers = (filters: Record<string, unknown>): Promise<Graph> =>
    answer('callGraph', { symbol_name: 'load_settings', path: 'app/core.py', direction: 'callers', ...filters });
  const names = ({ callers: edges }: Graph) => edges.map(({ symbol }) => symbol.name);

  test('lists callers in tests last and counts them', async () => {
    const graph = await callers({});
    expect(names(graph)).toEqual(['serve', 'legacy', 'test_load', 'test_more']);
    expect(graph).toMatchObject({ total_edges: 4, test_edges: 2 });
    expect(await callers({ limit: 1 })).toMatchObject({ total_edges: 4, test_edges: 2, truncated: true });
  });

  test('counts what the filters leave out, and is complete without it', async () => {
    const code = await callers({ tests: 'exclude' });
    expect(names(code)).toEqual(['serve', 'legacy']);
    expect(code).toMatchObject({
      total_edges: 2,
      truncated: false,
      completeness: { static_edges: 2, filtered: 2 },
      metadata: { result_completeness: 'complete' },
    });
    expect(names(await callers({ tests: 'only' }))).toEqual(['test_load', 'test_more']);
    expect(names(await callers({ within: ['app', '!app/old'] }))).toEqual(['serve']);
    expect(await callers({ within: 'web' })).toMatchObject({ total_edges: 0, completeness: { filtered: 4 } });
    expect(await callers({ language: 'javascript' })).toMatchObject({ total_edges: 0, completeness: { filtered: 4 } });
  });
});

test('a caller is found through files that are left out', async () => {
  const through = {
    symbol_name: 'inner',
    direction: 'callers',
    depth: 2,
    within: 'src/outer.py',
  };
  const view = sharedView({
    'src/inner.py': 'def inner():\n    return 1\n',
    'lib/middle.py': 'from src.inner import inner\n\n\ndef middle():\n    return inner()\n',
    'src/outer.py': 'from lib.middle import middle\n\n\ndef outer():\n    return middle()\n',
  });
  const row = capabilities.callGraph;
  const graph = await view((opened) => row.answer(opened, readParameters(row.parameters, through).values));
  expect(graph.callers).toMatchObject([{ symbol: { name: 'outer' }, depth: 2 }]);
  expect(graph.completeness.filtered).toBe(1);
});

test('callers in a test module of the same file are tests', async () => {
  const view = sharedView({
    'Cargo.toml': '[package]\nname = "a"\n',
    'src/lib.rs':
      'pub fn parse() {}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn parses() {\n        parse();\n    }\n}\n\npub fn run() {\n    parse();\n}\n',
  });
  const row = capabilities.callGraph;
  const sent = { symbol_name: 'parse', direction: 'callers' };
  const graph = (more: object) =>
    view((opened) => row.answer(opened, readParameters(row.parameters, { ...sent, ...more }).values));
  expect((await graph({})).callers?.map(({ symbol }) => symbol.name)).toEqual(['run', 'parses']);
  expect((await graph({ tests: 'exclude' })).callers?.map(({ symbol }) => symbol.name)).toEqual(['run']);
});
