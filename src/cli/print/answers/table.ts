/** The renderers by capability. A capability with a command but without a renderer does not compile. */
import type { AnswerOf, CommandCapability } from '../../../query/tools/table.ts';
import { callGraphRenderer } from './call-graph.ts';
import { codeContextRenderer } from './code-context.ts';
import { compareSymbolRenderer } from './compare-symbol.ts';
import { fileOutlineRenderer } from './file-outline.ts';
import { findReferencesRenderer } from './find-references.ts';
import type { Renderer } from './renderer.ts';
import { searchCodeRenderer } from './search-code.ts';

export const renderers: { readonly [Name in CommandCapability]: Renderer<AnswerOf<Name>> } = {
  search: searchCodeRenderer,
  outline: fileOutlineRenderer,
  context: codeContextRenderer,
  callGraph: callGraphRenderer,
  references: findReferencesRenderer,
  compare: compareSymbolRenderer,
};
