/** Answers about a file that could not be parsed completely say so; answers about other files do not. */
import { describe, expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import type { Answer } from '../../src/query/shapes/answer.ts';
import { locateSymbol, locateSymbolParameters } from '../../src/query/tools/locate-symbol.ts';
import { relatedSymbols, relatedSymbolsParameters } from '../../src/query/tools/related-symbols.ts';
import { searchCode, searchCodeParameters } from '../../src/query/tools/search-code.ts';
import { symbolHierarchy, symbolHierarchyParameters } from '../../src/query/tools/symbol-hierarchy.ts';
import type { RefView } from '../../src/query/view/ref-view.ts';
import { sharedView } from '../support/query-view.ts';

const ask = sharedView({
  'broken.ts': 'export class Broken {\n  first(): void {}\n  second(: = ) {}\n}\n',
  'whole.ts': 'export class Whole {\n  first(): void {}\n}\n',
});

const direction = 'descendants';
const questions = {
  hierarchy: (symbol_name: string) =>
    ask((view) => symbolHierarchy(view, readParameters(symbolHierarchyParameters, { symbol_name, direction }).values)),
  related: (symbol_name: string) =>
    ask((view) => relatedSymbols(view, readParameters(relatedSymbolsParameters, { symbol_name }).values)),
};

test.each(Object.entries(questions))('%s', async (_, question) => {
  const broken = (await question('Broken')).metadata;
  expect(broken.result_completeness).toBe('partial');
  expect(broken.warnings?.join()).toContain('broken.ts has syntax errors');
  expect((await question('Whole')).metadata.result_completeness).toBe('complete');
});

type Ask = (view: RefView, name: string, more?: object) => Promise<Answer>;

describe('a name that a file without symbols may define', () => {
  const calls = 'def f():run()\n'.repeat(64_000);
  const code = 'var target=function(){return unread};';
  const inFiles = sharedView({
    'big.py': `def target(): return 1\ndef both(): return 1\n${calls}`,
    'broken.ts': 'export class Broken {}\n]] lost_name ]] =\n',
    'panel.vue': '<script>\nexport function panel_part() {}\n</script>\n',
    'small.py': 'def both(): return 2\ndef only(): return 3\ndef near_name(): return 4\n',
    'small.js': 'function inScript() {}\n',
  });
  const withMinified = sharedView({
    'lib.js': `${code}${'x=1;'.repeat(20_000)}`,
    'a.ts': 'function known() {}\n',
    'b.py': '',
    'data.json': JSON.stringify(Array.from({ length: 20_000 }, () => 'target')),
  });
  const asked: Record<'locate' | 'search' | 'hierarchy', Ask> = {
    locate: (view, name, more = {}) =>
      locateSymbol(view, readParameters(locateSymbolParameters, { name, ...more }).values),
    search: (view, query, more = {}) =>
      searchCode(view, readParameters(searchCodeParameters, { query, ...more }).values),
    hierarchy: (view, symbol_name, more = {}) =>
      symbolHierarchy(view, readParameters(symbolHierarchyParameters, { symbol_name, ...more }).values),
  };
  const isPartial = ({ metadata }: Answer, warning: string) => {
    expect(metadata.warnings?.join(' ')).toContain(warning);
    expect(metadata.result_completeness).toBe('partial');
  };
  const isComplete = ({ metadata }: Answer) => {
    expect(metadata.warnings?.join(' ') ?? '').not.toContain('may define');
    expect(metadata.result_completeness).not.toBe('partial');
  };

  test('is not said to be unknown without a warning', async () => {
    const warning = 'may define target, but their symbols are not all indexed: big.py (too complex).';
    isPartial(await inFiles((view) => asked.locate(view, 'target')), warning);
    isPartial(await inFiles((view) => asked.locate(view, 'module.target')), warning);
    isPartial(await inFiles((view) => asked.search(view, 'target')), warning);
    await expect(inFiles((view) => asked.hierarchy(view, 'target'))).rejects.toThrow(warning);
    isPartial(await inFiles((view) => asked.locate(view, 'lost_name')), 'broken.ts (recovered from syntax errors)');
    isPartial(await inFiles((view) => asked.search(view, 'panel_part')), 'panel.vue (not parsed)');
  });

  test('may have further definitions', async () => {
    for (const ask of Object.values(asked)) {
      isPartial(await inFiles((view) => ask(view, 'both')), 'big.py (too complex)');
      isComplete(await inFiles((view) => ask(view, 'only')));
      isComplete(await inFiles((view) => ask(view, 'inScript')));
    }
    const inBig = { path: ['big.py'] };
    isPartial(await inFiles((view) => asked.locate(view, 'target', inBig)), 'big.py (too complex)');
    isComplete(await inFiles((view) => asked.locate(view, 'target', { path: ['small.py'] })));
    isComplete(await inFiles((view) => asked.locate(view, 'target', { language: 'javascript' })));
    isComplete(await inFiles((view) => asked.hierarchy(view, 'both', { path: 'small.py' })));
    isComplete(await inFiles((view) => asked.locate(view, 'near_nam')));
  });

  test('may be in a file that was not read, if no other defines it', async () => {
    isPartial(await withMinified((view) => asked.locate(view, 'target')), 'may define target');
    isPartial(await withMinified((view) => asked.locate(view, 'target')), 'lib.js (minified)');
    isPartial(await withMinified((view) => asked.search(view, 'unread_name')), 'lib.js (minified)');
    await expect(withMinified((view) => asked.hierarchy(view, 'target'))).rejects.toThrow('lib.js (minified)');
    for (const ask of Object.values(asked)) isComplete(await withMinified((view) => ask(view, 'known')));
    isComplete(await withMinified((view) => asked.locate(view, 'target', { language: 'python' })));
  });
});
