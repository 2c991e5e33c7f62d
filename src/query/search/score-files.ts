/** Ranks the files of a ref by how much of what was asked each holds, as a share of all that was asked. */
import type { FileVersion } from '../../store/store.ts';
import { type AskedFor, fileWeight, traitsOf, weightsOfTraits } from '../ranking/rank.ts';
import { weights } from '../ranking/weights.ts';
import { bestOf } from '../view/best-of.ts';
import type { FileTable } from '../view/file-table.ts';
import type { RefView } from '../view/ref-view.ts';
import type { TermEvidence } from './gather-evidence.ts';
import { lengthPenalty, type Postings } from './postings.ts';
import type { TermHits } from './term-hits.ts';

export interface ScoredFile {
  readonly file: FileVersion;
  /** 0 to 1. */
  readonly share: number;
}

/** The best `count` files, and how many had anything to say. */
export async function scoreFiles(
  view: RefView,
  files: FileTable,
  terms: readonly TermEvidence[],
  asked: AskedFor,
  keep: (file: FileVersion) => boolean,
  count: number,
): Promise<{ best: ScoredFile[]; total: number }> {
  const traits = await view.derived(traitsOfFiles);
  const { shares, speaking } = sharesOf(terms, files.files.length);
  const weightOf = weightsOfTraits(asked);
  const kept = speaking.filter((index) => keep(files.files[index] as FileVersion));
  for (const index of kept) shares[index] = (shares[index] as number) * (weightOf[traits[index] as number] as number);
  const best = bestOf(kept, count, (a, b) => (shares[b] as number) - (shares[a] as number) || a - b).map((index) => ({
    file: files.files[index] as FileVersion,
    share: shares[index] as number,
  }));
  return { best, total: kept.length };
}

async function traitsOfFiles(view: RefView): Promise<Uint8Array> {
  return Uint8Array.from((await view.files()).files, traitsOf);
}

/**
 * The share of a file whose text has been read: its chunks give way to how often each term really stands there. What was not
 * looked up was only met in the chunks that were read, and stands in the others as often.
 */
export function rescoreFile(
  files: FileTable,
  terms: readonly TermEvidence[],
  asked: AskedFor,
  file: FileVersion,
  hits: TermHits,
  shareRead: number,
): number {
  const index = files.indexOfId(file.id) ?? -1;
  const counts = new Float64Array(terms.length);
  for (const term of hits.terms) counts[term] = (counts[term] as number) + 1;
  const penalty = lengthPenalty(files, file);
  const share = shareOfTerms(terms);
  const amountOf = ({ postings }: TermEvidence, position: number) => {
    const count = counts[position] as number;
    return postings === undefined ? count / shareRead / penalty : count / penalty + postings.fieldsOf(index);
  };
  return share(amountOf) * fileWeight(file, asked);
}

/** The shares of all files at once, term by term, since most hold none of most terms; and which files hold any. */
function sharesOf(terms: readonly TermEvidence[], count: number): { shares: Float64Array; speaking: number[] } {
  const shares = new Float64Array(count);
  const speaking: number[] = [];
  const all = worthOf(terms);
  const synonyms = synonymsByTerm(terms);
  const said = new Float64Array(count);
  for (const [position, { term, idf, postings }] of terms.entries()) {
    if (term.standsFor !== undefined) continue;
    const other = terms[synonyms[position] ?? -1]?.postings;
    const worth = (term.weight * idf) / all;
    hear(postings, 1, said);
    hear(other, weights.synonym, said);
    for (const each of [postings, other]) {
      for (const index of each?.files ?? nobody) {
        const share = (said[index] as number) * worth;
        if (share === 0) continue;
        if (shares[index] === 0) speaking.push(index);
        shares[index] = (shares[index] as number) + share;
        said[index] = 0;
      }
    }
  }
  return { shares, speaking };
}

const nobody = new Int32Array();

/** Notes what each speaker says, unless more was said already. */
function hear(postings: Postings | undefined, weight: number, said: Float64Array): void {
  if (postings === undefined) return;
  for (let at = 0; at < postings.files.length; at++) {
    const index = postings.files[at] as number;
    const amount = weight * saturated(postings.amountAt(at));
    if (amount > (said[index] as number)) said[index] = amount;
  }
}

/** How much of all that was asked is held, given the amount of each term; a synonym counts where its term does not. */
export function shareOfTerms(
  terms: readonly TermEvidence[],
): (amountOf: (term: TermEvidence, position: number) => number) => number {
  const all = worthOf(terms);
  const synonyms = synonymsByTerm(terms);
  return (amountOf) => {
    let held = 0;
    for (let position = 0; position < terms.length; position++) {
      const evidence = terms[position] as TermEvidence;
      if (evidence.term.standsFor !== undefined) continue;
      let said = saturated(amountOf(evidence, position));
      const synonym = synonyms[position];
      if (synonym !== undefined) {
        said = Math.max(said, weights.synonym * saturated(amountOf(terms[synonym] as TermEvidence, synonym)));
      }
      held += said * evidence.term.weight * evidence.idf;
    }
    return all === 0 ? 0 : held / all;
  };
}

/** What a place would be worth that held everything. */
export function worthOf(terms: readonly TermEvidence[]): number {
  return terms.reduce((sum, { term, idf }) => sum + (term.standsFor === undefined ? term.weight * idf : 0), 0);
}

/** For each term the position of its synonyms, if it has some. */
export function synonymsByTerm(terms: readonly TermEvidence[]): (number | undefined)[] {
  const positions: (number | undefined)[] = terms.map(() => undefined);
  for (const [position, { term }] of terms.entries()) {
    if (term.standsFor !== undefined) positions[term.standsFor] = position;
  }
  return positions;
}

export function saturated(amount: number): number {
  return amount / (amount + weights.saturation);
}
