/**
 * Judges call sites from the side of the called symbol. Call graphs and references use the same verdicts, so that a call
 * which one of them leaves out is never a call for the other.
 */
import { type SourceFile, typeKinds } from '../../../languages/entity.ts';
import { callRulesOf } from '../../../languages/languages.ts';
import type { ReferenceFact } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import type { RefView } from '../../view/ref-view.ts';
import { dispatchTo } from '../dispatch/dispatch-site.ts';
import { sourceOf } from '../names/source-file.ts';
import { type Confidence, type SiteTargets, targetsOf } from './edge.ts';
import { identity } from './resolve-site.ts';
import { mayTarget } from './site-candidates.ts';

type Group = readonly [SymbolRecord, ...SymbolRecord[]];

export type SiteVerdict =
  /** It calls the symbol, proven or guessed. */
  | { readonly is: 'meant'; readonly confidence: Confidence; readonly isDispatch: boolean }
  /** It is proven to call another symbol of the repository, or not to call this one. */
  | { readonly is: 'elsewhere' }
  /** It is proven to call nothing in the repository. */
  | { readonly is: 'outside' }
  | { readonly is: 'unresolved' };

export interface SiteJudge {
  /** The symbol, and the class of a constructor: constructing the class calls the constructor. */
  readonly meant: Group;
  /** Whether a file can call the symbol at all. */
  mayCall(file: FileVersion): Promise<boolean>;
  /** Whether a site can call the symbol, as far as its form shows. */
  mayMean(site: ReferenceFact, file: FileVersion): Promise<boolean>;
  /** Judges a site that the two checks above let through; returns undefined if `resolve` does. */
  verdict(source: SourceFile, site: ReferenceFact, resolve?: Resolve): Promise<SiteVerdict | undefined>;
}

export type Resolve = (site: ReferenceFact) => Promise<SiteTargets | undefined>;

/** `symbols` are the declarations of one symbol in one file. */
export async function siteJudge(view: RefView, symbols: Group): Promise<SiteJudge> {
  const meant = await withConstructors(view, symbols);
  const wanted = new Set(meant.map(identity));
  const names = new Set(meant.map(({ name }) => name));
  const { mayCall } = callRulesOf(meant[0].language).sites;
  const mayReach = dispatchTo(view, symbols);
  const isMeant = (target: SymbolRecord) => wanted.has(identity(target));
  return {
    meant,
    mayCall: async (file) => mayCall === undefined || mayCall(view, file, meant[0]),
    async mayMean(site, file) {
      for (const symbol of meant) if (await mayMean(view, file, site, symbol)) return true;
      return false;
    },
    async verdict(source, site, resolve = (each) => targetsOf(view, source, each)) {
      const resolved = await resolve(site);
      if (resolved === undefined) return undefined;
      const { targets, others, isProven } = resolved;
      const isDirect = targets.some(isMeant) || others.some(isMeant);
      const reach = isDirect ? 'no' : await mayReach(source, site, resolved);
      if (isDirect || reach === 'yes') {
        const confidence = targets.some(isMeant) ? resolved.confidence : 'heuristic';
        return { is: 'meant', confidence, isDispatch: reach === 'yes' };
      }
      if (reach === 'unknown') return { is: 'unresolved' };
      const isOpen = !isProven && names.has(site.name);
      if (isOpen && (await mayTargetAny(view, source.file, site, meant))) return { is: 'unresolved' };
      return { is: isProven && targets.length === 0 ? 'outside' : 'elsewhere' };
    },
  };
}

async function mayTargetAny(
  view: RefView,
  file: FileVersion,
  site: ReferenceFact,
  symbols: readonly SymbolRecord[],
): Promise<boolean> {
  for (const symbol of symbols) if (await mayTarget(view, file, site, symbol)) return true;
  return false;
}

/** Whether a site can refer to a symbol as far as its form shows, which saves resolving it. */
function mayMean(
  view: RefView,
  file: FileVersion,
  site: ReferenceFact,
  symbol: SymbolRecord,
): boolean | Promise<boolean> {
  const { constructsFunctions, mayMean: rule } = callRulesOf(symbol.language).sites;
  if (site.kind === 'construct' && !typeKinds.has(symbol.kind) && !constructsFunctions) return false;
  return rule === undefined || rule(view, file, site, symbol);
}

async function withConstructors(view: RefView, symbols: Group): Promise<Group> {
  const holders: SymbolRecord[] = [];
  for (const symbol of symbols) {
    if (symbol.kind !== 'method' || !callRulesOf(symbol.language).sites.constructors?.has(symbol.name)) continue;
    const holder = (await sourceOf(view, symbol)).symbols[symbol.parent];
    if (holder !== undefined) holders.push(holder);
  }
  return [...symbols, ...holders];
}
