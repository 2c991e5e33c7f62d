/**
 * Finds symbols by a written name. Matching has five levels: exact, different case, the last part of a qualified name,
 * prefix, similar spelling; the first level with a match is used. Callers that need one specific symbol use the exact level only.
 */
import { maxSymbolNameLength, type SymbolKind } from '../../model.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { maxWordLength } from '../../text/words.ts';
import { weights } from '../ranking/weights.ts';
import type { RankingFactors } from '../search/hit.ts';
import type { RefView } from '../view/ref-view.ts';
import { findByHandle } from './find-by-handle.ts';
import { namedInFile } from './find-file.ts';
import { nearNames } from './near-names.ts';
import {
  candidatesById,
  candidatesNamed,
  closestCandidates,
  type MatchLevel,
  type RankedSymbol,
  rankCandidates,
  type SymbolCandidate,
} from './symbol-candidates.ts';
import { closest } from './written/closest-matches.ts';
import { type Handle, readHandle } from './written/symbol-handle.ts';
import { readName, type WrittenName } from './written/written-name.ts';

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
  const handle = readHandle(written);
  if (handle !== undefined) return symbolsOfHandle(view, handle, filter);
  const inFile = await namedInFile(view, written);
  if (inFile !== undefined) {
    const keep = (candidate: SymbolCandidate) => candidate.file.path === inFile.path && filter.keep(candidate);
    return findSymbolsByName(view, inFile.name, { ...filter, keep });
  }
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

/** A handle leaves nothing to rank. */
async function symbolsOfHandle(view: RefView, handle: Handle, filter: NameFilter): Promise<NamedSymbols> {
  const files = await view.files();
  const found = (await findByHandle(view, handle)).flatMap((symbol) => {
    const file = files.byId(symbol.versionId);
    return file === undefined
      ? []
      : [{ symbol, candidate: { ...symbol, file, scopeId: 0, isNested: symbol.scope !== '' } }];
  });
  const kept = found.filter(({ candidate }) => filter.keep(candidate));
  const left = found.flatMap(({ candidate }) => (filter.keep(candidate) ? [] : [candidate]));
  return {
    ...(kept.length > 0 ? { level: 'exact' } : {}),
    ranked: kept.slice(0, filter.limit).map(({ symbol }) => ({ symbol, score: 1, factors: certain(symbol) })),
    total: kept.length,
    leftOut: left.length > 0 ? [{ level: 'exact', symbols: left }] : [],
  };
}

function certain({ kind }: SymbolRecord): RankingFactors {
  return {
    exact_match_boost: 1,
    qualified_name_boost: 0,
    path_affinity: 0,
    definition_boost: weights.kind[kind],
    kind_match: 0,
    bm25_score: 0,
    final_score: 1,
  };
}

/** Returns the symbols with exactly this name that best match its qualifiers. */
export function findExactly(view: RefView, written: string): Promise<readonly SymbolCandidate[]> {
  return exactly(view, readName(written));
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
  { level: 'lastPart', find: byLastPart },
  { level: 'prefix', find: byPrefix },
  { level: 'near', find: bySpelling },
];

const maxNearNames = 5;

function exactly(view: RefView, name: WrittenName): Promise<readonly SymbolCandidate[]> {
  return exactlyAmong(
    name,
    (spelling) => candidatesNamed(view, spelling),
    (candidates, qualifiers) => closestCandidates(view, candidates, qualifiers),
  );
}

async function exactlyAmong<Symbol>(
  written: WrittenName,
  named: (name: string) => Promise<readonly Symbol[]>,
  ledTo: (symbols: readonly Symbol[], qualifiers: readonly string[]) => readonly Symbol[] | Promise<readonly Symbol[]>,
): Promise<readonly Symbol[]> {
  const found = await named(written.whole);
  if (found.length > 0) return found;
  for (const { spellings, qualifiers } of [written, ...written.others]) {
    for (const spelling of spellings) {
      if (spelling === written.whole) continue;
      const symbols = await named(spelling);
      for (const nearest of symbols.length === 0 ? [] : nearestFirst(qualifiers)) {
        const led = await ledTo(symbols, nearest);
        if (led.length > 0) return led;
      }
    }
  }
  return [];
}

/**
 * All qualifiers, then the one next to the name: the others may name what no index has, such as the host of a Go module
 * or the crate.
 */
function nearestFirst(qualifiers: readonly string[]): (readonly string[])[] {
  const last = qualifiers.slice(-1);
  return qualifiers.length > 1 ? [qualifiers, last] : [qualifiers];
}

async function inOtherCase(view: RefView, { spellings, qualifiers }: WrittenName): Promise<readonly SymbolCandidate[]> {
  for (const spelling of spellings) {
    const lower = spelling.toLowerCase();
    const names = await namesLike(view, lower, 1);
    const spelled = names.filter((name) => name.toLowerCase() === lower);
    const led = await closestCandidates(view, await candidatesOf(view, spelled), qualifiers);
    if (led.length > 0) return led;
  }
  return [];
}

/** `Router.addRoute`, if nothing of that name is in a `Router`: with as many of the qualifiers as lead to a symbol. */
async function byLastPart(view: RefView, { spellings, qualifiers }: WrittenName): Promise<readonly SymbolCandidate[]> {
  if (qualifiers.length === 0) return [];
  for (const spelling of spellings) {
    const named = await candidatesNamed(view, spelling);
    for (let from = 1; named.length > 0 && from <= qualifiers.length; from++) {
      const led = await closestCandidates(view, named, qualifiers.slice(from));
      if (led.length > 0) return led;
    }
  }
  return [];
}

/** The names with a minimum length that may contain a text in lower case; none if it is longer than any symbol's name. */
async function namesLike(view: RefView, lower: string, minLength: number): Promise<string[]> {
  if (lower.length > maxLowerLength) return [];
  return view.store.namesHolding([pieceOf(lower)], minLength, maxSymbolNameLength, () => view.pause());
}

/** The lower case of a letter has at most twice its length. */
const maxLowerLength = 2 * maxSymbolNameLength;
const maxLowerWordLength = 2 * maxWordLength;

/** The part of a name that the store compares without case: it knows the case of ASCII letters only. */
function pieceOf(lower: string): string {
  const parts = lower.replaceAll('_', '').match(/[\x00-\x7f]+/g) ?? [''];
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest));
}

async function byPrefix(view: RefView, { name, qualifiers }: WrittenName): Promise<readonly SymbolCandidate[]> {
  const lower = name.toLowerCase();
  const starts = (candidate: string) => candidate.toLowerCase().startsWith(lower);
  const isWord = lower.length <= maxLowerWordLength;
  const indexed = isWord ? await candidatesById(view, await view.store.holdersOfPrefix('name', lower)) : [];
  // Longer names are no words of the index.
  const long = await namesLike(view, lower, maxWordLength + 1);
  const candidates = [...indexed, ...(await candidatesOf(view, long.filter(starts)))];
  return closestCandidates(
    view,
    candidates.filter((candidate) => starts(candidate.name)),
    qualifiers,
  );
}

async function bySpelling(view: RefView, { whole, qualifiers }: WrittenName): Promise<readonly SymbolCandidate[]> {
  const names = await nearNames(view, whole, maxNearNames);
  const candidates = await candidatesOf(view, names);
  const led = await closestCandidates(view, candidates, qualifiers);
  return led.length > 0 ? led : candidates;
}

async function candidatesOf(view: RefView, names: readonly string[]): Promise<SymbolCandidate[]> {
  return (await Promise.all(names.map((name) => candidatesNamed(view, name)))).flat();
}
