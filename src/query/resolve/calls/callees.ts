/** The callees of a symbol: the symbols called by its code, including the code of nested symbols. */
import type { SymbolRecord } from '../../../store/store.ts';
import type { RefView } from '../../view/ref-view.ts';
import { sourceOf } from '../names/source-file.ts';
import type { Budget } from './budget.ts';
import { EdgeList, type FoundEdges, isCallSite, targetsOf } from './edge.ts';
import { identity } from './resolve-site.ts';

/** Call sites of one symbol that are resolved. */
const maxSites = 1_000;

/** `symbols` are the declarations of one symbol in one file. */
export async function calleesOf(
  view: RefView,
  symbols: readonly [SymbolRecord, ...SymbolRecord[]],
  budget: Budget,
): Promise<FoundEdges> {
  if (!budget.allowsFile()) return { edges: [], unresolved: 0, unexamined: 1 };
  const source = await sourceOf(view, symbols[0]);
  const inside = new Set(symbols.map(({ position }) => position));
  for (const { position, parent } of source.symbols) if (inside.has(parent)) inside.add(position);
  const sites = (await view.store.references(source.file)).filter(
    (site) => isCallSite(site) && inside.has(site.within),
  );
  const edges = new EdgeList();
  let unresolved = 0;
  for (const site of sites.slice(0, maxSites)) {
    const { targets, confidence, isUnresolved } = await targetsOf(view, source, site);
    if (isUnresolved) unresolved++;
    for (const target of targets) edges.add(target, identity(target), source.file.path, site, confidence);
  }
  return { edges: edges.list(), unresolved, unexamined: sites.length > maxSites ? 1 : 0 };
}
