/**
 * Scores the files of a ref by the share of the query that each contains: first by postings, then by the text of the
 * best.
 */
import type { FileVersion } from '../../../store/store.ts';
import { bestOf } from '../../../text/bisect.ts';
import { type AskedFor, fileWeight, traitsOf, weightsOfTraits } from '../../ranking/rank.ts';
import { weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { TermOccurrences } from '../terms/term-occurrences.ts';
import { lengthPenalty, type Postings, type TermPostings } from './postings.ts';

export interface ScoredFiles {
  /** The number of files with any term. */
  readonly total: number;
  /** The files from one rank up to, but not including, another, best first. */
  best(from: number, to?: number): FileVersion[];
  scoreOf(file: FileVersion): number;
}

/** How a long text differs from a short query. */
export interface FileScoring {
  readonly saturation: number;
  /** The weight of a file's traits is raised to this power. */
  readonly power: number;
  /** Added to the share of a file, in units of the best one. */
  readonly bonus: (file: FileVersion) => number;
}

/** Scores the files that have any term. */
export async function scoreFiles(
  view: RefView,
  files: FileTable,
  terms: readonly TermPostings[],
  asked: AskedFor,
  keep: (file: FileVersion) => boolean,
  { saturation = weights.saturation, power = 1, bonus }: Partial<FileScoring> = {},
): Promise<ScoredFiles> {
  const traits = await view.derived(traitsOfFiles);
  const { shares, matching } = sharesOf(terms, files.files.length, saturation);
  const weightOf = weightsOfTraits(asked).map((weight) => weight ** power);
  const kept = matching.filter((index) => keep(files.files[index] as FileVersion));
  for (const index of kept) shares[index] = (shares[index] as number) * (weightOf[traits[index] as number] as number);
  if (bonus !== undefined) {
    const most = kept.reduce((max, index) => Math.max(max, shares[index] as number), 0);
    for (const index of kept)
      shares[index] = (shares[index] as number) + most * bonus(files.files[index] as FileVersion);
  }
  const order = (a: number, b: number) => (shares[b] as number) - (shares[a] as number) || a - b;
  const best = (from: number, to = Number.POSITIVE_INFINITY) => {
    const ranked = to < kept.length ? bestOf(kept, to, order) : kept.toSorted(order);
    return ranked.slice(from).map((index) => files.files[index] as FileVersion);
  };
  const scoreOf = (file: FileVersion) => shares[files.indexOfId(file.id) ?? -1] ?? 0;
  return { best, total: kept.length, scoreOf };
}

async function traitsOfFiles(view: RefView): Promise<Uint8Array> {
  return Uint8Array.from((await view.files()).files, traitsOf);
}

/**
 * Returns the share of a file whose text was read: the count of chunks is replaced by the real count of occurrences. A
 * term that was not fetched was only counted in the chunks read; it is assumed to be as frequent in the others.
 */
export function rescoreFile(
  files: FileTable,
  terms: readonly TermPostings[],
  asked: AskedFor,
  file: FileVersion,
  occurrences: TermOccurrences,
  shareRead: number,
): number {
  const index = files.indexOfId(file.id) ?? -1;
  const counts = new Float64Array(terms.length);
  for (const term of occurrences.terms) counts[term] = (counts[term] as number) + 1;
  const penalty = lengthPenalty(files, file);
  const share = shareOfTerms(terms);
  const amountOf = ({ postings }: TermPostings, position: number) => {
    const count = counts[position] as number;
    return postings === undefined ? count / shareRead / penalty : count / penalty + postings.fieldsOf(index);
  };
  return share(amountOf) * fileWeight(file, asked);
}

/**
 * Computes the shares of all files term by term, since most files lack most terms; also returns the files with any
 * term.
 */
function sharesOf(
  terms: readonly TermPostings[],
  count: number,
  saturation: number,
): { shares: Float64Array; matching: number[] } {
  const shares = new Float64Array(count);
  const matching: number[] = [];
  const all = worthOf(terms);
  const synonyms = synonymsByTerm(terms);
  const scores = new Float64Array(count);
  for (const [position, { term, idf, postings }] of terms.entries()) {
    if (term.standsFor !== undefined) continue;
    const other = terms[synonyms[position] ?? -1]?.postings;
    const worth = (term.weight * idf) / all;
    raiseScores(postings, 1, scores, saturation);
    raiseScores(other, weights.synonym, scores, saturation);
    for (const each of [postings, other]) {
      for (const index of each?.files ?? noFiles) {
        const share = (scores[index] as number) * worth;
        if (share === 0) continue;
        if (shares[index] === 0) matching.push(index);
        shares[index] = (shares[index] as number) + share;
        scores[index] = 0;
      }
    }
  }
  return { shares, matching };
}

const noFiles = new Int32Array();

/** Raises the score of each file in the postings; higher scores stay. */
function raiseScores(postings: Postings | undefined, weight: number, scores: Float64Array, saturation: number): void {
  if (postings === undefined) return;
  for (let at = 0; at < postings.files.length; at++) {
    const index = postings.files[at] as number;
    const score = weight * saturated(postings.amountAt(at), saturation);
    if (score > (scores[index] as number)) scores[index] = score;
  }
}

/**
 * Computes the share of the query from the amount of each term; a synonym counts where it scores more than its term.
 */
export function shareOfTerms(
  terms: readonly TermPostings[],
): (amountOf: (term: TermPostings, position: number) => number) => number {
  const all = worthOf(terms);
  const synonyms = synonymsByTerm(terms);
  return (amountOf) => {
    let held = 0;
    for (let position = 0; position < terms.length; position++) {
      const each = terms[position] as TermPostings;
      if (each.term.standsFor !== undefined) continue;
      let score = saturated(amountOf(each, position));
      const synonym = synonyms[position];
      if (synonym !== undefined) {
        score = Math.max(score, weights.synonym * saturated(amountOf(terms[synonym] as TermPostings, synonym)));
      }
      held += score * each.term.weight * each.idf;
    }
    return all === 0 ? 0 : held / all;
  };
}

/** The worth of a file or hit that contains every term. */
export function worthOf(terms: readonly TermPostings[]): number {
  return terms.reduce((sum, { term, idf }) => sum + (term.standsFor === undefined ? term.weight * idf : 0), 0);
}

/** For each term the position of its synonyms, or undefined. */
export function synonymsByTerm(terms: readonly TermPostings[]): (number | undefined)[] {
  const positions: (number | undefined)[] = terms.map(() => undefined);
  for (const [position, { term }] of terms.entries()) {
    if (term.standsFor !== undefined) positions[term.standsFor] = position;
  }
  return positions;
}

export function saturated(amount: number, saturation: number = weights.saturation): number {
  return amount / (amount + saturation);
}
