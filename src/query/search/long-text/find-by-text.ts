/**
 * Finds what a long text is about: an issue, the message of a commit, a log. The words of the text score files, then
 * the functions of the best files; paths, names, stack frames and quoted texts in it add to the score.
 */
import { symbolKinds } from '../../../model.ts';
import type { FileVersion } from '../../../store/store.ts';
import { askedFor, fileWeight, round } from '../../ranking/rank.ts';
import { weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { FoundByWords } from '../finders/by-words.ts';
import type { CandidateHit, SearchFilter } from '../hit.ts';
import { chunksHolding, postingsOfTerms } from '../scoring/postings.ts';
import { scoreFiles } from '../scoring/score-files.ts';
import { TermFinder } from '../terms/term-occurrences.ts';
import { type ScoredFunction, scoreFunctions } from './score-functions.ts';
import { termsOfText } from './text-terms.ts';
import { type WrittenPlaces, writtenPlaces } from './written-places.ts';

/** Shorter queries are found by names, literals and few words. */
export const minTextLength = 200;

/** Files whose functions compete. */
const maxFiles = 24;
/** Chunks fetched over all terms. */
const maxHolders = 60_000;

export async function findByText(
  view: RefView,
  files: FileTable,
  text: string,
  filter: SearchFilter,
): Promise<FoundByWords> {
  const terms = await postingsOfTerms(view, files, await termsOfText(view, files, text), maxHolders);
  const written = await writtenPlaces(view, files, text, filter);
  const keep = (file: FileVersion) => filter.files === undefined || filter.files.admits(file);
  const { longText } = weights;
  const scored = await scoreFiles(view, files, terms, askedFor(new Set()), keep, {
    saturation: longText.fileSaturation,
    power: longText.filePower,
    bonus: (file) => written.ofFile(file),
  });
  const finder = new TermFinder(terms.map(({ term }) => term));
  const functionsIn = async (file: FileVersion) => {
    const source = await view.store.text(file);
    const occurrences = finder.occurrencesIn(source, chunksHolding(terms, file)?.marks);
    const spans = await view.store.spans(file, symbolKinds);
    return scoreFunctions(file, source, spans, occurrences, terms, finder);
  };
  const best = scored.best(0, maxFiles);
  const candidates: Candidate[] = [];
  for (const [at, file] of best.entries()) {
    const share = scored.scoreOf(file) / Math.max(scored.scoreOf(best[0] as FileVersion), Number.MIN_VALUE);
    const functions = await functionsIn(file);
    if (functions.length === 0) candidates.push({ file, share, own: 0, rank: at });
    for (const each of functions) candidates.push({ file, share, own: each.score, rank: at, found: each });
  }
  const most = candidates.reduce((max, { own }) => Math.max(max, own), Number.MIN_VALUE);
  const hits = candidates.map((each) => hitOf(each, most, written)).sort((a, b) => b.score - a.score);
  const lowest = hits.at(-1)?.score ?? 0;
  return {
    hits: filter.kind === undefined ? hits : hits.filter(({ kind }) => kind === filter.kind),
    unread: Math.max(0, scored.total - maxFiles),
    furtherHits: async function* () {
      for (const file of scored.best(maxFiles)) {
        const [found] = (await functionsIn(file)).sort((a, b) => b.score - a.score);
        const hit = hitOf(
          { file, share: 0, own: found?.score ?? 0, rank: maxFiles, ...(found ? { found } : {}) },
          most,
          written,
        );
        if (filter.kind === undefined || hit.kind === filter.kind) yield { ...hit, score: Math.min(hit.score, lowest) };
      }
    },
    words: terms.flatMap(({ term }) => term.spellings),
  };
}

interface Candidate {
  readonly file: FileVersion;
  /** The file's score relative to the best file. */
  readonly share: number;
  readonly own: number;
  readonly rank: number;
  /** Absent for a file without functions. */
  readonly found?: ScoredFunction;
}

function hitOf(
  { file, share, own, found }: Candidate,
  most: number,
  written: WrittenPlaces,
): CandidateHit & { readonly kind?: string } {
  const { longText } = weights;
  const weight = fileWeight(file, askedFor(new Set())) ** longText.filePower;
  const bonus = found === undefined ? 0 : written.ofFunction(file, found.span);
  const words = longText.own * (own / most) * weight + longText.file * share;
  const score = Math.max(0, longText.scale * (words + bonus + written.ofFile(file)));
  const span = found?.span;
  return {
    type: span === undefined ? 'file' : 'symbol',
    file,
    ...(span === undefined ? {} : { symbolId: span.id, kind: span.kind }),
    lineStart: span?.lineStart ?? 1,
    lineEnd: span?.lineEnd ?? Math.max(1, file.lineCount),
    score,
    matchLines: found?.matchLines() ?? [],
    factors: {
      exact_match_boost: 0,
      qualified_name_boost: round(bonus),
      path_affinity: round(written.ofFile(file)),
      definition_boost: 0,
      kind_match: 0,
      bm25_score: round(own / most),
      final_score: score,
    },
  };
}
