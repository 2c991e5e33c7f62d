/**
 * Finds hits by the words of a query: terms, their postings, the files with the best scores, and the best hits in the
 * text of those files.
 */
import { symbolKinds } from '../../../model.ts';
import type { FileVersion } from '../../../store/store.ts';
import { type AskedFor, askedFor, fileWeight, ownWeight, round } from '../../ranking/rank.ts';
import { weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { CandidateHit, SearchFilter } from '../hit.ts';
import { type PickedHit, pickHits } from '../scoring/pick-hits.ts';
import { chunksHolding, postingsOfTerms, type TermPostings } from '../scoring/postings.ts';
import { rescoreFile, scoreFiles } from '../scoring/score-files.ts';
import { identifiersOf, termsOf } from '../terms/query-terms.ts';
import { TermFinder } from '../terms/term-occurrences.ts';
import type { NearSymbols } from '../vectors/near-symbols.ts';
import { nearestAmong } from '../vectors/nearest-among.ts';

export interface WordQuery {
  readonly text: string;
  /** Identifiers match as a whole only, not by their parts. */
  readonly wholeNames: boolean;
  /** The symbols near to the question by their vectors, if it is one and the index has vectors. */
  readonly near?: NearSymbols | undefined;
}

export interface FoundByWords {
  /** Best first. */
  readonly hits: CandidateHit[];
  /** Files with a word of the query that were not read for the hits. */
  readonly unread: number;
  /** The best hit of each file that was not read, in the order of the files' scores; files are read on demand. */
  furtherHits(): AsyncIterable<CandidateHit>;
  readonly words: readonly string[];
  readonly terms: readonly TermPostings[];
  readonly remarks?: readonly string[];
}

/** Kinds that can be hits; fields and variables are found through the symbols around them. */
const hitKinds = symbolKinds.filter((kind) => kind !== 'field' && kind !== 'variable');

/** Files whose hits compete, whatever the number of results asked for: the order must not depend on it. */
const maxFiles = 18;
const maxHitsPerFile = 3;
const maxNearHitsPerFile = 5;

export async function findByWords(
  view: RefView,
  files: FileTable,
  query: WordQuery,
  filter: SearchFilter,
): Promise<FoundByWords> {
  const terms = await termsOf(view, query.text, query.wholeNames);
  const postings = await postingsOfTerms(view, files, terms);
  const asked = askedFor(identifiersOf(query.text.toLowerCase()));
  const keep = (file: FileVersion) => filter.files === undefined || filter.files.admits(file);
  const scored = await scoreFiles(view, files, postings, asked, keep);
  const finder = new TermFinder(terms);
  const nearest = nearestAmong(query.near, asked, keep);
  const candidatesIn = async (file: FileVersion): Promise<Candidate[]> => {
    const text = await view.store.text(file);
    const chunks = chunksHolding(postings, file);
    const occurrences = finder.occurrencesIn(text, chunks?.marks);
    const share = rescoreFile(files, postings, asked, file, occurrences, chunks?.share ?? 1);
    const spans = await view.store.spans(file, filter.kind === undefined ? hitKinds : symbolKinds);
    const found = await pickHits(view, file, text, spans, occurrences, postings, finder, asked);
    const hits = [...found, ...nearest.hitsBeside(found, spans)].filter(
      ({ span }) => filter.kind === undefined || span?.kind === filter.kind,
    );
    if (hits.length > 0)
      return bestOf(
        hits.map((hit) => candidate(file, share, hit, asked, query.near)),
        query.near,
      );
    return filter.kind === undefined ? [{ file, share, score: share * weights.fileShare }] : [];
  };
  const picked: Candidate[] = [];
  const first = scored.best(0, maxFiles);
  const further = nearest.files.filter((file) => !first.includes(file));
  for (const file of [...first, ...further]) for (const each of await candidatesIn(file)) picked.push(each);
  return {
    hits: picked.sort((a, b) => b.score - a.score).map(searchHit),
    unread: Math.max(0, scored.total - maxFiles),
    furtherHits: async function* () {
      for (const file of scored.best(maxFiles)) {
        if (further.includes(file)) continue;
        const [best] = await candidatesIn(file);
        if (best !== undefined) yield searchHit(best);
      }
    },
    words: terms.flatMap((term) => term.spellings),
    terms: postings,
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

/** Returns the best hits of a file that do not overlap; each further one counts less. */
function bestOf(candidates: readonly Candidate[], near: NearSymbols | undefined): Candidate[] {
  // Without vectors, the hits are in order, and their order within a file differs from that of their scores.
  const ordered = near === undefined ? candidates : candidates.toSorted((a, b) => b.score - a.score);
  const factor = near === undefined ? weights.furtherHit : weights.vectors.furtherHit;
  const most = near === undefined ? maxHitsPerFile : maxNearHitsPerFile;
  const kept: Candidate[] = [];
  for (const each of ordered) {
    if (kept.length === most) break;
    // The parts of a symbol compete with it: the nearest one may not be the best by words.
    if (near !== undefined || !kept.some((other) => overlaps(each.hit as PickedHit, other.hit as PickedHit))) {
      kept.push({ ...each, score: each.score * factor ** kept.length });
    }
  }
  return kept;
}

function overlaps(a: PickedHit, b: PickedHit): boolean {
  return a.lineStart <= b.lineEnd && b.lineStart <= a.lineEnd;
}

function candidate(
  file: FileVersion,
  share: number,
  hit: PickedHit,
  asked: AskedFor,
  near: NearSymbols | undefined,
): Candidate {
  const { span, depth } = hit;
  const ofFile = fileWeight(file, asked);
  const weight = ofFile * (span === undefined ? 1 : ownWeight(span.visibility, span.kind, depth));
  const own = hit.share * hit.weight * weight;
  const byWords = weights.fileShare * share + (1 - weights.fileShare) * own;
  if (near === undefined) return { file, share, hit, score: byWords };
  const { vectors } = weights;
  const nearness = Math.max(0, (span === undefined ? undefined : near.nearness(file, span.id)) ?? 0) * weight;
  const inSymbol = vectors.fileShare * share + (1 - vectors.fileShare) * own;
  const score = Math.max(byWords * vectors.words, (1 - vectors.share) * inSymbol + vectors.share * nearness);
  return { file, share, hit, score };
}

function searchHit({ file, share, hit, score }: Candidate): CandidateHit {
  const span = hit?.span;
  const named = span !== undefined && hit !== undefined && hit.nameShare > 0;
  return {
    type: hit === undefined ? 'file' : named ? 'symbol' : 'snippet',
    file,
    ...(span === undefined ? {} : { symbolId: span.id }),
    lineStart: hit?.lineStart ?? 1,
    lineEnd: hit?.lineEnd ?? Math.max(1, file.lineCount),
    score,
    matchLines: hit?.matchLines() ?? [],
    factors: {
      exact_match_boost: 0,
      qualified_name_boost: round(hit?.nameShare ?? 0),
      path_affinity: hit === undefined ? 1 : 0,
      definition_boost: named ? weights.kind[span.kind] : 0,
      kind_match: 0,
      bm25_score: round(share),
      final_score: score,
    },
  };
}
