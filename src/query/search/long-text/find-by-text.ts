/**
 * Finds what a long text is about: an issue, the message of a commit, a log. The words of the text score files, then
 * the functions of the best files; paths, names, stack frames and quoted texts in it add to the score.
 */
import { symbolKinds } from '../../../model.ts';
import type { FileVersion, SymbolSpan } from '../../../store/store.ts';
import { bestOf } from '../../../text/bisect.ts';
import { askedForNothing, fileWeight, round } from '../../ranking/rank.ts';
import { weights } from '../../ranking/weights.ts';
import { firstAround } from '../../references/line-ranges.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { FoundByWords } from '../finders/by-words.ts';
import { literalsOf, wordsBeside } from '../finders/quoted-text.ts';
import { withoutFrames } from '../finders/stack-frames.ts';
import type { CandidateHit, QueryIntent, SearchFilter } from '../hit.ts';
import { chunksHolding, postingsOfTerms } from '../scoring/postings.ts';
import { scoreFiles } from '../scoring/score-files.ts';
import { TermFinder } from '../terms/term-occurrences.ts';
import { bestLines, type ScoredFunction, scoreFunctions } from './score-functions.ts';
import { termsOfText } from './text-terms.ts';
import { type WrittenLine, type WrittenPlaces, writtenPlaces } from './written-places.ts';

/** Shorter queries are found by names, literals and few words. */
const minTextLength = 200;

/** Whether a query is prose, a log or code to be searched by its words. A long quotation alone is searched literally. */
export function isLongText(query: string, intent: QueryIntent): boolean {
  const isProse = intent === 'error' || intent === 'natural_language';
  return isProse && query.length >= minTextLength && !isQuotation(query);
}

function isQuotation(query: string): boolean {
  return literalsOf(query).length > 0 && wordsBeside(query).length < 2;
}

/** Files whose functions compete. */
const maxFiles = 24;
/** Functions of these files that are listed. */
const maxHits = 500;
/** Chunks fetched over all terms. */
const maxHolders = 60_000;

