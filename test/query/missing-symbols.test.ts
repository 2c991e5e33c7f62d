/** Answers about a file that could not be parsed completely say so; answers about other files do not. */
import { expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { relatedSymbols, relatedSymbolsParameters } from '../../src/query/tools/related-symbols.ts';
import { symbolHierarchy, symbolHierarchyParameters } from '../../src/query/tools/symbol-hierarchy.ts';
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
