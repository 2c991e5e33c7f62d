/** The callers of a symbol: every place of the ref that has its name, or another name that an import gives it, and means it. */
import type { ReferenceFact } from '../../model.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { folderOf } from '../imports/folder-table.ts';
import type { RefView } from '../ref-view.ts';
import { EdgeList, type FoundEdges, identity, isCallSite, targetsOf } from './edge.ts';
import { typeKinds } from './entity.ts';
import { isSameFamily } from './guess-site.ts';
import { takes } from './resolve-site.ts';
import { sourceFile, sourceOf } from './source-file.ts';

/** Files that are looked into; a name that more files use is one that many things have, or that everything calls. */
const maxFiles = 400;

interface FileSites {
  readonly file: FileVersion;
  readonly sites: ReferenceFact[];
}

/** `symbols` are the declarations of one symbol in one file. */
export async function callersOf(
  view: RefView,
  symbols: readonly [SymbolRecord, ...SymbolRecord[]],
): Promise<FoundEdges> {
  const meant = await withConstructors(view, symbols);
  const wanted = new Set(meant.map(identity));
  const all = await sitesOf(view, meant);
  const edges = new EdgeList();
  let unresolved = 0;
  for (const { file, sites } of all.slice(0, maxFiles)) {
    const source = await sourceFile(view, file);
    for (const site of sites) {
      const { targets, confidence, isUnresolved } = await targetsOf(view, source, site);
      if (isUnresolved) unresolved++;
      if (!targets.some((target) => wanted.has(identity(target)))) continue;
      const caller = source.symbols[site.within];
      edges.add(caller ?? file, caller === undefined ? file.path : identity(caller), file.path, site, confidence);
    }
  }
  const unexamined = all.slice(maxFiles).reduce((sum, { sites }) => sum + sites.length, 0);
  return { edges: edges.list(), unresolved, unexamined };
}

/** A construction of a class calls its constructor; whoever asks for one gets the other. */
async function withConstructors(view: RefView, symbols: readonly SymbolRecord[]): Promise<readonly SymbolRecord[]> {
  const meant = [...symbols];
  for (const symbol of symbols) {
    if (symbol.kind !== 'method' || !/^(?:constructor|__init__|__new__)$/.test(symbol.name)) continue;
    const holder = (await sourceOf(view, symbol)).symbols[symbol.parent];
    if (holder !== undefined) meant.push(holder);
  }
  return meant;
}

/** The places that may mean the symbols, by file: the own file first, then those nearby, tests last. */
async function sitesOf(view: RefView, symbols: readonly SymbolRecord[]): Promise<FileSites[]> {
  const table = await view.files();
  const byFile = new Map<number, FileSites>();
  const add = (versionId: number, site: ReferenceFact) => {
    const file = table.byId(versionId);
    if (file === undefined || !symbols.some((symbol) => mayMean(site, file, symbol, symbols))) return;
    const known = byFile.get(file.id);
    if (known === undefined) byFile.set(file.id, { file, sites: [site] });
    else known.sites.push(site);
  };
  for (const name of new Set(symbols.flatMap(namesOf))) {
    for (const site of await view.store.referencesTo(view.ref, name)) {
      if (isCallSite(site)) add(site.versionId, site);
      if (site.kind !== 'alias' || site.receiver === undefined) continue;
      const file = table.byId(site.versionId);
      if (file === undefined || !isSameFamily(file.language, (symbols[0] as SymbolRecord).language)) continue;
      for (const renamed of await view.store.referencesNamedIn(file, site.receiver)) {
        if (isCallSite(renamed) && renamed.receiver === undefined) add(file.id, renamed);
      }
    }
  }
  const [first] = symbols as [SymbolRecord];
  const rank = ({ path, marks }: FileVersion) => {
    if (path === first.path) return 0;
    if (folderOf(path) === folderOf(first.path)) return marks.includes('test') ? 2 : 1;
    return 3 + Number(marks.includes('test')) + 2 * Number(marks.includes('vendored'));
  };
  return [...byFile.values()].sort((a, b) => rank(a.file) - rank(b.file) || (a.file.path < b.file.path ? -1 : 1));
}

/** What is exported as the default is imported under that word. */
function namesOf(symbol: SymbolRecord): string[] {
  const isDefault =
    isSameFamily(symbol.language, 'javascript') &&
    symbol.scope === '' &&
    /default|exports/.test(symbol.modifier ?? symbol.name);
  return isDefault ? [symbol.name, 'default'] : [symbol.name];
}

/** What can be told of a site without looking at its file. */
function mayMean(site: ReferenceFact, file: FileVersion, symbol: SymbolRecord, all: readonly SymbolRecord[]): boolean {
  if (!isSameFamily(file.language, symbol.language)) return false;
  if (site.kind === 'construct' && !typeKinds.has(symbol.kind) && !isSameFamily(symbol.language, 'javascript'))
    return false;
  if (site.kind === 'call' && !all.some((each) => takes(each, site.args))) return false;
  if (symbol.language !== 'go' || folderOf(file.path) === folderOf(symbol.path)) return true;
  // From another package only what is exported can be called, and functions only by the name of their package.
  return symbol.visibility === 'public' && (site.receiver !== undefined || site.kind === 'construct');
}
