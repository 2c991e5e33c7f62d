/**
 * Suggested calls after a search. They work as given: they use only names in the index, name one symbol each, and none
 * repeats the search.
 */
import type { SymbolKind } from '../../model.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { nearNames } from '../names/near-names.ts';
import { symbolArguments } from '../names/symbol-arguments.ts';
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
  const actions: SuggestedAction[] = found.action === undefined ? [] : [found.action];
  const [best] = found.hits;
  const symbol = found.hits.find((hit) => hit.symbol !== undefined && hit.score >= weights.doubt)?.symbol;
  if (symbol !== undefined) actions.push(await afterSymbol(view, symbol));
  const outlined = found.hits.find(({ file }) => file.symbolCount > 0)?.file;
  if (outlined !== undefined) actions.push({ tool: 'get_file_outline', path: outlined.path, ref });
  if (found.intent === 'natural_language' && best !== undefined) {
    actions.push({ tool: 'get_code_context', query, ref });
  }
  if (best === undefined || best.score < weights.doubt)
    for (const each of await otherWords(view, query)) actions.push(each);
  return actions.slice(0, maxActions);
}

const callable: ReadonlySet<SymbolKind> = new Set(['fn', 'method', 'macro']);
const holdsMembers: ReadonlySet<SymbolKind> = new Set([
  'class',
  'struct',
  'interface',
  'trait',
  'enum',
  'impl',
  'module',
]);

/** What is usually asked next about a symbol: its calls, its members, or its uses. */
async function afterSymbol(view: RefView, symbol: SymbolRecord): Promise<SuggestedAction> {
  const named = { ...(await symbolArguments(view, symbol)), ref: view.ref.name };
  if (callable.has(symbol.kind)) return { tool: 'get_call_graph', ...named };
  if (!holdsMembers.has(symbol.kind)) return { tool: 'find_references', ...named };
  return { tool: 'get_symbol_hierarchy', ...named, direction: 'descendants' };
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
  const other = known
    .slice(0, maxWords)
    .map((term) => term.word)
    .join(' ');
  const isRepeat = other === word.toLowerCase();
  return isRepeat ? [] : [{ tool: 'search_code', query: other, ref, limit: maxResults }];
}
