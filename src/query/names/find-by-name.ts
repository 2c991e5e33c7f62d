/**
 * Finds symbols by a written name. Matching has four levels: exact, different case, prefix, similar spelling; the first
 * level with a match is used. Callers that need one specific symbol use the exact level only.
 */
import type { SymbolKind } from '../../model.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { searchWords } from '../../text/word-collector.ts';
import type { RefView } from '../view/ref-view.ts';
import { nearNames } from './near-names.ts';
import {
  byPath,
  candidatesById,
  candidatesNamed,
  closestCandidates,
  type MatchLevel,
  type RankedSymbol,
  rankCandidates,
  type SymbolCandidate,
  wholeSymbols,
} from './symbol-candidates.ts';

import { closest, readName, type WrittenName } from './written-name.ts';

export interface NameFilter {
  /** Maximum number of symbols returned; the total counts all of them. */
  readonly limit: number;
  /** Kinds that rank before others. */
  readonly preferred?: readonly SymbolKind[];
  keep(candidate: SymbolCandidate): boolean;
}

export interface NamedSymbols {
  /** The first level with a match; absent if there is none. */
  readonly level?: MatchLevel;
  /** Best first. */
  readonly ranked: readonly RankedSymbol[];
  readonly total: number;
  /** Matches that the filter excluded, by level. */
  readonly leftOut: readonly { readonly level: MatchLevel; readonly symbols: readonly SymbolCandidate[] }[];
}

export async function findSymbolsByName(view: RefView, written: string, filter: NameFilter): Promise<NamedSymbols> {
  const name = readName(written);
  const leftOut: { level: MatchLevel; symbols: SymbolCandidate[] }[] = [];
  for (const { level, find } of levels) {
    const found = await find(view, name);
    const kept = found.filter(filter.keep);
    if (kept.length < found.length) leftOut.push({ level, symbols: found.filter((symbol) => !filter.keep(symbol)) });
    if (kept.length > 0) {
      return { level, ranked: await rankCandidates(view, kept, level, name, filter), total: kept.length, leftOut };
    }
  }
  return { ranked: [], total: 0, leftOut };
}

/** Returns the symbols with exactly this name that best match its qualifiers. */
export function findExactly(view: RefView, written: string): Promise<readonly SymbolCandidate[]> {
  return exactly(view, readName(written));
}

/** Like `findExactly`, with full symbols, sorted by path. */
export async function findExactSymbols(view: RefView, written: string): Promise<SymbolRecord[]> {
  return wholeSymbols(view, byPath(await findExactly(view, written)));
}

/** Like `findExactly` within one file, without loading candidates of other files. */
export async function findExactlyIn(view: RefView, written: string, path: string): Promise<readonly SymbolRecord[]> {
  const file = await view.store.file(view.ref, path);
  if (file === undefined) return [];
  return exactlyAmong(
    readName(written),
    (name) => view.store.symbolsNamedIn(file, name),
    (symbols, qualifiers) => closest(symbols, qualifiers),
  );
}

type Find = (view: RefView, name: WrittenName) => Promise<readonly SymbolCandidate[]>;

/** In the order in which they are tried, strictest first. */
const levels: readonly { level: MatchLevel; find: Find }[] = [
  { level: 'exact', find: exactly },
  { level: 'otherCase', find: inOtherCase },
  { level: 'prefix', find: byPrefix },
  { level: 'near', find: bySpelling },
];

const maxNearNames = 5;
/** Symbols per word that are considered. */
const maxHolders = 2_000;

function exactly(view: RefView, name: WrittenName): Promise<readonly SymbolCandidate[]> {
  return exactlyAmong(
    name,
    (spelling) => candidatesNamed(view, spelling),
    (candidates, qualifiers) => closestCandidates(view, candidates, qualifiers),
  );
}

async function exactlyAmong<Symbol>(
  { whole, spellings, qualifiers }: WrittenName,
  named: (name: string) => Promise<readonly Symbol[]>,
  ledTo: (symbols: readonly Symbol[], qualifiers: readonly string[]) => readonly Symbol[] | Promise<readonly Symbol[]>,
): Promise<readonly Symbol[]> {
  const found = await named(whole);
  if (found.length > 0) return found;
  for (const spelling of spellings) {
    if (spelling === whole) continue;
    const led = await ledTo(await named(spelling), qualifiers);
    if (led.length > 0) return led;
  }
  return [];
}

async function inOtherCase(view: RefView, { spellings, qualifiers }: WrittenName): Promise<readonly SymbolCandidate[]> {
  for (const spelling of spellings) {
    const lower = spelling.toLowerCase();
    // The word index does not contain the `?`, `!` and `=` of a name.
    const [word = ''] = searchWords(lower).split(' ', 1);
    const candidates = await candidatesById(view, await view.store.holders('name', [word], maxHolders));
    const spelled = candidates.filter((candidate) => candidate.name.toLowerCase() === lower);
    const led = await closestCandidates(view, spelled, qualifiers);
    if (led.length > 0) return led;
  }
  return [];
}

async function byPrefix(view: RefView, { name, qualifiers }: WrittenName): Promise<readonly SymbolCandidate[]> {
  const lower = name.toLowerCase();
  const candidates = await candidatesById(view, await view.store.holdersOfPrefix('name', lower, maxHolders));
  const starting = candidates.filter((candidate) => candidate.name.toLowerCase().startsWith(lower));
  return closestCandidates(view, starting, qualifiers);
}

async function bySpelling(view: RefView, { whole, qualifiers }: WrittenName): Promise<readonly SymbolCandidate[]> {
  const names = await nearNames(view, whole, maxNearNames);
  const candidates = (await Promise.all(names.map((name) => candidatesNamed(view, name)))).flat();
  const led = await closestCandidates(view, candidates, qualifiers);
  return led.length > 0 ? led : candidates;
}
