/** Queries that together read every table of an index, for a repository like the example of the contracts. */

import { readParameters } from '../../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../../src/query/tools/call-graph.ts';
import { codeContext, codeContextParameters } from '../../../src/query/tools/code-context.ts';
import { fileOutline, fileOutlineParameters } from '../../../src/query/tools/file-outline.ts';
import { locateSymbol, locateSymbolParameters } from '../../../src/query/tools/locate-symbol.ts';
import { relatedSymbols, relatedSymbolsParameters } from '../../../src/query/tools/related-symbols.ts';
import { searchCode, searchCodeParameters } from '../../../src/query/tools/search-code.ts';
import { symbolHierarchy, symbolHierarchyParameters } from '../../../src/query/tools/symbol-hierarchy.ts';
import type { RefView } from '../../../src/query/view/ref-view.ts';

export type Ask = (view: RefView) => Promise<unknown>;

export const queries: Readonly<Record<string, Ask>> = {
  'a symbol': locate('validate_token'),
  'another symbol': locate('JwtValidator'),
  'a symbol with a long comment': locate('documented'),
  'words of the text': search('signature and expiry of a token'),
  'a rare word': search('"too many requests"'),
  'a path': search('src/middleware/rate_limit.rs'),
  'a name that is nearly right': search('validate_tokn'),
  'an outline': (view) => fileOutline(view, readParameters(fileOutlineParameters, { path: 'src/auth/jwt.rs' }).values),
  'parents and members': (view) =>
    symbolHierarchy(
      view,
      readParameters(symbolHierarchyParameters, { symbol_name: 'check', path: 'src/auth/jwt.rs' }).values,
    ),
  neighbours: (view) =>
    relatedSymbols(
      view,
      readParameters(relatedSymbolsParameters, { symbol_name: 'Claims', path: 'src/auth/jwt.rs' }).values,
    ),
  'code within a budget': (view) =>
    codeContext(view, readParameters(codeContextParameters, { query: 'validate token', max_tokens: 2_000 }).values),
  calls: (view) =>
    callGraph(
      view,
      readParameters(callGraphParameters, { symbol_name: 'validate_token', path: 'src/auth/jwt.rs' }).values,
    ),
  'many calls': (view) => callGraph(view, readParameters(callGraphParameters, { symbol_name: 'often_called' }).values),
  'every file': async (view) => {
    const files = await view.store.files(view.ref);
    return Promise.all(files.map(async (file) => [file.path, await view.store.facts(file)]));
  },
  'what was skipped': (view) => view.store.skippedFiles(view.ref),
};

function locate(name: string): Ask {
  return (view) => locateSymbol(view, readParameters(locateSymbolParameters, { name }).values);
}

function search(query: string): Ask {
  return (view) => searchCode(view, readParameters(searchCodeParameters, { query }).values);
}
