/**
 * Candidates are symbols that a name may refer to, loaded with just the fields needed to choose among them: a name may
 * have thousands, and only those shown are loaded in full.
 */

import type { SymbolKind } from '../../model.ts';
import type { FileVersion, SymbolRecord, SymbolSummary } from '../../store/store.ts';
import { bestOf } from '../../text/bisect.ts';
import { askedForNothing, depthOf, isInTests, ownWeight, round, traitsOf, weightsOfTraits } from '../ranking/rank.ts';

import { factorAt, weights } from '../ranking/weights.ts';
import type { RankingFactors } from '../search/hit.ts';
import type { RefView } from '../view/ref-view.ts';
import { maxPerPage, summaryPages } from '../view/summary-pages.ts';
import { ClosestMatches, type QualifiedSymbol } from './written/closest-matches.ts';
import type { WrittenName } from './written/written-name.ts';

export interface SymbolCandidate extends SymbolSummary {
  readonly file: FileVersion;
}

export async function candidatesNamed(view: RefView, name: string): Promise<SymbolCandidate[]> {
  return collected(pagesNamed(view, name));
}

export async function candidatesById(view: RefView, ids: readonly number[]): Promise<SymbolCandidate[]> {
  return collected(pagesById(view, ids));
}

/** Whether the ref has a symbol of this name. */
export async function isNamed(view: RefView, name: string): Promise<boolean> {
  for await (const page of pagesNamed(view, name)) if (page.length > 0) return true;
  return false;
}

async function* pagesNamed(view: RefView, name: string): AsyncGenerator<SymbolCandidate[]> {
  for await (const summaries of summaryPages(view, name)) yield ofRef(view, summaries);
}

async function* pagesById(view: RefView, ids: readonly number[]): AsyncGenerator<SymbolCandidate[]> {
  for await (const page of pagesOf(view, ids)) yield ofRef(view, await view.store.summariesById(page));
}

/** Splits a list into pages, and lets other calls go on between them. */
export async function* pagesOf<Item>(view: Pick<RefView, 'pause'>, items: readonly Item[]): AsyncGenerator<Item[]> {
  for (let from = 0; from < items.length; from += maxPerPage) {
    await view.pause();
    yield items.slice(from, from + maxPerPage);
  }
}

async function collected<Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const page of pages) for (const item of page) all.push(item);
  return all;
}

/** Returns the candidates that best match the qualifiers; empty if none does. */
export async function closestCandidates(
  view: RefView,
  candidates: readonly SymbolCandidate[],
  qualifiers: readonly string[],
): Promise<readonly SymbolCandidate[]> {
  if (qualifiers.length === 0) return candidates;
  const matches = new ClosestMatches<SymbolCandidate>(qualifiers);
  for await (const page of scopedPages(view, candidates)) for (const each of page) matches.add(each.candidate, each);
  return matches.found;
}

export interface ScopedCandidate extends QualifiedSymbol, Pick<SymbolRecord, 'name' | 'kind'> {
  readonly candidate: SymbolCandidate;
}

/** Adds the names of scopes, which a summary only has as ids, page by page. */
export async function* scopedPages(
  view: CandidateView,
  candidates: readonly SymbolCandidate[],
): AsyncGenerator<ScopedCandidate[]> {
  for await (const page of pagesOf(view, candidates)) {
    const scopes = await view.store.scopeNames(page.map(({ scopeId }) => scopeId));
    yield page.map((candidate) => {
      const { name, kind, file, scopeId } = candidate;
      const { path, language, module } = file;
      return { candidate, name, kind, path, language, module, scope: scopes.get(scopeId) ?? '' };
    });
  }
}

/** What candidates are compared with. */
export type CandidateView = Pick<RefView, 'pause'> & { readonly store: Pick<RefView['store'], 'scopeNames'> };

/** Sorts by path, then by order in the file. */
export async function byPath(view: RefView, candidates: readonly SymbolCandidate[]): Promise<SymbolCandidate[]> {
  if (candidates.length <= maxPerPage) return candidates.toSorted(inOrder);
  // The file table is sorted already. To sort this many candidates would hold the event loop for seconds.
  const perFile = new Map<number, SymbolCandidate[]>();
  for await (const page of pagesOf(view, candidates)) {
    for (const candidate of page) {
      const known = perFile.get(candidate.versionId);
      if (known === undefined) perFile.set(candidate.versionId, [candidate]);
      else known.push(candidate);
    }
  }
  const sorted: SymbolCandidate[] = [];
  for await (const page of pagesOf(view, (await view.files()).files)) {
    for (const { id } of page) for (const each of perFile.get(id)?.sort(inOrder) ?? []) sorted.push(each);
  }
  return sorted;
}

