/**
 * Finds hits by the words of a query: terms, their postings, the files with the best scores, and the best hits in the
 * text of those files.
 */
import { symbolKinds } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { type AskedFor, askedFor, fileWeight, ownWeight, round } from '../../ranking/rank.ts';
import { weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { SearchFilter, SearchHit } from '../hit.ts';
import { type PickedHit, pickHits } from '../scoring/pick-hits.ts';
import { chunksHolding, postingsOfTerms } from '../scoring/postings.ts';
import { rescoreFile, scoreFiles } from '../scoring/score-files.ts';
import { identifiersOf, termsOf } from '../terms/query-terms.ts';
import { TermFinder } from '../terms/term-occurrences.ts';

export interface WordQuery {
  readonly text: string;
  /** Identifiers match as a whole only, not by their parts. */
  readonly wholeNames: boolean;
}

export interface FoundByWords {
  readonly hits: SearchHit[];
  readonly totalCandidates: number;
  readonly words: readonly string[];
}

/** Kinds that can be hits; fields and variables are found through the symbols around them. */
const hitKinds = symbolKinds.filter((kind) => kind !== 'field' && kind !== 'variable');

/** Files read: a minimum, plus less than one per further result, since a file can have several hits. */
const minFiles = 12;
const maxFilesPerFurtherHit = 0.6;
const maxHitsFromMinFiles = 10;
const maxFiles = 60;
const maxHitsPerFile = 3;
/** More than are shown, since some duplicate hits of other finders. */
const maxHitsPerResult = 2;

export async function findByWords(
  view: RefView,
  files: FileTable,
  query: WordQuery,
  filter: SearchFilter,
  limit: number,
): Promise<FoundByWords> {
  const terms = await termsOf(view, query.text, query.wholeNames);
  const postings = await postingsOfTerms(view, files, terms);
  const asked = askedFor(new Set(identifiersOf(query.text.toLowerCase())));
  const keep = (file: FileVersion) => filter.language === undefined || file.language === filter.language;
  const further = Math.max(0, limit - maxHitsFromMinFiles);
  const count = Math.min(maxFiles, minFiles + Math.ceil(further * maxFilesPerFurtherHit));
  const { best, total } = await scoreFiles(view, files, postings, asked, keep, count);
  const finder = new TermFinder(terms);
  const picked: Candidate[] = [];
  for (const { file } of best) {
    const text = await view.store.text(file);
    const chunks = chunksHolding(postings, file);
    const occurrences = finder.occurrencesIn(text, chunks?.marks);
    const share = rescoreFile(files, postings, asked, file, occurrences, chunks?.share ?? 1);
    const spans = await view.store.spans(file, filter.kind === undefined ? hitKinds : symbolKinds);
    const hits = pickHits(file, text, spans, occurrences, postings, finder, asked).filter(
      ({ span }) => filter.kind === undefined || span?.kind === filter.kind,
    );
    if (hits.length > 0) {
      for (const [index, hit] of distinct(hits).entries()) picked.push(candidate(file, share, hit, asked, index));
    } else if (filter.kind === undefined) {
      picked.push({ file, share, score: share * weights.fileShare });
    }
  }
  const bestPicked = picked.sort((a, b) => b.score - a.score).slice(0, limit * maxHitsPerResult);
  const ids = bestPicked.flatMap(({ hit }) => hit?.span?.id ?? []);
  const symbols = new Map((await view.store.symbolsById(view.ref, ids)).map((symbol) => [symbol.id, symbol]));
  return {
    hits: bestPicked.map((each) => searchHit(each, symbols.get(each.hit?.span?.id ?? -1))),
    totalCandidates: total,
    words: terms.flatMap((term) => term.spellings),
  };
}

interface Candidate {
  readonly file: FileVersion;
  /** The share of the query that the file contains. */
  readonly share: number;
  /** Absent if the result is the whole file. */
  readonly hit?: PickedHit;
  readonly score: number;
}

/** Returns the best hits of a file that do not overlap. */
function distinct(hits: readonly PickedHit[]): PickedHit[] {
  const kept: PickedHit[] = [];
  for (const hit of hits) {
    if (kept.length === maxHitsPerFile) break;
    if (!kept.some((other) => hit.lineStart <= other.lineEnd && other.lineStart <= hit.lineEnd)) kept.push(hit);
  }
  return kept;
}

function candidate(file: FileVersion, share: number, hit: PickedHit, asked: AskedFor, index: number): Candidate {
  const { span, depth } = hit;
  const weight = fileWeight(file, asked) * (span === undefined ? 1 : ownWeight(span.visibility, span.kind, depth));
  const own = hit.share * hit.weight * weight;
  const score = (weights.fileShare * share + (1 - weights.fileShare) * own) * weights.furtherHit ** index;
  return { file, share, hit, score };
}

function searchHit({ file, share, hit, score }: Candidate, symbol: SymbolRecord | undefined): SearchHit {
  const named = symbol !== undefined && (hit?.nameShare ?? 0) > 0;
  return {
    type: hit === undefined ? 'file' : named ? 'symbol' : 'snippet',
    file,
    ...(symbol === undefined ? {} : { symbol }),
    lineStart: hit?.lineStart ?? 1,
    lineEnd: hit?.lineEnd ?? Math.max(1, file.lineCount),
    score,
    matchLines: hit?.matchLines() ?? [],
    factors: {
      exact_match_boost: 0,
      qualified_name_boost: round(hit?.nameShare ?? 0),
      path_affinity: hit === undefined ? 1 : 0,
      definition_boost: named ? weights.kind[symbol.kind] : 0,
      kind_match: 0,
      bm25_score: round(share),
      final_score: score,
    },
  };
}
