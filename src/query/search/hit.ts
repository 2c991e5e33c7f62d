/** A hit is what a search finds: a symbol, a range of lines (with the symbol around it, if there is one), or a whole file. */
import type { FileVersion, SymbolRecord } from '../../store/store.ts';

export const queryIntents = ['symbol', 'path', 'error', 'natural_language'] as const;
export type QueryIntent = (typeof queryIntents)[number];

export interface SearchHit {
  readonly type: 'symbol' | 'snippet' | 'file';
  readonly file: FileVersion;
  /** The symbol itself, or the innermost one around the lines. */
  readonly symbol?: SymbolRecord;
  readonly lineStart: number;
  readonly lineEnd: number;
  /** 0 to 1; 0.5 means doubt. */
  readonly score: number;
  /** The lines of the text that match best, from 1, the best first. */
  readonly matchLines: readonly number[];
  readonly factors: RankingFactors;
}

/** Why a hit ranks where it does; the names are the contract's. */
export interface RankingFactors {
  readonly exact_match_boost: number;
  readonly qualified_name_boost: number;
  readonly path_affinity: number;
  readonly definition_boost: number;
  readonly kind_match: number;
  readonly bm25_score: number;
  readonly final_score: number;
}

export interface SearchHits {
  readonly intent: QueryIntent;
  /** The best first. */
  readonly hits: readonly SearchHit[];
  readonly totalCandidates: number;
  /** The words and literals that were looked for, in every spelling that counts, to mark them. */
  readonly words: readonly string[];
  /** Warnings about the hits, in sentences, such as that quoted text was not found. */
  readonly remarks: readonly string[];
}

export interface SearchFilter {
  readonly language?: string;
  readonly kind?: string;
}
