/** Ranks the files of a ref by how much of what was asked each holds, as a share of all that was asked. */
import type { FileVersion } from '../../store/store.ts';
import type { FileTable } from '../file-table.ts';
import { type AskedFor, fileWeight, weights } from '../rank.ts';
import type { Evidence, TermEvidence } from './gather-evidence.ts';

export interface ScoredFile {
  readonly file: FileVersion;
  /** 0 to 1. */
  readonly share: number;
}

/** The best `count` files, and how many had anything to say. */
export function scoreFiles(
  files: FileTable,
  evidence: Evidence,
  asked: AskedFor,
  keep: (file: FileVersion) => boolean,
  count: number,
): { best: ScoredFile[]; total: number } {
  const shares = new Float64Array(files.files.length);
  const all = worthOf(evidence.terms);
  const fetched = evidence.terms.map(({ perFile }) => perFile);
  const synonyms = synonymsByTerm(evidence.terms);
  let total = 0;
  for (let index = 0; index < shares.length; index++) {
    let found = 0;
    for (const [position, { term, idf, perFile }] of evidence.terms.entries()) {
      if (term.standsFor !== undefined || perFile === undefined) continue;
      let said = saturated(perFile[index] as number);
      const synonym = fetched[synonyms[position] ?? -1];
      if (synonym !== undefined) said = Math.max(said, weights.synonym * saturated(synonym[index] as number));
      found += said * term.weight * idf;
    }
    if (found === 0) continue;
    total++;
    shares[index] = found / all;
  }
  const best: ScoredFile[] = [];
  const order = [...shares.keys()].filter((index) => (shares[index] as number) > 0);
  for (const index of order) {
    const file = files.files[index] as FileVersion;
    if (keep(file)) best.push({ file, share: (shares[index] as number) * fileWeight(file, asked) });
  }
  best.sort((a, b) => b.share - a.share || (a.file.path < b.file.path ? -1 : 1));
  return { best: best.slice(0, count), total };
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