function inOrder(a: SymbolCandidate, b: SymbolCandidate): number {
  if (a.versionId === b.versionId) return a.id - b.id;
  return a.file.path < b.file.path ? -1 : 1;
}

/** Loads the full symbols, in the same order. */
export async function wholeSymbols(view: RefView, chosen: readonly SymbolCandidate[]): Promise<SymbolRecord[]> {
  const byId = new Map<number, SymbolRecord>();
  for await (const page of pagesOf(view, chosen)) {
    const ids = page.map(({ id }) => id);
    for (const symbol of await view.store.symbolsById(view.ref, ids)) byId.set(symbol.id, symbol);
  }
  return chosen.map(({ id }) => byId.get(id) as SymbolRecord);
}

/**
 * Up to this many candidates, files are loaded individually: the first query would otherwise wait for the file table.
 */
const maxAskedAlone = 100;

async function ofRef(view: RefView, summaries: readonly SymbolSummary[]): Promise<SymbolCandidate[]> {
  const fileOf = summaries.length > maxAskedAlone ? await byTable(view) : await byAsking(view, summaries);
  const found: SymbolCandidate[] = [];
  for (const summary of summaries) {
    const file = fileOf(summary.versionId);
    if (file !== undefined) found.push({ ...summary, file });
  }
  return found;
}

type FileOf = (versionId: number) => FileVersion | undefined;

async function byTable(view: RefView): Promise<FileOf> {
  const files = await view.files();
  return (versionId) => files.byId(versionId);
}

async function byAsking(view: RefView, summaries: readonly SymbolSummary[]): Promise<FileOf> {
  const files = await view.store.filesById(
    view.ref,
    summaries.map(({ versionId }) => versionId),
  );
  const byId = new Map(files.map((file) => [file.id, file]));
  return (versionId) => byId.get(versionId);
}

// Ranks the candidates that a name matches at one level; only the best of them are loaded in full.

/** How a symbol name matches the written name. */
export type MatchLevel = keyof typeof weights.name;

export interface RankedSymbol {
  readonly symbol: SymbolRecord;
  readonly score: number;
  readonly factors: RankingFactors;
}

/** Returns the best first, at most `limit`. All candidates are scored, so the order does not depend on the limit. */
export async function rankCandidates(
  view: RefView,
  candidates: readonly SymbolCandidate[],
  level: MatchLevel,
  { name, qualifiers }: WrittenName,
  { limit, preferred }: { readonly limit: number; readonly preferred?: readonly SymbolKind[] },
): Promise<RankedSymbol[]> {
  const weightOfTraits = weightsOfTraits(askedForNothing);
  const scoreOf = ({ candidate, scope, language }: ScopedCandidate) => {
    // The closer the length of the name is to the written one, the better.
    const nearness = factorAt(weights.nameLength, Math.min(1, name.length / Math.max(1, candidate.name.length)));
    const own = ownWeight(candidate.visibility, candidate.kind, depthOf(scope));
    const isTest = isInTests(language, scope);
    const file = (weightOfTraits[traitsOf(candidate.file)] as number) * (isTest ? weights.file.test : 1);
    const weight = factorAt(weights.namedSymbol, file * own);
    const liking = preferred === undefined || preferred.includes(candidate.kind) ? 1 : weights.otherKind;
    return round(weights.name[level] * nearness * weight * liking);
  };
  let best: { readonly candidate: SymbolCandidate; readonly score: number }[] = [];
  for await (const page of scopedPages(view, candidates)) {
    const scored = page.map((scoped) => ({ candidate: scoped.candidate, score: scoreOf(scoped) }));
    best = bestOf([...best, ...scored], limit, (a, b) => b.score - a.score || compare(a.candidate, b.candidate));
  }
  const whole = await wholeSymbols(
    view,
    best.map(({ candidate }) => candidate),
  );
  return best.map(({ score }, index) => {
    const symbol = whole[index] as SymbolRecord;
    const factors = {
      exact_match_boost: level === 'exact' ? 1 : 0,
      qualified_name_boost: qualifiers.length > 0 && level === 'exact' ? 1 : 0,
      path_affinity: 0,
      definition_boost: weights.kind[symbol.kind],
      kind_match: preferred?.includes(symbol.kind) === true ? 1 : 0,
      bm25_score: 0,
      final_score: score,
    };
    return { symbol, score, factors };
  });
}

/** Tie break: fewer folders first, then by path and line. No two symbols are equal. */
function compare(a: SymbolCandidate, b: SymbolCandidate): number {
  const [first, second] = [a.file.path, b.file.path];
  if (first === second) return a.lineStart - b.lineStart || a.id - b.id;
  return depthOfPath(first) - depthOfPath(second) || (first < second ? -1 : 1);
}

function depthOfPath(path: string): number {
  let depth = 0;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) depth++;
  return depth;
}
