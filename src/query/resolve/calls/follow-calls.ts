/** Follows calls both ways: the callers of a symbol, by its name and import aliases, and its callees. */
import { type SourceFile, typeKinds } from '../../../languages/entity.ts';
import { callRulesOf, isSameFamily } from '../../../languages/languages.ts';
import type { ReferenceFact } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { folderOf } from '../../view/folder-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import { sourceFile, sourceOf } from '../names/source-file.ts';
import { type Budget, EdgeList, type FoundEdges, isCallSite, type SiteTargets, targetsOf } from './edge.ts';

import { acceptsArguments, identity } from './resolve-site.ts';

type Group = readonly [SymbolRecord, ...SymbolRecord[]];

/** `symbols` are the declarations of one symbol in one file. */
export async function callersOf(view: RefView, symbols: Group, budget: Budget): Promise<FoundEdges> {
  const meant = await withConstructors(view, symbols);
  const wanted = new Set(meant.map(identity));
  const { mayCall } = callRulesOf(meant[0].language).sites;
  const edges = new EdgeList();
  let unresolved = 0;
  let unexamined = 0;
  for (const { file, references } of await filesReferencing(view, meant)) {
    if (!budget.allowsLook()) {
      unexamined++;
      continue;
    }
    if (mayCall !== undefined && !(await mayCall(view, file, meant[0]))) continue;
    const sites = (await references()).filter((site) => meant.some((symbol) => mayMean(site, file, symbol, meant)));
    if (sites.length === 0) continue;
    if (!budget.allowsFile()) {
      unexamined++;
      continue;
    }
    const source = await sourceFile(view, file);
    const resolve = resolverIn(view, source, budget);
    for (const site of sites) {
      const resolved = await resolve(site);
      if (resolved === undefined) {
        unexamined++;
        break;
      }
      const { targets, others, isUnresolved } = resolved;
      if (isUnresolved) unresolved++;
      const isMeant = (target: SymbolRecord) => wanted.has(identity(target));
      if (!targets.some(isMeant) && !others.some(isMeant)) continue;
      const confidence = targets.some(isMeant) ? resolved.confidence : 'heuristic';
      const caller = source.symbols[site.within];
      edges.add(caller ?? file, caller === undefined ? file.path : identity(caller), file.path, site, confidence);
    }
  }
  return { edges: edges.list(), unresolved, unexamined };
}

/**
 * Resolves the sites of one file. Equal sites in one symbol share a result, unless the receiver is a variable that may
 * change.
 */
function resolverIn(view: RefView, source: SourceFile, budget: Budget) {
  const known = new Map<string, SiteTargets>();
  return async (site: ReferenceFact): Promise<SiteTargets | undefined> => {
    const head = /^[\p{L}\p{N}_$]+/u.exec(site.receiver ?? '')?.[0] ?? '';
    const key = source.bindings.has(head) ? `${site.line}` : '';
    const alike = `${key} ${site.within} ${site.kind} ${site.name} ${site.args} ${site.receiver}`;
    const seen = known.get(alike);
    if (seen !== undefined) return seen;
    if (!budget.allowsSite()) return undefined;
    const found = await targetsOf(view, source, site);
    known.set(alike, found);
    return found;
  };
}

/** Adds the class of a constructor: constructing the class calls the constructor. */
async function withConstructors(view: RefView, symbols: Group): Promise<Group> {
  const holders: SymbolRecord[] = [];
  for (const symbol of symbols) {
    if (symbol.kind !== 'method' || !callRulesOf(symbol.language).sites.constructors?.has(symbol.name)) continue;
    const holder = (await sourceOf(view, symbol)).symbols[symbol.parent];
    if (holder !== undefined) holders.push(holder);
  }
  return [...symbols, ...holders];
}

interface ReferencingFile {
  readonly file: FileVersion;
  references(): Promise<ReferenceFact[]>;
}

/**
 * Returns the files that reference the names of the symbols: its own file first, then nearby files, then tests and
 * vendored files.
 */
async function filesReferencing(view: RefView, symbols: Group): Promise<ReferencingFile[]> {
  const table = await view.files();
  const [first] = symbols;
  const names = [...new Set(symbols.flatMap(namesOf))];
  const itself = symbols.some(({ kind }) => typeKinds.has(kind))
    ? callRulesOf(first.language).values.own?.classWord
    : undefined;
  const byFile = new Map<number, { file: FileVersion; parts: (() => ReferenceFact[])[] }>();
  const add = (versionId: number, references: () => ReferenceFact[]) => {
    const known = byFile.get(versionId);
    const file = table.byId(versionId);
    if (known !== undefined) known.parts.push(references);
    else if (file !== undefined && isSameFamily(file.language, first.language)) {
      byFile.set(versionId, { file, parts: [references] });
    }
  };
  for (const name of names) {
    for (const { versionId, references } of await view.store.filesReferencing(name)) add(versionId, references);
  }
  if (itself !== undefined) add(first.versionId, () => []);
  const users = [...byFile.values()].map(({ file, parts }) => ({
    file,
    references: async () => {
      const found = parts.flatMap((part) => part());
      const others = found.flatMap(({ kind, receiver }) =>
        kind === 'alias' && receiver !== undefined ? [receiver] : [],
      );
      if (itself !== undefined && file.id === first.versionId) others.push(itself);
      for (const other of others) {
        const renamed = await view.store.referencesNamedIn(file, other);
        found.push(...renamed.filter(({ receiver }) => receiver === undefined));
      }
      return found.filter(isCallSite);
    },
  }));
  const folder = folderOf(first.path);
  const rank = ({ path, labels }: FileVersion) => {
    if (path === first.path) return 0;
    const isTest = Number(labels.includes('test'));
    return folderOf(path) === folder ? 1 + isTest : 3 + isTest + 2 * Number(labels.includes('vendored'));
  };
  return users.sort((a, b) => rank(a.file) - rank(b.file) || (a.file.path < b.file.path ? -1 : 1));
}

function namesOf(symbol: SymbolRecord): string[] {
  return [symbol.name, ...(callRulesOf(symbol.language).sites.otherNames?.(symbol) ?? [])];
}

/** Checks that need only the site, not its file. */
function mayMean(site: ReferenceFact, file: FileVersion, symbol: SymbolRecord, all: Group): boolean {
  const { constructsFunctions, mayMean: rule } = callRulesOf(symbol.language).sites;
  if (site.kind === 'construct' && !typeKinds.has(symbol.kind) && !constructsFunctions) return false;
  if (site.kind === 'call' && !all.some((each) => acceptsArguments(each, site.args))) return false;
  return rule === undefined || rule(site, file, symbol);
}

// The callees of a symbol: the symbols called by its code, including the code of nested symbols.

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
