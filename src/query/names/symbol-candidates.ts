/**
 * Candidates are symbols that a name may refer to, loaded with just the fields needed to choose among them: a name may
 * have thousands, and only those shown are loaded in full.
 */
import type { FileVersion, SymbolRecord, SymbolSummary } from '../../store/store.ts';
import type { RefView } from '../view/ref-view.ts';
import { closest, type QualifiedSymbol } from './written-name.ts';

export interface SymbolCandidate extends SymbolSummary {
  readonly file: FileVersion;
}

export async function candidatesNamed(view: RefView, name: string): Promise<SymbolCandidate[]> {
  return ofRef(view, await view.store.summariesNamed(name));
}

export async function candidatesById(view: RefView, ids: readonly number[]): Promise<SymbolCandidate[]> {
  return ofRef(view, await view.store.summariesById(ids));
}

/** Returns the candidates that best match the qualifiers; empty if none does. */
export async function closestCandidates(
  view: RefView,
  candidates: readonly SymbolCandidate[],
  qualifiers: readonly string[],
): Promise<readonly SymbolCandidate[]> {
  if (qualifiers.length === 0) return candidates;
  return closest(await withScopes(view, candidates), qualifiers).map(({ candidate }) => candidate);
}

export interface ScopedCandidate extends QualifiedSymbol, Pick<SymbolRecord, 'name' | 'kind'> {
  readonly candidate: SymbolCandidate;
}

/** Adds the names of scopes, which a summary only has as ids. */
export async function withScopes(view: RefView, candidates: readonly SymbolCandidate[]): Promise<ScopedCandidate[]> {
  const scopes = await view.store.scopeNames(candidates.map(({ scopeId }) => scopeId));
  return candidates.map((candidate) => {
    const { name, kind, file, scopeId } = candidate;
    const { path, language, module } = file;
    return { candidate, name, kind, path, language, module, scope: scopes.get(scopeId) ?? '' };
  });
}

/** Sorts by path, then by order in the file. */
export function byPath(candidates: readonly SymbolCandidate[]): SymbolCandidate[] {
  return candidates.toSorted((a, b) => {
    if (a.versionId === b.versionId) return a.id - b.id;
    return a.file.path < b.file.path ? -1 : 1;
  });
}

/** Loads the full symbols, in the same order. */
export async function wholeSymbols(view: RefView, chosen: readonly SymbolCandidate[]): Promise<SymbolRecord[]> {
  const ids = chosen.map(({ id }) => id);
  const byId = new Map((await view.store.symbolsById(view.ref, ids)).map((symbol) => [symbol.id, symbol]));
  return ids.map((id) => byId.get(id) as SymbolRecord);
}

/**
 * Up to this many candidates, files are loaded individually: the first query would otherwise wait for the file table.
 */
const maxAskedAlone = 100;

async function ofRef(view: RefView, summaries: readonly SymbolSummary[]): Promise<SymbolCandidate[]> {
  const fileOf = summaries.length > maxAskedAlone ? await byTable(view) : await byAsking(view, summaries);
  const found: SymbolCandidate[] = [];
  for (const summary of summaries) {
    const file = fileOf(summary.versionId);
    if (file !== undefined) found.push({ ...summary, file });
  }
  return found;
}

type FileOf = (versionId: number) => FileVersion | undefined;

async function byTable(view: RefView): Promise<FileOf> {
  const files = await view.files();
  return (versionId) => files.byId(versionId);
}

async function byAsking(view: RefView, summaries: readonly SymbolSummary[]): Promise<FileOf> {
  const files = await view.store.filesById(
    view.ref,
    summaries.map(({ versionId }) => versionId),
  );
  const byId = new Map(files.map((file) => [file.id, file]));
  return (versionId) => byId.get(versionId);
}
