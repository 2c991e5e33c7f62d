/**
 * An answer is the contract's object for a capability, in the contract's words. Its metadata holds what only the query
 * knows; the server adds what is the same for all answers (protocol version, freshness, ref).
 */
import type { RefView } from '../view/ref-view.ts';

export interface AnswerMetadata {
  /** `partial`: something is missing from the index; `truncated`: there was more than fits. */
  readonly result_completeness: 'complete' | 'partial' | 'truncated';
  readonly warnings?: readonly string[];
  readonly [own: string]: unknown;
}

export interface Answer {
  readonly metadata: AnswerMetadata;
}

/** The answer for callers without a server: with its ref, and with the warnings about the parameters. */
export function answerDocument<Given extends Answer>(view: RefView, answer: Given, warnings: readonly string[]): Given {
  const given = withWarnings(answer, warnings);
  return { ...given, metadata: { ref: view.ref.name, ...given.metadata } };
}

/** The answer with the warnings about the parameters before its own. */
export function withWarnings<Given extends Answer>(answer: Given, warnings: readonly string[]): Given {
  const all = [...warnings, ...(answer.metadata.warnings ?? [])];
  return { ...answer, metadata: { ...answer.metadata, ...(all.length > 0 ? { warnings: all } : {}) } };
}
