/** Finds places by the words of a query: files that hold them, then the best places in the best of those. */
import { symbolKinds } from '../../model.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { type AskedFor, askedFor, fileWeight, ownWeight, round } from '../ranking/rank.ts';
import { weights } from '../ranking/weights.ts';
import type { FileTable } from '../view/file-table.ts';
import type { RefView } from '../view/ref-view.ts';
import { chunksHolding, gatherEvidence } from './gather-evidence.ts';
import type { SearchFilter, SearchHit } from './hit.ts';
import { type PickedHit, pickHits } from './pick-hits.ts';
import { identifiersOf, termsOf } from './query-terms.ts';
import { rescoreFile, scoreFiles } from './score-files.ts';
import { TermFinder } from './term-hits.ts';

export interface WordQuery {
  readonly text: string;
  /** Identifiers count as a whole only, not by their parts. */
  readonly wholeNames: boolean;
}

export interface FoundByWords {
  readonly places: SearchHit[];
  readonly totalCandidates: number;
  readonly words: readonly string[];
}

/** What answers a question; members and variables are found in what is around them. */
const placeKinds = symbolKinds.filter((kind) => kind !== 'field' && kind !== 'variable');

/** How many files are read: some for a short answer, and for a long one fewer than its results, since files have several. */
const minFiles = 12;
const maxFilesPerFurtherHit = 0.6;
const maxHitsFromMinFiles = 10;
const maxFiles = 60;
const maxHitsPerFile = 3;
/** More than are shown, since some repeat what was found otherwise. */
const maxHitsPerResult = 2;

export async function findByWords(
  view: RefView,
  files: FileTable,
  query: WordQuery,
  filter: SearchFilter,
  limit: number,
): Promise<FoundByWords> {
  const terms = await termsOf(view, query.text, query.wholeNames);
  const evidence = await gatherEvidence(view, files, terms);
  const asked = askedFor(new Set(identifiersOf(query.text.toLowerCase())));
  const keep = (file: FileVersion) => filter.language === undefined || file.language === filter.language;
  const further = Math.max(0, limit - maxHitsFromMinFiles);
  const count = Math.min(maxFiles, minFiles + Math.ceil(further * maxFilesPerFurtherHit));
  const { best, total } = await scoreFiles(view, files, evidence, asked, keep, count);
  const finder = new TermFinder(terms);
  const picked: Candidate[] = [];
  for (const { file } of best) {
    const text = await view.store.text(file);
    const chunks = chunksHolding(evidence, file);
    const hits = finder.hitsIn(text, chunks?.marks);
    const share = rescoreFile(files, evidence, asked, file, hits, chunks?.share ?? 1);
    const spans = await view.store.spans(file, filter.kind === undefined ? placeKinds : symbolKinds);
    const places = pickHits(file, text, spans, hits, evidence, finder, asked).filter(
      ({ span }) => filter.kind === undefined || span?.kind === filter.kind,
    );
    if (places.length > 0) {
      for (const [index, place] of distinct(places).entries()) picked.push(candidate(file, share, place, asked, index));
    } else if (filter.kind === undefined) {
      picked.push({ file, share, score: share * weights.fileShare });
    }
  }
  const bestPicked = picked.sort((a, b) => b.score - a.score).slice(0, limit * maxHitsPerResult);
  const ids = bestPicked.flatMap(({ place }) => place?.span?.id ?? []);
  const symbols = new Map((await view.store.symbolsById(view.ref, ids)).map((symbol) => [symbol.id, symbol]));
  return {
    places: bestPicked.map((each) => found(each, symbols.get(each.place?.span?.id ?? -1))),
    totalCandidates: total,
    words: terms.flatMap((term) => term.spellings),
  };
}

interface Candidate {
  readonly file: FileVersion;
  /** How much of the query the file holds. */
  readonly share: number;
  /** Absent for the file as a whole. */
  readonly place?: PickedHit;
  readonly score: number;
}

/** The best places of a file that do not lie in one another. */
function distinct(places: readonly PickedHit[]): PickedHit[] {
  const kept: PickedHit[] = [];
  for (const place of places) {
    if (kept.length === maxHitsPerFile) break;
    if (!kept.some((other) => place.lineStart <= other.lineEnd && other.lineStart <= place.lineEnd)) kept.push(place);
  }
  return kept;
}

function candidate(file: FileVersion, share: number, place: PickedHit, asked: AskedFor, index: number): Candidate {
  const { span, depth } = place;
  const weight = fileWeight(file, asked) * (span === undefined ? 1 : ownWeight(span.visibility, span.kind, depth));
  const own = place.share * place.weight * weight;
  const score = (weights.fileShare * share + (1 - weights.fileShare) * own) * weights.furtherHit ** index;
  return { file, share, place, score };
}

function found({ file, share, place, score }: Candidate, symbol: SymbolRecord | undefined): SearchHit {
  const named = symbol !== undefined && (place?.nameShare ?? 0) > 0;
  return {
    type: place === undefined ? 'file' : named ? 'symbol' : 'snippet',
    file,
    ...(symbol === undefined ? {} : { symbol }),
    lineStart: place?.lineStart ?? 1,
    lineEnd: place?.lineEnd ?? Math.max(1, file.lineCount),
    score,
    matchLines: place?.matchLines() ?? [],
    factors: {
      exact_match_boost: 0,
      qualified_name_boost: round(place?.nameShare ?? 0),
      path_affinity: place === undefined ? 1 : 0,
      definition_boost: named ? weights.kind[symbol.kind] : 0,
      kind_match: 0,
      bm25_score: round(share),
      final_score: score,
    },
  };
}
