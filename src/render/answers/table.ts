/** The table of renderers, one per capability. */
import type { AnswerOf, CapabilityName } from '../../query/tools/table.ts';
import type { Renderer } from '../rendering.ts';
import { callGraphRenderer } from './call-graph.ts';
import { codeContextRenderer } from './code-context.ts';
import { compareSymbolRenderer } from './compare-symbol.ts';
import { fileOutlineRenderer } from './file-outline.ts';
import { findImplementationsRenderer } from './find-implementations.ts';
import { findReferencesRenderer } from './find-references.ts';
import { followupQueriesRenderer } from './followup-queries.ts';
import { locateSymbolRenderer } from './locate-symbol.ts';
import { readSourceRenderer } from './read-source.ts';
import { relatedSymbolsRenderer } from './related-symbols.ts';
import { searchCodeRenderer } from './search-code.ts';
import { searchTextRenderer } from './search-text.ts';
import { symbolHierarchyRenderer } from './symbol-hierarchy.ts';
import { tracePathRenderer } from './trace-path.ts';

export const renderers: { readonly [Name in CapabilityName]: Renderer<AnswerOf<Name>> } = {
  search: searchCodeRenderer,
  locate: locateSymbolRenderer,
  outline: fileOutlineRenderer,
  context: codeContextRenderer,
  source: readSourceRenderer,
  hierarchy: symbolHierarchyRenderer,
  related: relatedSymbolsRenderer,
  callGraph: callGraphRenderer,
  references: findReferencesRenderer,
  grep: searchTextRenderer,
  implementations: findImplementationsRenderer,
  trace: tracePathRenderer,
  followups: followupQueriesRenderer,
  compare: compareSymbolRenderer,
};
