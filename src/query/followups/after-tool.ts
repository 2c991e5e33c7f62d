/** Suggestions by the tool of the previous query and by the names and words of its text that the index has. */

import { existingNames, namesIn, wordsWithin } from '../names/extract-names.ts';
import { findExactly } from '../names/find-by-name.ts';
import { nearNames } from '../names/near-names.ts';
import { symbolArguments } from '../names/symbol-arguments.ts';
import { languageMeant } from '../parameters/language-filter.ts';
import { countWords } from '../search/terms/count-words.ts';
import { termsOf } from '../search/terms/query-terms.ts';
import type { RefView } from '../view/ref-view.ts';
import { rulesBy, type Situation, type Suggestion } from './suggestion.ts';

export async function afterTool(situation: Situation): Promise<Suggestion[]> {
  if (situation.text === '') return [];
  return (rules.get(situation.previous.tool) ?? afterNamed)(situation);
}

/** The rules by the tool of the previous query. */
const rules = rulesBy({
  search_code: afterSearch,
  get_code_context: afterSearch,
  locate_symbol: afterLocate,
  get_call_graph: afterCallGraph,
});

async function afterSearch(situation: Situation): Promise<Suggestion[]> {
  const { outcome, text, view } = situation;
  if (outcome.intent === 'symbol' || (outcome.intent === undefined && namesIn(text).length === 1)) {
    return [...(await nearest(situation)), ...(await broader(situation)), ...(await otherLanguage(situation))];
  }
  const located = situation.names.slice(0, 3).map(({ name, written, kind }) => ({
    tool: 'locate_symbol',
    params: { name, kind },
    reason: `Extracted identifier '${name}' from '${written}'. Symbol lookup may yield more precise results.`,
  }));
  const [first] = situation.names;
  const terms = await rarestTerms(view, text);
  const query = [...new Set([...(first === undefined ? [] : [first.name]), ...terms])].slice(0, 4).join(' ');
  const language = first?.language;
  const narrowed: Suggestion[] =
    query === ''
      ? []
      : [
          {
            tool: 'search_code',
            params: { query, ...(language === undefined ? {} : { language }) },
            reason: 'Narrowing query to specific terms and language may improve relevance.',
          },
        ];
  return [...located, ...narrowed, ...(await otherLanguage(situation))];
}

async function afterLocate(situation: Situation): Promise<Suggestion[]> {
  const { text } = situation;
  const suggestions = [...(await nearest(situation)), ...(await broader(situation))];
  if (suggestions.every(({ tool }) => tool !== 'search_code')) {
    suggestions.push({
      tool: 'search_code',
      params: { query: text },
      reason: `No symbol is named '${text}'; its text may occur in code or comments.`,
    });
  }
  return [...suggestions, ...(await callersOfMissing(situation))];
}

async function afterCallGraph(situation: Situation): Promise<Suggestion[]> {
  const { text, view } = situation;
  const found = await findExactly(view, text);
  const verify: Suggestion[] =
    found.length > 0
      ? [
          {
            tool: 'locate_symbol',
            params: { name: text },
            reason: 'Verify that this is the symbol you mean; several may share the name.',
          },
        ]
      : await nearest(situation);
  return [...verify, ...(await broader(situation)), ...otherUses(situation, found)];
}

/** A symbol that nothing calls may be read, passed on or named in types. */
function otherUses({ text }: Situation, found: readonly unknown[]): Suggestion[] {
  if (found.length !== 1) return [];
  return [
    {
      tool: 'find_references',
      params: { symbol_name: text },
      reason: `'${text}' may be used in other ways than by calls.`,
    },
  ];
}

/** Suggestions after a tool that takes a symbol or a path. */
async function afterNamed(situation: Situation): Promise<Suggestion[]> {
  return [...(await nearest(situation)), ...(await broader(situation))];
}

/** Suggests names with a similar spelling. */
async function nearest({ view, text }: Situation): Promise<Suggestion[]> {
  const near = await nearNames(view, text, 2);
  return near.map((name) => ({
    tool: 'locate_symbol',
    params: { name },
    reason: `'${name}' exists in the index and has a spelling similar to '${text}'.`,
  }));
}

/** Suggests a search for the words of a name that occur in the index, which is broader than the name. */
async function broader({ view, text }: Situation): Promise<Suggestion[]> {
  const words = await knownWords(view, wordsWithin(text));
  if (words.length === 0) return [];
  return [
    {
      tool: 'search_code',
      params: { query: words.join(' ') },
      reason: `A broader search for the words of '${text}' may find it under an alternative name.`,
    },
  ];
}

/** Suggests another language if the language filter excludes a matching name. */
async function otherLanguage({ view, previous, text }: Situation): Promise<Suggestion[]> {
  const { language } = previous.params;
  if (typeof language !== 'string') return [];
  const meant = languageMeant(language);
  const found = await existingNames(view, text);
  const other = found.find((name) => name.language !== meant);
  if (other === undefined) return [];
  return [
    {
      tool: 'search_code',
      params: { query: text, language: other.language },
      reason: `'${other.name}' exists in ${other.language}, which the filter '${language}' excludes.`,
    },
  ];
}

/** Suggests the call graph of a caller, for a name that is called but not defined in the repository. */
async function callersOfMissing({ view, text }: Situation): Promise<Suggestion[]> {
  const [site] = (await view.store.referencesTo(view.ref, text)).filter(({ within }) => within >= 0);
  const file = site === undefined ? undefined : (await view.files()).byPath(site.path);
  if (site === undefined || file === undefined) return [];
  const symbols = await view.store.symbols(file);
  let caller = symbols[site.within];
  while (caller !== undefined && caller.kind !== 'fn' && caller.kind !== 'method') caller = symbols[caller.parent];
  if (caller === undefined) return [];
  return [
    {
      tool: 'get_call_graph',
      params: { ...(await symbolArguments(view, caller)), direction: 'callees' },
      reason: `'${text}' is called in '${caller.name}' (line ${site.line}) without being defined in the index.`,
    },
  ];
}

async function rarestTerms(view: RefView, text: string): Promise<string[]> {
  const terms = (await termsOf(view, text)).filter(({ count, standsFor }) => count > 0 && standsFor === undefined);
  return terms.sort((a, b) => a.count - b.count).map(({ word }) => word);
}

async function knownWords(view: RefView, words: readonly string[]): Promise<string[]> {
  return (await countWords(view, words)).map(({ word }) => word);
}
