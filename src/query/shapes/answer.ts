/**
 * An answer is the object that the contract defines for a capability. Its metadata contains what only the query knows;
 * the server adds the fields common to all answers (protocol version, freshness, ref).
 */
import type { RefView } from '../view/ref-view.ts';

export interface AnswerMetadata {
  /** `partial`: the index is incomplete; `truncated`: a limit was reached. */
  readonly result_completeness: 'complete' | 'partial' | 'truncated';
  readonly warnings?: readonly string[];
  readonly [own: string]: unknown;
}

export interface Answer {
  readonly metadata: AnswerMetadata;
}

/** Adds the ref and the parameter warnings to an answer, for callers without a server. */
export function answerDocument<Given extends Answer>(view: RefView, answer: Given, warnings: readonly string[]): Given {
  const given = withWarnings(answer, warnings);
  return { ...given, metadata: { ref: view.ref.name, ...given.metadata } };
}

/** The answer with the warnings about the parameters before its own. */
export function withWarnings<Given extends Answer>(answer: Given, warnings: readonly string[]): Given {
  const all = [...warnings, ...(answer.metadata.warnings ?? [])];
  return { ...answer, metadata: { ...answer.metadata, ...(all.length > 0 ? { warnings: all } : {}) } };
}
