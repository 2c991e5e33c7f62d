/** A hit is a search result: a symbol, a range of lines (with the enclosing symbol, if any), or a whole file. */
import type { FileVersion, SymbolRecord } from '../../store/store.ts';

export const queryIntents = ['symbol', 'path', 'error', 'natural_language'] as const;
export type QueryIntent = (typeof queryIntents)[number];

export interface SearchHit {
  readonly type: 'symbol' | 'snippet' | 'file';
  readonly file: FileVersion;
  /** The symbol itself, or the innermost enclosing one. */
  readonly symbol?: SymbolRecord;
  readonly lineStart: number;
  readonly lineEnd: number;
  /** 0 to 1; below 0.5 is doubtful. */
  readonly score: number;
  /** The best matching lines, from 1, best first. */
  readonly matchLines: readonly number[];
  readonly factors: RankingFactors;
}

/** The factors of a score; the contract defines the names. */
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
  /** Best first. */
  readonly hits: readonly SearchHit[];
  readonly totalCandidates: number;
  /** The words and literals of the search, in every matching spelling, for highlighting. */
  readonly words: readonly string[];
  /** Warnings as sentences, for example that quoted text was not found. */
  readonly remarks: readonly string[];
}

export interface SearchFilter {
  readonly language?: string;
  readonly kind?: string;
}
