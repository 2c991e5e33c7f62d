/**
 * The candidates of a call site are the symbols with its name that it may call as far as the site itself shows: by their
 * kind, visibility and number of parameters. A site without a candidate does not call into the repository.
 */
import { typeKinds } from '../../../languages/entity.ts';
import { callRulesOf, isSameFamily } from '../../../languages/languages.ts';
import type { ReferenceFact } from '../../../model.ts';
import { type FileVersion, maxNamesakes, type SymbolRecord } from '../../../store/store.ts';
import { LruCache } from '../../view/lru-cache.ts';
import type { RefView } from '../../view/ref-view.ts';
import { arityOf, isCallable, isVisible } from './resolve-site.ts';

/** Whether a site may call a symbol with its name; false only if that is proven. */
export async function mayTarget(
  view: RefView,
  file: FileVersion,
  site: ReferenceFact,
  symbol: SymbolRecord,
): Promise<boolean> {
  if (!isSameFamily(file.language, symbol.language) || !isCallable(symbol, site, file.language)) return false;
  const { sites, guesses } = callRulesOf(symbol.language);
  // A member is not called by its bare name.
  if (site.receiver === undefined && (guesses.isMethod?.(symbol) ?? symbol.kind === 'method')) return false;
  if (!acceptsCertainly(file, site, symbol)) return false;
  if (sites.mayMean !== undefined && !(await sites.mayMean(view, file, site, symbol))) return false;
  if (sites.mayCall !== undefined && !(await sites.mayCall(view, file, symbol))) return false;
  return isVisible(view, file, symbol);
}

/** Whether a site may call a symbol that is not among the `known` ones. */
export async function hasOtherCandidate(
  view: RefView,
  file: FileVersion,
  site: ReferenceFact,
  known: readonly SymbolRecord[],
): Promise<boolean> {
  const symbols = await symbolsCalled(view, site.name);
  for (const symbol of symbols) {
    if (known.some(({ id }) => id === symbol.id)) continue;
    if (await mayTarget(view, file, site, symbol)) return true;
  }
  // There may be others that were not read.
  return symbols.length >= maxNamesakes;
}

/** False only if the numbers of arguments and parameters are certain, and differ. */
function acceptsCertainly({ language }: FileVersion, { args, kind }: ReferenceFact, symbol: SymbolRecord): boolean {
  if (args === undefined || kind !== 'call' || typeKinds.has(symbol.kind)) return true;
  const { sites, dispatch } = callRulesOf(symbol.language);
  if (callRulesOf(language).sites.takesAnyArguments || sites.hidesArguments?.(args)) return true;
  const arity = arityOf(symbol);
  // The call may be made through an interface whose method takes more arguments.
  const isMember = symbol.scope !== '' || symbol.kind === 'method';
  const mayIgnore = isMember && dispatch.mayIgnoreArguments;
  return arity === undefined || (arity.min <= args && (mayIgnore || args <= arity.max));
}

async function symbolsCalled(view: RefView, name: string): Promise<readonly SymbolRecord[]> {
  const cache = await view.derived(symbolsCache);
  return cache.get(name) ?? cache.set(name, await view.store.symbolsNamed(view.ref, name));
}

function symbolsCache(): LruCache<string, readonly SymbolRecord[]> {
  return new LruCache(20_000, (symbols) => symbols.length + 1);
}
