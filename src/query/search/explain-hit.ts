/**
 * Explains the score of a hit: the terms of the query that it contains, with their weights and where each matched, and
 * the parts that the score is the sum of. This reads the hit again, so it is only done on demand.
 */
import type { ExplainLevel } from '../ranking/rank.ts';
import { round } from '../ranking/rank.ts';
import type { RefView } from '../view/ref-view.ts';
import type { SearchHit, SearchHits } from './hit.ts';
import type { TermPostings } from './scoring/postings.ts';
import { identifiersOf } from './terms/query-terms.ts';
import { TermFinder } from './terms/term-occurrences.ts';

export interface HitExplanation {
  readonly terms: readonly MatchedTerm[];
  /** What the words and each bonus added to the score. Absent if the score is no sum. */
  readonly parts?: Readonly<Record<string, number>>;
}

export interface MatchedTerm {
  readonly term: string;
  /** By the place in the query, and by how rare the term is in the ref. */
  readonly weight: number;
  readonly rarity: number;
  readonly matched: readonly Field[];
  /** Occurrences in the lines of the hit. */
  readonly occurrences: number;
}

type Field = 'name' | 'scope' | 'doc' | 'path' | 'lines';

/** Terms of one hit that are named. */
const maxTerms = 20;

/** Returns the explanation of each hit if the level asks for it. */
export async function explanationsOf(
  view: RefView,
  { hits, terms }: SearchHits,
  level: ExplainLevel | undefined,
): Promise<readonly HitExplanation[] | undefined> {
  if (level !== 'full') return undefined;
  const finder = new TermFinder(terms.map(({ term }) => term));
  const explained: HitExplanation[] = [];
  for (const hit of hits) {
    await view.pause();
    const parts = hit.parts?.();
    explained.push({ terms: await matchedTerms(view, hit, terms, finder), ...(parts === undefined ? {} : { parts }) });
  }
  return explained;
}

async function matchedTerms(
  view: RefView,
  { file, symbol, lineStart, lineEnd }: SearchHit,
  terms: readonly TermPostings[],
  finder: TermFinder,
): Promise<MatchedTerm[]> {
  const fields: Record<Exclude<Field, 'lines'>, string> = {
    name: symbol?.name ?? '',
    scope: symbol?.scope ?? '',
    doc: symbol?.doc ?? '',
    path: file.path,
  };
  const matched = new Map<number, Set<Field>>();
  const add = (term: number, field: Field) => matched.set(term, (matched.get(term) ?? new Set()).add(field));
  for (const [field, text] of Object.entries(fields) as [Exclude<Field, 'lines'>, string][]) {
    for (const identifier of identifiersOf(text)) for (const term of finder.termsIn(identifier)) add(term, field);
  }
  const occurrences = finder.occurrencesIn(await view.store.text(file));
  const counts = new Map<number, number>();
  for (const [at, line] of occurrences.lines.entries()) {
    if (line < lineStart || line > lineEnd) continue;
    const term = occurrences.terms[at] as number;
    add(term, 'lines');
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return [...matched]
    .map(([position, found]): MatchedTerm => {
      const { term, idf } = terms[position] as TermPostings;
      const occurrences = counts.get(position) ?? 0;
      return { term: term.word, weight: round(term.weight), rarity: round(idf), matched: [...found], occurrences };
    })
    .sort((a, b) => b.weight * b.rarity - a.weight * a.rarity)
    .slice(0, maxTerms);
}
