/** Follows calls both ways: the callers of a symbol, by its name and import aliases, and its callees. */
import { type SourceFile, typeKinds } from '../../../languages/entity.ts';
import { callRulesOf, isSameFamily } from '../../../languages/languages.ts';
import type { ReferenceFact } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { folderOf } from '../../view/folder-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import { dispatchFrom } from '../dispatch/dispatch-site.ts';
import { sourceFile, sourceOf } from '../names/source-file.ts';
import { dependsOnLine } from './alike-sites.ts';
import {
  type Budget,
  EdgeList,
  type FoundEdges,
  isCallSite,
  type SiteTargets,
  targetsOf,
  type UnresolvedSite,
} from './edge.ts';
import { type SiteVerdict, siteJudge } from './judge-site.ts';
import { identity } from './resolve-site.ts';
import { hasOtherCandidate } from './site-candidates.ts';

type Group = readonly [SymbolRecord, ...SymbolRecord[]];

/** The callers of a symbol, and how the call sites with its name divide. */
export interface FoundCallers extends FoundEdges {
  readonly sites: SiteCounts;
}

/** The number of call sites with the name of a symbol by verdict; each examined site has one. */
export type SiteCounts = Record<SiteVerdict['is'], number>;

/** `symbols` are the declarations of one symbol in one file. */
export async function callersOf(view: RefView, symbols: Group, budget: Budget): Promise<FoundCallers> {
  const judge = await siteJudge(view, symbols);
  const { meant } = judge;
  const names = new Set(meant.map(({ name }) => name));
  const edges = new EdgeList();
  const unresolved: UnresolvedSite[] = [];
  const sites: SiteCounts = { meant: 0, elsewhere: 0, outside: 0, unresolved: 0 };
  let unexamined = 0;
  for (const { file, references } of await filesReferencing(view, meant)) {
    if (!budget.allowsLook()) {
      unexamined++;
      continue;
    }
    const found = await references();
    const count = (site: ReferenceFact, as: keyof SiteCounts) => {
      if (site.kind !== 'value' && names.has(site.name)) sites[as]++;
    };
    if (!(await judge.mayCall(file))) {
      for (const site of found) count(site, 'elsewhere');
      continue;
    }
    if (found.length === 0) continue;
    if (!budget.allowsFile()) {
      unexamined++;
      continue;
    }
    const source = await sourceFile(view, file);
    const resolve = resolverIn(view, source, budget);
    for (const site of found) {
      if (view.isPauseDue()) await view.pause();
      if (!(await judge.mayMean(site, file))) {
        count(site, 'elsewhere');
        continue;
      }
      const verdict = await judge.verdict(source, site, resolve);
      if (verdict === undefined) {
        unexamined++;
        break;
      }
      count(site, verdict.is);
      if (verdict.is === 'unresolved') unresolved.push({ file, site });
      if (verdict.is !== 'meant') continue;
      const caller = source.symbols[site.within];
      const key = caller === undefined ? file.path : identity(caller);
      edges.add(caller ?? file, key, file.path, site, verdict.confidence, verdict.isDispatch);
    }
  }
  return { edges: edges.list(), unresolved, unexamined, sites };
}

/**
 * Resolves the sites of one file. Equal sites in one symbol share a result, unless the receiver is a variable that may
 * change.
 */
function resolverIn(view: RefView, source: SourceFile, budget: Budget) {
  const known = new Map<string, SiteTargets>();
  return async (site: ReferenceFact): Promise<SiteTargets | undefined> => {
    const key = dependsOnLine(source, site.name, site.receiver) ? `${site.line}` : '';
    const alike = `${key} ${site.within} ${site.kind} ${site.name} ${site.args} ${site.receiver}`;
    const seen = known.get(alike);
    if (seen !== undefined) return seen;
    if (!budget.allowsSite()) return undefined;
    const found = await targetsOf(view, source, site);
    known.set(alike, found);
    return found;
  };
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
        for (const each of renamed.filter(({ receiver }) => receiver === undefined)) found.push(each);
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

// The callees of a symbol: the symbols called by its code, including the code of nested symbols.

/** `symbols` are the declarations of one symbol in one file. */
export async function calleesOf(
  view: RefView,
  symbols: readonly [SymbolRecord, ...SymbolRecord[]],
  budget: Budget,
): Promise<FoundEdges> {
  if (!budget.allowsFile()) return { edges: [], unresolved: [], unexamined: 1 };
  const source = await sourceOf(view, symbols[0]);
  const { file } = source;
  const inside = new Set(symbols.map(({ position }) => position));
  for (const { position, parent } of source.symbols) if (inside.has(parent)) inside.add(position);
  const sites = (await view.store.references(file)).filter((site) => isCallSite(site) && inside.has(site.within));
  const edges = new EdgeList();
  const dispatch = dispatchFrom(view);
  const unresolved: UnresolvedSite[] = [];
  let unexamined = 0;
  for (const site of sites) {
    if (!budget.allowsSite()) {
      unexamined = 1;
      break;
    }
    const resolved = await targetsOf(view, source, site);
    const { targets, confidence, isProven } = resolved;
    if (!isProven && (await hasOtherCandidate(view, file, site, targets))) unresolved.push({ file, site });
    for (const target of targets) edges.add(target, identity(target), file.path, site, confidence);
    for (const target of await dispatch.targets(source, site, resolved)) {
      edges.add(target, identity(target), file.path, site, 'heuristic', true);
    }
  }
  return { edges: edges.list(), unresolved, unexamined, omitted: dispatch.omitted() };
}
