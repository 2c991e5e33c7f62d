/**
 * Ranks scanned files by the words of a query: rare words weigh more, repetitions less and less, and a word in the path
 * counts too. This only selects files to parse; the order of the results comes from the query.
 */
import type { FileLabel } from '../../model.ts';
import type { LiveTerm } from '../../query/view/live-needs.ts';
import type { RowLayout } from './scan-file.ts';

export interface ScannedFile {
  readonly path: string;
  readonly bytes: number;
  readonly labels: () => readonly FileLabel[];
}

export interface RankedFile {
  /** Index of the file. */
  readonly at: number;
  readonly score: number;
}

/** The number of occurrences that give half of the possible score, in a file of average length. */
const halfAt = 1.5;
/** The share of the saturation that depends on the length of the file. */
const lengthShare = 0.6;
const pathWeight = 0.8;
/** The least share of its score that a file with few of the words keeps. */
const leastCoverage = 0.3;
/** Labelled files rank lower, as in search. */
const labelWeights: Readonly<Record<FileLabel, number>> = { test: 0.6, generated: 0.4, vendored: 0.4 };
/** Labels depend on the path in many ways, so only the best files are weighed with them. */
const labelled = 400;

/** Returns the files with any of the terms, best first, at most `labelled`. */
export function rankByTerms(
  files: readonly ScannedFile[],
  rows: Uint8Array,
  layout: RowLayout,
  terms: readonly LiveTerm[],
): RankedFile[] {
  const holding = terms.map((_, term) => documentCount(files.length, rows, layout, term));
  const rarity = terms.map(({ weight }, term) => weight * Math.log(1 + files.length / (1 + (holding[term] as number))));
  const total = rarity.reduce((sum, each) => sum + each, 0);
  const meanBytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(1, files.length);
  const ranked: RankedFile[] = [];
  for (const [at, { bytes }] of files.entries()) {
    const row = at * layout.length;
    const half = halfAt * (1 - lengthShare + lengthShare * (bytes / Math.max(1, meanBytes)));
    let score = 0;
    let covered = 0;
    for (let term = 0; term < terms.length; term++) {
      const inText = rows[row + layout.terms + term] as number;
      const inPath = rows[row + layout.pathTerms + term] as number;
      if (inText + inPath === 0) continue;
      const weight = rarity[term] as number;
      covered += weight;
      score += weight * (inText / (inText + half) + (inPath > 0 ? pathWeight : 0));
    }
    if (score > 0) ranked.push({ at, score: score * (leastCoverage + (1 - leastCoverage) * (covered / total)) });
  }
  return ranked
    .sort(byScore)
    .slice(0, labelled)
    .map(({ at, score }) => ({ at, score: score * labelWeight((files[at] as ScannedFile).labels()) }))
    .sort(byScore);
}

/** How much the labels of a file lower its rank. */
export function labelWeight(labels: readonly FileLabel[]): number {
  return labels.reduce((weight, label) => weight * labelWeights[label], 1);
}

function documentCount(files: number, rows: Uint8Array, layout: RowLayout, term: number): number {
  let count = 0;
  for (let at = 0; at < files; at++) {
    const row = at * layout.length;
    if (rows[row + layout.terms + term] !== 0 || rows[row + layout.pathTerms + term] !== 0) count++;
  }
  return count;
}

function byScore(a: RankedFile, b: RankedFile): number {
  return b.score - a.score || a.at - b.at;
}
