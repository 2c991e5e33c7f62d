/**
 * An answer is the contract's object for a capability, in the contract's words. Its metadata holds what only the query
 * knows; whoever serves it adds what is the same for all (protocol version, freshness, ref).
 */
export interface AnswerMetadata {
  /** `partial`: something is missing from the index; `truncated`: there was more than fits. */
  readonly result_completeness: 'complete' | 'partial' | 'truncated';
  readonly warnings?: readonly string[];
  readonly [own: string]: unknown;
}

export interface Answer {
  readonly metadata: AnswerMetadata;
}
