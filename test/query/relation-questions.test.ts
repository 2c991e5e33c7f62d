/** Questions about the relations of a symbol, and names that exist in part or not at all. */
import { describe, expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { readRelation } from '../../src/query/search/relations/read-relation.ts';
import { locateSymbol, locateSymbolParameters } from '../../src/query/tools/locate-symbol.ts';
import { searchCode, searchCodeParameters } from '../../src/query/tools/search-code.ts';
import { sharedView } from '../support/query-view.ts';

const view = sharedView({
  'src/store.ts': `export interface SessionStore {
  load(id: string): string;
}

export class Router {
  /** Registers a path. */
  register(path: string): void {}
}

export function purgeExpiredSessions(store: SessionStore): void {}
`,
  'src/memory-store.ts': `import type { SessionStore } from './store.js';

export class MemoryStore implements SessionStore {
  load(id: string): string {
    return id;
  }
}
`,
  'src/nightly.ts': `import { purgeExpiredSessions } from './store.js';

export function runNightly(): void {
  purgeExpiredSessions({ load: (id) => id });
}
`,
  'src/notes.ts': `/** Who calls a session store, what implements it and who uses it is written in the handbook. */
export const handbook = 'sessions';
`,
  'test/store.test.ts': `import { purgeExpiredSessions } from '../src/store.js';

function purges(): void {
  purgeExpiredSessions({ load: (id) => id });
}
`,
});

const search = (query: string, more = {}) =>
  view((each) => searchCode(each, readParameters(searchCodeParameters, { query, ...more }).values));
const locate = (name: string) =>
  view((each) => locateSymbol(each, readParameters(locateSymbolParameters, { name }).values));

describe('a question about a relation', () => {
  const leads = (query: string, name: string, tool: string) =>
    test(`${query} → ${name}`, async () => {
      const { results, suggested_next_actions: actions, metadata } = await search(query);
      expect(results[0]?.name).toBe(name);
      expect(actions[0]?.tool).toBe(tool);
      if (tool !== 'locate_symbol') expect(metadata.warnings?.join()).toContain(tool);
    });
  leads('who implements SessionStore?', 'MemoryStore', 'find_implementations');
  leads('impl SessionStore for', 'MemoryStore', 'find_implementations');
  leads('subclasses of SessionStore', 'MemoryStore', 'find_implementations');
  leads('callers of purgeExpiredSessions', 'runNightly', 'get_call_graph');
  leads('who calls `purgeExpiredSessions()`', 'runNightly', 'get_call_graph');
  leads('where is purgeExpiredSessions called from?', 'runNightly', 'get_call_graph');
  leads('tests for purgeExpiredSessions', 'purges', 'find_references');
  leads('usages of purgeExpiredSessions', 'runNightly', 'find_references');
  leads('where is Router.register defined', 'register', 'locate_symbol');

  test('suggests a call that works as it stands', async () => {
    const [action] = (await search('callers of purgeExpiredSessions')).suggested_next_actions;
    expect(action).toMatchObject({ symbol_name: 'purgeExpiredSessions', path: 'src/store.ts', direction: 'callers' });
  });

  test('says so if the index has none', async () => {
    const { metadata } = await search('who calls runNightly');
    expect(metadata.warnings?.join()).toContain('Found no callers of runNightly');
  });

  test('keeps to the files that filters admit', async () => {
    const { results } = await search('callers of purgeExpiredSessions', { path: ['test'] });
    expect(results[0]?.name).toBe('purges');
    expect(results.map(({ path }) => path)).not.toContain('src/nightly.ts');
  });

  test.each(['who calls it', 'what uses a lot of memory', 'tests for the router are slow', 'callers'])(
    'is not: %s',
    async (query) => {
      expect((await search(query)).metadata.warnings?.join() ?? '').not.toContain('Found');
    },
  );

  test('is read with a noun and in backticks', () => {
    expect(readRelation('List all callers of the function `a::b`')).toEqual({ kind: 'callers', name: 'a::b' });
    expect(readRelation('which types implement Store?')).toEqual({ kind: 'implementations', name: 'Store' });
    expect(readRelation('how are callers counted')).toBeUndefined();
  });
});

describe('a name that does not exist', () => {
  test('is found by its last part if that exists', async () => {
    const located = await locate('Server.register');
    expect(located.results.map(({ qualified_name: name }) => name)).toEqual(['Router.register']);
    expect(located.metadata.warnings).toEqual([
      'No symbol is named exactly Server.register; the results are named register.',
    ]);
    const found = await search('Server.register');
    expect(found.results[0]?.qualified_name).toBe('Router.register');
    expect(found.metadata.warnings).toEqual(located.metadata.warnings);
  });

  test('is answered with names that share its words', async () => {
    const expected = 'No symbol is named purgeStaleSessions; names that share words with it: purgeExpiredSessions.';
    expect((await locate('purgeStaleSessions')).metadata.warnings).toContain(expected);
    expect((await search('purgeStaleSessions')).metadata.warnings).toContain(expected);
  });
});
