/**
 * Selects definitions among symbols with the same name. A C or C++ header declares what a source file defines under the
 * same qualified name; the definition takes precedence. Declarations without a definition are kept.
 */
import { languageNamed } from '../../languages/languages.ts';
import { qualifiedName } from '../shapes/symbol-ids.ts';
import {
  type CandidateView,
  pagesOf,
  type ScopedCandidate,
  type SymbolCandidate,
  scopedPages,
} from './symbol-candidates.ts';

/** Candidates with the view that they were read from, whose scopes have ids of their own. */
export interface ViewedCandidates {
  readonly view: CandidateView;
  readonly candidates: readonly SymbolCandidate[];
}

/** The definitions of each source keep their order. */
export async function definitionsAmong(...sources: readonly ViewedCandidates[]): Promise<SymbolCandidate[]> {
  const inHeaders = new Set<SymbolCandidate>();
  for (const { view, candidates } of sources) {
    for await (const page of pagesOf(view, candidates)) {
      for (const each of page) if (isInHeader(each)) inHeaders.add(each);
    }
  }
  if (inHeaders.size === 0) return sources.flatMap(({ candidates }) => candidates);
  const defined = new Set<string>();
  for await (const each of scoped(sources)) if (!inHeaders.has(each.candidate)) defined.add(qualifiedName(each));
  const kept: SymbolCandidate[] = [];
  for await (const each of scoped(sources)) {
    if (!inHeaders.has(each.candidate) || !defined.has(qualifiedName(each))) kept.push(each.candidate);
  }
  return kept;
}

async function* scoped(sources: readonly ViewedCandidates[]): AsyncGenerator<ScopedCandidate> {
  for (const { view, candidates } of sources) for await (const page of scopedPages(view, candidates)) yield* page;
}

/** Only for kinds that can be declared without being defined. */
function isInHeader({ kind, file }: SymbolCandidate): boolean {
  if (kind !== 'fn' && kind !== 'method') return false;
  return languageNamed(file.language)?.declarationFiles?.test(file.path) === true;
}
