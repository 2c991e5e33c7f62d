/** Suggested calls after a search. They work as given, since they use only names in the index. */
import { nearNames } from '../names/near-names.ts';
import { weights } from '../ranking/weights.ts';
import type { RefView } from '../view/ref-view.ts';
import { looksLikeName } from './classify-query.ts';
import type { SearchHits } from './hit.ts';
import { termsOf } from './terms/query-terms.ts';

export interface SuggestedAction {
  readonly tool: string;
  readonly ref: string;
  readonly [parameter: string]: unknown;
}

const maxActions = 3;
const maxWords = 4;
const maxResults = 5;

export async function nextActions(view: RefView, query: string, found: SearchHits): Promise<SuggestedAction[]> {
  const ref = view.ref.name;
  const actions: SuggestedAction[] = [];
  const [best] = found.hits;
  const symbol = found.hits.find((hit) => hit.symbol !== undefined && hit.score >= weights.doubt)?.symbol;
  if (symbol !== undefined && (symbol.kind === 'fn' || symbol.kind === 'method')) {
    actions.push({ tool: 'get_call_graph', symbol_name: symbol.name, path: symbol.path, ref });
  } else if (symbol !== undefined) {
    actions.push({
      tool: 'get_symbol_hierarchy',
      symbol_name: symbol.name,
      path: symbol.path,
      direction: 'descendants',
      ref,
    });
  }
  if (best !== undefined) actions.push({ tool: 'get_file_outline', path: best.file.path, ref });
  if (found.intent === 'natural_language' && best !== undefined) {
    actions.push({ tool: 'get_code_context', query, ref });
  }
  if (best === undefined || best.score < weights.doubt) actions.push(...(await otherWords(view, query)));
  return actions.slice(0, maxActions);
}

/** For a query that found little: the most similar name, or the words of the query that occur in the index. */
async function otherWords(view: RefView, query: string): Promise<SuggestedAction[]> {
  const ref = view.ref.name;
  const word = query.trim();
  if (looksLikeName(word)) {
    const [near] = await nearNames(view, word, 1);
    return near === undefined ? [] : [{ tool: 'locate_symbol', name: near, ref }];
  }
  const terms = (await termsOf(view, query)).filter((term) => term.standsFor === undefined);
  const known = terms.filter((term) => term.count > 0).sort((a, b) => a.count - b.count);
  if (known.length === 0 || known.length === terms.length) return [];
  return [
    {
      tool: 'search_code',
      query: known
        .slice(0, maxWords)
        .map((term) => term.word)
        .join(' '),
      ref,
      limit: maxResults,
    },
  ];
}
