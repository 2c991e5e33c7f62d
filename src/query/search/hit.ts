/** A hit is a search result: a symbol, a range of lines (with the enclosing symbol, if any), or a whole file. */
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import type { FileFilter } from '../parameters/file-filter.ts';
import type { FoundLiteral } from './finders/by-literal.ts';
import type { TermPostings } from './scoring/postings.ts';

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
  /** The best matching lines, from 1, best first; all lines of a literal, ascending. */
  readonly matchLines: readonly number[];
  /** The literal text that was found. */
  readonly literal?: string;
  /** The longest part of a printed message that was found. */
  readonly fragment?: string;
  readonly factors: RankingFactors;
  /** What the words and each bonus added to the score, if it is a sum. */
  readonly parts?: () => Readonly<Record<string, number>>;
}

/** A hit whose symbol is loaded only if the hit is shown. */
export interface CandidateHit extends SearchHit {
  readonly symbolId?: number;
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
  /** Best first, at most `limit`. The order does not depend on the limit. */
  readonly hits: readonly SearchHit[];
  /** An estimate that does not depend on the limit: hits, and files and symbols that match and were not examined. */
  readonly totalCandidates: number;
  /** The hits that no limit shows, because they are far weaker than the best. */
  readonly weaker: number;
  /** The quoted texts of the query. */
  readonly literals: readonly FoundLiteral[];
  /** The words and literals of the search, in every matching spelling, for highlighting. */
  readonly words: readonly string[];
  /** The terms of the search by words, with their weights. */
  readonly terms: readonly TermPostings[];
  /** Warnings as sentences, for example that quoted text was not found. */
  readonly remarks: readonly string[];
  /** The call that answers the query in full, if one does. */
  readonly action?: { readonly tool: string; readonly ref: string };
}

export interface SearchFilter {
  /** Absent if every file is searched. */
  readonly files?: FileFilter;
  readonly kind?: string;
}