export async function findByText(
  view: RefView,
  files: FileTable,
  text: string,
  filter: SearchFilter,
): Promise<FoundByWords> {
  const terms = await postingsOfTerms(view, files, await termsOfText(view, files, withoutFrames(text)), maxHolders);
  const written = await writtenPlaces(view, files, text, filter);
  const keep = (file: FileVersion) => filter.files === undefined || filter.files.admits(file);
  const { longText } = weights;
  const scored = await scoreFiles(view, files, terms, askedForNothing, keep, {
    saturation: longText.fileSaturation,
    power: longText.filePower,
    bonus: (file) => written.ofFile(file),
  });
  const finder = new TermFinder(terms.map(({ term }) => term));
  const candidatesIn = async (file: FileVersion, share: number): Promise<Candidate[]> => {
    const source = await view.store.text(file);
    const occurrences = finder.occurrencesIn(source, chunksHolding(terms, file)?.marks);
    const spans = await view.store.spans(file, symbolKinds);
    const isWritten = (span: SymbolSpan) => written.ofFunction(file, span) > 0;
    const functions = await scoreFunctions(view, file, source, spans, occurrences, terms, finder, isWritten);
    const lines = written.linesIn(file).filter(({ line }) => line <= file.lineCount);
    const inOrder = lines.map(({ line }) => line).sort((a, b) => a - b);
    const around = firstAround(
      functions.map(({ span }) => span),
      inOrder,
    );
    const inside = new Set(inOrder.filter((_, at) => around[at] !== undefined));
    const loose = firstOfEach(lines.filter(({ line }) => !inside.has(line)));
    const found = [
      ...listable(functions, filter.kind, ({ span }) => written.ofFunction(file, span)).map((each) => ({
        file,
        share,
        own: each.score,
        found: each,
      })),
      ...loose.map((each) => ({ file, share, own: 0, line: each })),
    ];
    const all = { from: 0, to: occurrences.lines.length };
    return found.length > 0 ? found : [{ file, share, own: 0, lines: bestLines(occurrences, terms, all) }];
  };
  const first = scored.best(0, maxFiles);
  const best = [...new Set([...first, ...written.files])];
  const top = best.reduce((max, file) => Math.max(max, scored.scoreOf(file)), Number.MIN_VALUE);
  const candidates: Candidate[] = [];
  for (const file of best)
    for (const each of await candidatesIn(file, scored.scoreOf(file) / top)) candidates.push(each);
  const words: WordScale = {
    most: candidates.reduce((max, { own }) => Math.max(max, own), Number.MIN_VALUE),
    trust: terms.length / (terms.length + longText.fewTerms),
  };
  const isWanted = ({ found }: Candidate) => filter.kind === undefined || found?.span.kind === filter.kind;
  const hits = candidates
    .filter(isWanted)
    .map((each) => ({ each, score: scoreOf(each, words, written) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, maxHits)
    .map(({ each }) => hitOf(each, words, written));
  const lowest = hits.at(-1)?.score ?? 0;
  return {
    hits,
    unread: Math.max(0, scored.total - maxFiles),
    furtherHits: async function* () {
      const shown = new Set(best);
      for (const file of scored.best(maxFiles)) {
        if (shown.has(file)) continue;
        const [found] = (await candidatesIn(file, 0)).sort((a, b) => b.own - a.own);
        if (found === undefined || !isWanted(found)) continue;
        const hit = hitOf(found, words, written);
        yield { ...hit, score: Math.min(hit.score, lowest) };
      }
    },
    words: terms.flatMap(({ term }) => term.spellings),
    terms,
    remarks: written.remarks,
  };
}

/** The functions of a file that may be listed: of those that the text names alike, the best by their words. */
function listable(
  functions: readonly ScoredFunction[],
  kind: string | undefined,
  bonus: (each: ScoredFunction) => number,
): readonly ScoredFunction[] {
  if (functions.length <= maxHits) return functions;
  const alike = new Map<number, ScoredFunction[]>();
  for (const each of functions) {
    if (kind !== undefined && each.span.kind !== kind) continue;
    const amount = bonus(each);
    const group = alike.get(amount);
    if (group === undefined) alike.set(amount, [each]);
    else group.push(each);
  }
  const byScore = (a: ScoredFunction, b: ScoredFunction) => b.score - a.score;
  // All scores are relative to the best one.
  const kept = new Set(bestOf(functions, 1, byScore));
  for (const group of alike.values()) for (const each of group.sort(byScore).slice(0, maxHits)) kept.add(each);
  return functions.filter((each) => kept.has(each));
}

/** Lines with the same amount are equally good, and a file may have very many. */
function firstOfEach(lines: readonly WrittenLine[]): readonly WrittenLine[] {
  const counts = new Map<number, number>();
  return lines.filter(({ amount }) => {
    const count = (counts.get(amount) ?? 0) + 1;
    counts.set(amount, count);
    return count <= maxHits;
  });
}

interface Candidate {
  readonly file: FileVersion;
  /** The file's score relative to the best file. */
  readonly share: number;
  /** By its words alone. */
  readonly own: number;
  readonly found?: ScoredFunction;
  /** A line outside of functions that the text names. */
  readonly line?: WrittenLine;
  /** The best lines of a file without functions. */
  readonly lines?: readonly number[];
}

/** How scores by words relate to what the text says directly. */
interface WordScale {
  /** The best score of a function by its words. */
  readonly most: number;
  /** From 0 to 1. Few words say little, however well a function matches them. */
  readonly trust: number;
}

function scoreOf(candidate: Candidate, scale: WordScale, written: WrittenPlaces): number {
  const { own, file } = wordsOf(candidate, scale);
  const bonus = bonusOf(candidate, written) + written.ofFile(candidate.file) * weightOf(candidate);
  return Math.max(0, weights.longText.scale * (own + file + bonus));
}

/** What the words of the text add, in the function itself and in its file. */
function wordsOf(candidate: Candidate, { most, trust }: WordScale): { readonly own: number; readonly file: number } {
  const { longText } = weights;
  return {
    own: trust * longText.own * (candidate.own / most) * weightOf(candidate),
    file: trust * longText.file * candidate.share,
  };
}

function weightOf({ file }: Candidate): number {
  return fileWeight(file, askedForNothing) ** weights.longText.filePower;
}

function bonusOf({ file, found, line }: Candidate, written: WrittenPlaces): number {
  return found === undefined ? (line?.amount ?? 0) : written.ofFunction(file, found.span);
}

/** The summands of a score, by name. */
function partsOf(candidate: Candidate, words: WordScale, written: WrittenPlaces): Record<string, number> {
  const { own, file } = wordsOf(candidate, words);
  const ofFile = Object.entries(written.partsOfFile(candidate.file)).map(
    ([name, amount]) => [name, amount * weightOf(candidate)] as const,
  );
  const ofFunction =
    candidate.found === undefined
      ? { line_written: candidate.line?.amount ?? 0 }
      : written.partsOfFunction(candidate.file, candidate.found.span);
  const parts = { words_of_symbol: own, words_of_file: file, ...Object.fromEntries(ofFile), ...ofFunction };
  return Object.fromEntries(
    Object.entries(parts)
      .filter(([, amount]) => amount !== 0)
      .map(([name, amount]) => [name, round(weights.longText.scale * amount)]),
  );
}

function hitOf(candidate: Candidate, words: WordScale, written: WrittenPlaces): CandidateHit {
  const { file, own, found, line, lines = [] } = candidate;
  const score = scoreOf(candidate, words, written);
  const span = found?.span;
  return {
    type: span !== undefined ? 'symbol' : line !== undefined ? 'snippet' : 'file',
    file,
    ...(span === undefined ? {} : { symbolId: span.id }),
    lineStart: span?.lineStart ?? line?.line ?? 1,
    lineEnd: span?.lineEnd ?? line?.line ?? Math.max(1, file.lineCount),
    score,
    matchLines: line !== undefined ? [line.line] : (found?.matchLines() ?? lines),
    parts: () => partsOf(candidate, words, written),
    factors: {
      exact_match_boost: 0,
      qualified_name_boost: round(bonusOf(candidate, written)),
      path_affinity: round(written.ofFile(file)),
      definition_boost: 0,
      kind_match: 0,
      bm25_score: round(own / words.most),
      final_score: score,
    },
  };
}
