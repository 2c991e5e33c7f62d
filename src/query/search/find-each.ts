/** A search for a list of symbols, separated by commas: the definitions of each, in the order of the list. */
import type { FileVersion } from '../../store/store.ts';
import { findSymbolsByName } from '../names/find-by-name.ts';
import { unknownNameText } from '../names/mismatch-text.ts';
import { readHandle } from '../names/written/symbol-handle.ts';
import type { RefView } from '../view/ref-view.ts';
import { looksLikeName } from './classify-query.ts';
import { findHits, type SearchSettings } from './find-hits.ts';
import type { SearchFilter, SearchHit, SearchHits } from './hit.ts';

/** Searches for the whole query if it is no list. */
export async function findEach(
  view: RefView,
  query: string,
  filter: SearchFilter,
  limit: number,
  settings?: SearchSettings,
): Promise<SearchHits> {
  const names = listedSymbols(query);
  if (names === undefined) return findHits(view, query, filter, limit, settings);
  const files = await view.files();
  const keep = ({ file }: { readonly file: FileVersion }) => filter.files?.admits(file) ?? true;
  const found: SearchHit[][] = [];
  const remarks: string[] = [];
  let total = 0;
  for (const name of names) {
    const { ranked, level, total: count } = await findSymbolsByName(view, name, { limit: maxEach, keep });
    const isFound = level === 'exact';
    if (isFound) total += count;
    else remarks.push(await unknownNameText(view, name));
    found.push(
      (isFound ? ranked : []).flatMap(({ symbol, score, factors }): SearchHit[] => {
        const file = files.byId(symbol.versionId);
        const { lineStart, lineEnd } = symbol;
        return file === undefined
          ? []
          : [{ type: 'symbol', file, symbol, lineStart, lineEnd, score, matchLines: [], factors }];
      }),
    );
  }
  const hits = roundRobin(found).slice(0, limit);
  return { intent: 'symbol', hits, totalCandidates: total, weaker: 0, literals: [], words: names, terms: [], remarks };
}

const maxSymbols = 30;
/** Definitions of one name. */
const maxEach = 3;

/** `Store.get, Store.put, src/a.ts:12`; undefined for a question. */
function listedSymbols(query: string): string[] | undefined {
  const parts = query.split(',').map((part) => part.trim());
  const names = [...new Set(parts.filter((part) => part !== ''))];
  const isSymbol = (name: string) => looksLikeName(name) || readHandle(name) !== undefined;
  return names.length > 1 && names.length <= maxSymbols && names.every(isSymbol) ? names : undefined;
}

/** The best of each list, then the second of each. */
function roundRobin(lists: readonly (readonly SearchHit[])[]): SearchHit[] {
  const hits: SearchHit[] = [];
  for (let at = 0; at < maxEach; at++) {
    for (const list of lists) {
      const hit = list[at];
      if (hit !== undefined) hits.push(hit);
    }
  }
  return hits;
}
