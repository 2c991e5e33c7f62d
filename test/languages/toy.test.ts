/** A language is one folder: this test adds one from outside of `src` and checks its symbols and calls. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runParseTask } from '../../src/indexing/workers/parse-task.ts';
import { addLanguage, languageCalled, languages } from '../../src/languages/languages.ts';
import { noProgress } from '../../src/model.ts';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../src/query/tools/call-graph.ts';
import { ProjectReader, type RefView } from '../../src/query/view/ref-view.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { createRepository, temporaryFolder } from '../support/test-repository.ts';
import { toy } from './toy/language.ts';

const files = {
  'store.toy': `
class Base {
    [void] Flush() { Write-Line 'done' }
}
class Store : Base {
    [void] Save([string] $text) { $this.Flush() }
}
# Opens the store.
function Open-Store { }
`,
  'journal.toy': `
. ./store.toy

class Journal {
    [Store] $Store
    [void] Write([string] $text) { $this.Store.Save($text) }
    hidden [void] Copy([Store] $other) { $other.Save('copy') }
}
function Start-Journal {
    Open-Store
    [Journal]::new()
}
`,
  'journal.tests.toy': '. ./journal.toy\nStart-Journal\n',
};

beforeAll(() => addLanguage(toy));

test('the added row is the only one with its grammar', () => {
  expect(languages.filter(({ grammar }) => grammar === toy.grammar)).toEqual([toy]);
  expect(languageCalled('toys')).toBe('toy');
});

test('symbols have kinds, scopes, visibility and doc comments', async () => {
  await ask(async (view) => {
    const symbols = await Promise.all((await view.files()).files.map((file) => view.store.symbols(file)));
    expect(symbols.flat().map(({ kind, scope, name, visibility }) => `${kind} ${scope} ${name} ${visibility}`)).toEqual(
      [
        'class  Journal public',
        'field Journal Store public',
        'method Journal Write public',
        'method Journal Copy private',
        'fn  Start-Journal public',
        'class  Base public',
        'method Base Flush public',
        'class  Store public',
        'method Store Save public',
        'fn  Open-Store public',
      ],
    );
    expect(symbols.flat().at(-1)?.doc).toBe('Opens the store.');
    expect((await view.files()).byPath('journal.tests.toy')?.labels).toEqual(['test']);
  });
});

/** The callers or callees as `name confidence`. */
async function edges(name: string, direction: 'callers' | 'callees'): Promise<string[]> {
  const { values } = readParameters(callGraphParameters, { symbol_name: name, direction });
  const answer = await ask((view) => callGraph(view, values));
  expect(answer.metadata.result_completeness).toBe('complete');
  return (answer[direction] ?? []).map(({ symbol, confidence }) => `${symbol.qualified_name} ${confidence}`).sort();
}

test('calls follow imports, declared types, bases and the self keyword', async () => {
  expect(await edges('Save', 'callers')).toEqual(['Journal::Copy static', 'Journal::Write static']);
  expect(await edges('Save', 'callees')).toEqual(['Base::Flush static']);
  expect(await edges('Start-Journal', 'callees')).toEqual(['Journal static', 'Open-Store static']);
  expect(await edges('Flush', 'callers')).toEqual(['Store::Save static']);
});

/** Parses the files like a worker, stores them, and runs a query. */
async function ask<Answer>(question: (view: RefView) => Promise<Answer>): Promise<Answer> {
  const { root } = createRepository(files);
  const store = await openStore(join(temporaryFolder(), 'data'), 'toys');
  try {
    const settings = {
      root,
      hashAlgorithm: 'sha1',
      maxFileBytes: 1e6,
      parseTimeoutMs: 10_000,
      maxMemoryMb: 512,
    } as const;
    const paths = Object.keys(files);
    const parsed = await Promise.all(paths.map((path) => runParseTask({ path }, settings)));
    const writer = await store.beginJob({ ref: 'main', operation: 'index', force: false });
    const ids = await writer.write(
      parsed.flatMap((result) => ('version' in result ? [result.version] : [])),
      [],
      root,
    );
    const versions = paths.map((path, at) => ({ path, id: ids[at] as number }));
    await writer.prepareToPublish();
    await writer.publish({
      ref: 'main',
      source: 'worktree',
      root,
      versions,
      rules: '',
      skipped: [],
      progress: noProgress,
    });
    await writer.release();
    return await new ProjectReader('toys', store).view('main', question);
  } finally {
    await store.close();
  }
}
