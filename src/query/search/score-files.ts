/** Ranks the files of a ref by how much of what was asked each holds, as a share of all that was asked. */
import type { FileVersion } from '../../store/store.ts';
import type { FileTable } from '../file-table.ts';
import { type AskedFor, fileWeight, weights } from '../rank.ts';
import { type Evidence, type FileAmounts, lengthPenalty, type TermEvidence } from './gather-evidence.ts';
import type { TermHit } from './term-hits.ts';

export interface ScoredFile {
  readonly file: FileVersion;
  /** 0 to 1. */
  readonly share: number;
}

/** The best `count` files, and how many had anything to say. */
export function scoreFiles(
  files: FileTable,
  { terms }: Evidence,
  asked: AskedFor,
  keep: (file: FileVersion) => boolean,
  count: number,
): { best: ScoredFile[]; total: number } {
  const shares = sharesOf(terms, files.files.length);
  const best: ScoredFile[] = [];
  for (let index = 0; index < shares.length; index++) {
    const share = shares[index] as number;
    if (share === 0) continue;
    const file = files.files[index] as FileVersion;
    if (keep(file)) best.push({ file, share: share * fileWeight(file, asked) });
  }
  const total = best.length;
  if (total > count * 4) {
    const least = Float64Array.from(best, ({ share }) => share).sort()[total - count] as number;
    const enough = best.filter(({ share }) => share >= least);
    best.splice(0, total, ...enough);
  }
  best.sort((a, b) => b.share - a.share || (a.file.path < b.file.path ? -1 : 1));
  return { best: best.slice(0, count), total };
}

/** The share of a file whose text has been read: its chunks give way to how often each term really stands there. */
export function rescoreFile(
  files: FileTable,
  { terms }: Evidence,
  asked: AskedFor,
  file: FileVersion,
  hits: readonly TermHit[],
): number {
  const index = files.indexOfId(file.id) ?? -1;
  const counts = new Float64Array(terms.length);
  for (const { term } of hits) counts[term] = (counts[term] as number) + 1;
  const penalty = lengthPenalty(files, file);
  const share = shareOfTerms(terms);
  return (
    share((term, position) => (counts[position] as number) / penalty + (term.perFile?.fields[index] ?? 0)) *
    fileWeight(file, asked)
  );
}

/** The shares of all files at once, term by term, since most hold none of most terms. */
function sharesOf(terms: readonly TermEvidence[], count: number): Float64Array {
  const shares = new Float64Array(count);
  const all = worthOf(terms);
  const synonyms = synonymsByTerm(terms);
  for (const [position, { term, idf, perFile }] of terms.entries()) {
    if (term.standsFor !== undefined) continue;
    const other = terms[synonyms[position] ?? -1]?.perFile;
    const worth = (term.weight * idf) / all;
    for (let index = 0; index < count; index++) {
      const amount = amountIn(perFile, index);
      const instead = amountIn(other, index);
      if (amount === 0 && instead === 0) continue;
      shares[index] =
        (shares[index] as number) + worth * Math.max(saturated(amount), weights.synonym * saturated(instead));
    }
  }
  return shares;
}

function amountIn(perFile: FileAmounts | undefined, index: number): number {
  return perFile === undefined ? 0 : (perFile.text[index] as number) + (perFile.fields[index] as number);
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
