/** The capabilities of an opened project: a request is read by the table of its tool, and asked of the ref that it means. */

import {
  type ParametersOf,
  type ParameterTable,
  type RequestOf,
  readParameters,
} from '../query/parameters/parameters.ts';
import type { Answer } from '../query/shapes/answer.ts';
import { answerDocument } from '../query/shapes/answer.ts';
import { callGraph, callGraphParameters } from '../query/tools/call-graph.ts';
import { codeContext, codeContextParameters } from '../query/tools/code-context.ts';
import { compareSymbol, compareSymbolParameters } from '../query/tools/compare-symbol.ts';
import { fileOutline, fileOutlineParameters } from '../query/tools/file-outline.ts';
import { followupQueries, followupQueriesParameters, previousQuery } from '../query/tools/followup-queries.ts';
import { locateSymbol, locateSymbolParameters } from '../query/tools/locate-symbol.ts';
import { relatedSymbols, relatedSymbolsParameters } from '../query/tools/related-symbols.ts';
import { searchCode, searchCodeParameters } from '../query/tools/search-code.ts';
import { symbolHierarchy, symbolHierarchyParameters } from '../query/tools/symbol-hierarchy.ts';
import type { ProjectReader, RefView } from '../query/view/ref-view.ts';
import { readHead } from '../scan/git/read-head.ts';
import { type Repository, resolveRef } from '../scan/git/repository.ts';
import type { Store } from '../store/store.ts';
import type { Project } from './project.ts';

/** What answers: the index, and the repository that says which ref is meant. */
export interface Asked {
  readonly repository: Repository;
  readonly store: Store;
  readonly reader: ProjectReader;
}

export function capabilitiesOf(asked: Asked): Omit<Project, 'root' | 'warnings' | 'index' | 'close'> {
  /** The capability with requests as they are sent, asked of their ref. */
  const asking =
    <T extends ParameterTable, Given extends Answer>(
      table: T,
      ask: (view: RefView, values: ParametersOf<T>) => Promise<Given>,
      refOf = (values: ParametersOf<T>) => (values as { readonly ref?: string }).ref,
    ) =>
    async (sent: RequestOf<T>): Promise<Given> => {
      const { values, warnings } = readParameters(table, sent);
      const name = await askedName(asked, refOf(values));
      return asked.reader.view(name, async (view) => answerDocument(view, await ask(view, values), warnings));
    };
  return {
    search: asking(searchCodeParameters, searchCode),
    locate: asking(locateSymbolParameters, locateSymbol),
    outline: asking(fileOutlineParameters, fileOutline),
    context: asking(codeContextParameters, codeContext),
    hierarchy: asking(symbolHierarchyParameters, symbolHierarchy),
    related: asking(relatedSymbolsParameters, relatedSymbols),
    callGraph: asking(callGraphParameters, callGraph),
    followups: asking(followupQueriesParameters, followupQueries, refOfPrevious),
    compare: async (sent) => {
      const { values, warnings } = readParameters(compareSymbolParameters, sent);
      const names = [await askedName(asked, values.base_ref), await askedName(asked, values.head_ref)] as const;
      return asked.reader.viewBoth(names, async (base, head) =>
        answerDocument(head, await compareSymbol(base, head, values), warnings),
      );
    },
    refs: async () =>
      (await asked.store.refs()).map(({ name, commit, source, publishedAt, fileCount, symbolCount }) => ({
        name,
        ...(commit === undefined ? {} : { commit }),
        source,
        publishedAt,
        fileCount,
        symbolCount,
      })),
  };
}

/** What is asked after a query is about the ref of that query. */
function refOfPrevious(values: ParametersOf<typeof followupQueriesParameters>): string | undefined {
  const { ref } = previousQuery(values).params;
  return typeof ref === 'string' && ref !== '' ? ref : undefined;
}

/** The ref that a word means, under the name that the index has it by; without a word, what is checked out now. */
export async function askedName({ repository, store }: Asked, typed: string | undefined): Promise<string> {
  if (typed === undefined) return (readHead(repository) ?? (await resolveRef(repository))).name;
  // The name of an indexed ref needs no git, and holds even if the ref is gone.
  if ((await store.ref(typed)) !== undefined) return typed;
  return (await resolveRef(repository, typed)).name;
}
