/** Finds places by the words of a query: files that hold them, then the best places in the best of those. */
import type { FileVersion } from '../../store/store.ts';
import type { FileTable } from '../file-table.ts';
import { type AskedFor, askedFor, fileWeight, symbolWeight, weights } from '../rank.ts';
import type { RefView } from '../ref-view.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { type PickedPlace, pickPlaces } from './pick-places.ts';
import type { FoundPlace, PlaceFilter } from './place.ts';
import { identifiersOf, termsOf } from './query-terms.ts';
import { rescoreFile, scoreFiles } from './score-files.ts';
import { TermFinder } from './term-hits.ts';

export interface WordQuery {
  readonly text: string;
  /** Identifiers count as a whole only, not by their parts. */
  readonly wholeNames: boolean;
}

export interface FoundByWords {
  readonly places: FoundPlace[];
  readonly totalCandidates: number;
  readonly words: readonly string[];
}

/** How many files are read, for each result that is wanted. */
const filesPerResult = 2;
const minFiles = 20;
const maxFiles = 60;
/** A file with many good places must not crowd out the others. */
const placesPerFile = 3;
const furtherPlace = 0.8;

export async function findByWords(
  view: RefView,
  files: FileTable,
  query: WordQuery,
  filter: PlaceFilter,
  limit: number,
): Promise<FoundByWords> {
  const terms = await termsOf(view.store, query.text, query.wholeNames);
  const evidence = await gatherEvidence(view.store, files, terms);
  const asked = askedFor(new Set(identifiersOf(query.text.toLowerCase())));
  const keep = (file: FileVersion) => filter.language === undefined || file.language === filter.language;
  const count = Math.min(maxFiles, Math.max(minFiles, limit * filesPerResult));
  const { best, total } = scoreFiles(files, evidence, asked, keep, count);
  const finder = new TermFinder(terms);
  const places: FoundPlace[] = [];
  for (const scored of best) {
    const symbols = (await view.store.symbols(scored.file)).filter(
      (symbol) => filter.kind === undefined || symbol.kind === filter.kind,
    );
    const hits = finder.hitsIn(await view.store.text(scored.file));
    const share = rescoreFile(files, evidence, asked, scored.file, hits);
    const picked = pickPlaces(scored.file, symbols, hits, evidence.terms, finder);
    const useful = filter.kind === undefined ? picked : picked.filter((place) => place.symbol !== undefined);
    places.push(...distinct(useful).map((place, index) => found(scored.file, share, place, asked, index)));
    if (useful.length === 0 && filter.kind === undefined) places.push(wholeFile(scored.file, share));
  }
  places.sort((a, b) => b.score - a.score);
  return { places, totalCandidates: total, words: terms.flatMap((term) => term.spellings) };
}

/** The best places of a file that do not lie in one another. */
function distinct(places: readonly PickedPlace[]): PickedPlace[] {
  const kept: PickedPlace[] = [];
  for (const place of places) {
    if (kept.length === placesPerFile) break;
    if (!kept.some((other) => place.lineStart <= other.lineEnd && other.lineStart <= place.lineEnd)) kept.push(place);
  }
  return kept;
}

function found(file: FileVersion, share: number, place: PickedPlace, asked: AskedFor, index: number): FoundPlace {
  const { symbol } = place;
  const weight =
    symbol === undefined ? fileWeight(file, asked) : symbolWeight(symbol, asked) * (weights.answers[symbol.kind] ?? 1);
  const own = place.share * weight * furtherPlace ** index;
  const score = weights.fileShare * share * furtherPlace ** index + (1 - weights.fileShare) * own;
  const named = place.nameShare > 0;
  return {
    type: symbol !== undefined && named ? 'symbol' : 'snippet',
    file,
    ...(symbol === undefined ? {} : { symbol }),
    lineStart: place.lineStart,
    lineEnd: place.lineEnd,
    score,
    matchLines: place.matchLines,
    factors: {
      exact_match_boost: 0,
      qualified_name_boost: place.nameShare,
      path_affinity: 0,
      definition_boost: symbol === undefined || !named ? 0 : weights.kind[symbol.kind],
      kind_match: 0,
      bm25_score: share,
      final_score: score,
    },
  };
}

function wholeFile(file: FileVersion, share: number): FoundPlace {
  const score = share * weights.fileShare;
  return {
    type: 'file',
    file,
    lineStart: 1,
    lineEnd: Math.max(1, file.lineCount),
    score,
    matchLines: [],
    factors: {
      exact_match_boost: 0,
      qualified_name_boost: 0,
      path_affinity: 1,
      definition_boost: 0,
      kind_match: 0,
      bm25_score: share,
      final_score: score,
    },
  };
}
