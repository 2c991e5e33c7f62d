/** Namesakes are the symbols of a ref with one name, each with as much as ranking them takes: there may be thousands. */
import type { FileVersion, SymbolRecord, SymbolSummary } from '../../store/store.ts';
import type { RefView } from '../view/ref-view.ts';
import { closest } from './name-match.ts';

export interface Namesake extends SymbolSummary {
  readonly file: FileVersion;
}

export async function namesakes(view: RefView, name: string): Promise<Namesake[]> {
  return ofRef(view, await view.store.summariesNamed(name));
}

export async function namesakesById(view: RefView, ids: readonly number[]): Promise<Namesake[]> {
  return ofRef(view, await view.store.summariesById(ids));
}

/** Those that the qualifiers lead to most closely; none if they lead to none. */
export async function closestNamesakes(
  view: RefView,
  among: readonly Namesake[],
  qualifiers: readonly string[],
): Promise<readonly Namesake[]> {
  if (qualifiers.length === 0) return among;
  const scopes = await view.store.scopeNames(among.map(({ scopeId }) => scopeId));
  const placed = among.map((namesake) => {
    const { path, language, module } = namesake.file;
    return { namesake, path, language, module, scope: scopes.get(namesake.scopeId) ?? '' };
  });
  return closest(placed, qualifiers).map(({ namesake }) => namesake);
}

/** The whole symbols, in the same order. */
export async function wholeSymbols(view: RefView, chosen: readonly Namesake[]): Promise<SymbolRecord[]> {
  const ids = chosen.map(({ id }) => id);
  const byId = new Map((await view.store.symbolsById(view.ref, ids)).map((symbol) => [symbol.id, symbol]));
  return ids.map((id) => byId.get(id) as SymbolRecord);
}

/** Up to so many, their files are asked for alone: the table of all files takes a while to load, and who asks first waits. */
const maxAskedAlone = 100;

async function ofRef(view: RefView, summaries: readonly SymbolSummary[]): Promise<Namesake[]> {
  const fileOf = summaries.length > maxAskedAlone ? await byTable(view) : await byAsking(view, summaries);
  const found: Namesake[] = [];
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
