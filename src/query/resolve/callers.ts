/** The callers of a symbol: every place of the ref that has its name, or another name that an import gives it, and means it. */
import type { ReferenceFact } from '../../model.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { importsOf } from '../view/file-facts.ts';
import { folderOf } from '../view/folder-table.ts';
import type { RefView } from '../view/ref-view.ts';
import type { Budget } from './budget.ts';
import { EdgeList, type FoundEdges, isCallSite, type SiteTargets, targetsOf } from './edge.ts';
import { typeKinds } from './entity.ts';
import { isSameFamily } from './guess-site.ts';
import { identity } from './identity.ts';
import { acceptsArguments, ownClassWord } from './resolve-site.ts';
import { type SourceFile, sourceFile, sourceOf } from './source-file.ts';

type Group = readonly [SymbolRecord, ...SymbolRecord[]];

/** `symbols` are the declarations of one symbol in one file. */
export async function callersOf(view: RefView, symbols: Group, budget: Budget): Promise<FoundEdges> {
  const meant = await withConstructors(view, symbols);
  const wanted = new Set(meant.map(identity));
  const edges = new EdgeList();
  let unresolved = 0;
  let unexamined = 0;
  for (const { file, references } of await filesReferencing(view, meant)) {
    if (!budget.allowsLook()) {
      unexamined++;
      continue;
    }
    if (!(await mayCall(view, file, meant[0]))) continue;
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

/** Sites of one file; those that look alike in one symbol are alike, unless a variable is meant that may change. */
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

/** A construction of a class calls its constructor; whoever asks for one gets the other. */
async function withConstructors(view: RefView, symbols: Group): Promise<Group> {
  const holders: SymbolRecord[] = [];
  for (const symbol of symbols) {
    if (symbol.kind !== 'method' || !/^(?:constructor|__init__|__new__)$/.test(symbol.name)) continue;
    const holder = (await sourceOf(view, symbol)).symbols[symbol.parent];
    if (holder !== undefined) holders.push(holder);
  }
  return [...symbols, ...holders];
}

interface ReferencingFile {
  readonly file: FileVersion;
  references(): Promise<ReferenceFact[]>;
}

/** The files that use the names of the symbols: the own file first, then those nearby, tests and copies last. */
async function filesReferencing(view: RefView, symbols: Group): Promise<ReferencingFile[]> {
  const table = await view.files();
  const [first] = symbols;
  const names = [...new Set(symbols.flatMap(namesOf))];
  const itself = symbols.some(({ kind }) => typeKinds.has(kind)) ? ownClassWord(first.language) : undefined;
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

/** What is exported as the default is imported under that word. */
function namesOf(symbol: SymbolRecord): string[] {
  const isDefault =
    isSameFamily(symbol.language, 'javascript') &&
    symbol.scope === '' &&
    /default|exports/.test(symbol.modifier ?? symbol.name);
  return isDefault ? [symbol.name, 'default'] : [symbol.name];
}

/** A function of Go is called from another package only where that imports its own, which the paths tell. */
async function mayCall(view: RefView, file: FileVersion, symbol: SymbolRecord): Promise<boolean> {
  if (symbol.language !== 'go') return true;
  const folder = folderOf(symbol.path);
  if (folderOf(file.path) === folder) return true;
  if (symbol.visibility !== 'public') return false;
  if (symbol.scope !== '' || (await isModuleRoot(view, folder))) return true;
  const last = folder.slice(folder.lastIndexOf('/') + 1);
  return (await importsOf(view, file)).some(({ source }) => source.endsWith(last));
}

async function isModuleRoot(view: RefView, folder: string): Promise<boolean> {
  return (await view.files()).byPath(folder === '' ? 'go.mod' : `${folder}/go.mod`) !== undefined;
}

/** What can be told of a site without looking at its file. */
function mayMean(site: ReferenceFact, file: FileVersion, symbol: SymbolRecord, all: Group): boolean {
  const isScript = isSameFamily(symbol.language, 'javascript');
  if (site.kind === 'construct' && !typeKinds.has(symbol.kind) && !isScript) return false;
  if (site.kind === 'call' && !all.some((each) => acceptsArguments(each, site.args))) return false;
  if (symbol.language !== 'go') return true;
  if (symbol.scope !== '') return site.receiver !== undefined;
  // A function goes by the name of its package elsewhere, and by its name alone at home.
  const isAtHome = folderOf(file.path) === folderOf(symbol.path);
  if (site.receiver === undefined) return isAtHome || site.kind === 'construct';
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(site.receiver);
}
