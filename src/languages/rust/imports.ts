/**
 * Rust imports: a path is resolved in the module tree of a crate of the repository, through re-exports and globs, to an
 * item, a variant or an associated item. Paths into other crates do not resolve.
 */
import type { ImportFact, SymbolKind } from '../../model.ts';
import { symbolsNamed } from '../../query/view/file-facts.ts';
import { inTurns } from '../../query/view/in-turns.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { type ImportRules, pathIn, type Target, Trail } from '../import-rules.ts';
import { libraryCalled, packageAround, rustPackages } from './crates.ts';
import { childrenOf, type Module, parentOf, rootOf, scopeIn } from './modules.ts';
import { boundName, moduleAround, type Use, usesIn } from './uses.ts';

export const rustImports: ImportRules = {
  companionsOf: (folder) => [
    ...['Cargo.toml', 'mod.rs', 'lib.rs', 'main.rs'].map((name) => pathIn(folder, name)),
    `${folder}.rs`,
  ],
  filesOf,
  targetOf,
  offeredBy,
};

/** The target of a path: a name may be that of a module and of an item at the same time. */
interface Found {
  readonly modules: readonly Module[];
  readonly symbols: readonly SymbolRecord[];
}

/** Crates of the standard distribution. */
const standardCrates: ReadonlySet<string> = new Set(['std', 'core', 'alloc', 'proc_macro', 'test']);

const nothing: Found = { modules: [], symbols: [] };

async function filesOf(view: RefView, file: FileVersion, source: string): Promise<readonly FileVersion[]> {
  return filesFound(view, await followPath(view, { file, scope: '' }, source, new Trail(view, nothing)));
}

async function offeredBy(view: RefView, file: FileVersion, name: string): Promise<Target> {
  const { symbols } = await lookUp(view, { file, scope: '' }, name, new Trail(view, nothing));
  return { files: [file], symbols };
}

async function targetOf(view: RefView, file: FileVersion, fact: ImportFact): Promise<Target> {
  const trail = new Trail(view, nothing);
  const from = await moduleAround(view, file, fact.within);
  const base = await followPath(view, from, fact.source, trail);
  const files = await filesFound(view, base);
  if (fact.name === undefined || fact.name === '*') return { files, symbols: fact.name === '*' ? [] : base.symbols };
  const found = await step(view, base, fact.name, trail);
  if (found.symbols.length === 0 && found.modules.length > 0) {
    return { files: await filesFound(view, found), symbols: [] };
  }
  return { files, symbols: found.symbols };
}

/** A module is represented by its file, an item by the file that declares it. */
async function filesFound(view: RefView, { modules, symbols }: Found): Promise<readonly FileVersion[]> {
  const table = await view.files();
  const declaring = modules.length > 0 ? [] : symbols.flatMap(({ path }) => table.byPath(path) ?? []);
  return [...new Set([...modules.map(({ file }) => file), ...declaring])];
}

/** Resolves a path written in a module; `trail` contains the names already being looked up. */
async function followPath(view: RefView, from: Module, path: string, trail: Trail<Found>): Promise<Found> {
  const [first = '', ...rest] = path.split('::').map((segment) => segment.replace(/^r#/, ''));
  let found = first === '' ? await crateCalled(view, from, rest.shift() ?? '') : await start(view, from, first, trail);
  for (const segment of rest) found = segment === 'self' ? found : await step(view, found, segment, trail);
  return found;
}

async function start(view: RefView, from: Module, first: string, trail: Trail<Found>): Promise<Found> {
  if (first === 'self') return { modules: [from], symbols: [] };
  if (first === 'crate' || first === '$crate') return { modules: [await rootOf(view, from)], symbols: [] };
  if (first === 'super') return around(view, from);
  const packages = await view.derived(rustPackages);
  const own = packageAround(packages, from.file);
  const isCrate = standardCrates.has(first) || own?.dependencies.has(first) || own?.libraryName === first;
  // Declarations and named imports of the module shadow a crate; globs do not.
  const local = isCrate ? await explicit(view, from, first, trail) : await lookUp(view, from, first, trail);
  if (!isNothing(local)) return local;
  // In `mod empty; pub use empty::empty` the name is already being looked up, but its module is known.
  const modules = await childrenOf(view, from, first);
  if (modules.length > 0) return { modules, symbols: [] };
  if (own === undefined) return local;
  const crate = await crateCalled(view, from, first);
  if (!isNothing(crate) || isCrate || !own.isOldEdition) return crate;
  return lookUp(view, await rootOf(view, from), first, trail);
}

async function around(view: RefView, module: Module): Promise<Found> {
  const parent = await parentOf(view, module);
  return { modules: parent === undefined ? [] : [parent], symbols: [] };
}

async function crateCalled(view: RefView, from: Module, name: string): Promise<Found> {
  const packages = await view.derived(rustPackages);
  const own = packageAround(packages, from.file);
  const library = own === undefined ? undefined : libraryCalled(packages, own, name);
  return { modules: library === undefined ? [] : [{ file: library, scope: '' }], symbols: [] };
}

/** Looks up a name in a target: in a module, or as a variant or associated item. */
async function step(view: RefView, found: Found, name: string, trail: Trail<Found>): Promise<Found> {
  const inside: Found[] = [];
  for (const module of found.modules) {
    inside.push(name === 'super' ? await around(view, module) : await lookUp(view, module, name, trail));
  }
  const result = union(inside);
  if (!isNothing(result)) return result;
  const table = await view.files();
  const members: SymbolRecord[] = [];
  for (const { path, scope, name: owner } of found.symbols) {
    const file = table.byPath(path);
    const named = file === undefined ? [] : await symbolsNamed(view, file, name);
    for (const each of named.filter((symbol) => symbol.scope === scopeIn(scope, owner) && symbol.kind !== 'field'))
      members.push(each);
  }
  return { modules: [], symbols: unique(members) };
}

/** Looks up a name in a module: its declarations, its named imports, then its globs. */
function lookUp(view: RefView, module: Module, name: string, trail: Trail<Found>): Promise<Found> {
  return trail.step(module.file, scopeIn(module.scope, name), () => search(view, module, name, trail));
}

async function search(view: RefView, module: Module, name: string, trail: Trail<Found>): Promise<Found> {
  const direct = await explicit(view, module, name, trail);
  if (!isNothing(direct)) return direct;
  for (const { fact } of await usesOf(view, module)) {
    if (fact.name !== '*') continue;
    const base = await followPath(view, module, fact.source, trail);
    const globbed = await step(view, base, name, trail);
    if (!isNothing(globbed)) return globbed;
  }
  return { modules: [], symbols: await exportedMacros(view, module, name) };
}

/** Looks up a name among the declarations and named imports of a module. */
async function explicit(view: RefView, module: Module, name: string, trail: Trail<Found>): Promise<Found> {
  const key = `explicit ${scopeIn(module.scope, name)}`;
  return trail.step(module.file, key, async () => {
    const named = await symbolsNamed(view, module.file, name);
    const modules = named.some(({ kind }) => kind === 'module') ? await childrenOf(view, module, name) : [];
    const symbols = named.filter(({ kind, scope }) => scope === module.scope && !unnamedKinds.has(kind));
    const found: Found[] = [{ modules, symbols }];
    // `pub use timeout::timeout`: the function has the name of the module that the path starts with.
    for (const open of [key, scopeIn(module.scope, name)]) trail.note(module.file, open, { modules, symbols });
    for (const { fact } of await usesOf(view, module)) {
      if (fact.name === '*' || boundName(fact) !== name) continue;
      const base = await followPath(view, module, fact.source, trail);
      found.push(fact.name === undefined ? base : await step(view, base, fact.name, trail));
    }
    return union(found);
  });
}

/** Modules are looked up separately, and an `impl` has no name. */
const unnamedKinds: ReadonlySet<SymbolKind> = new Set(['impl', 'module']);

async function usesOf(view: RefView, module: Module): Promise<readonly Use[]> {
  return (await usesIn(view, module.file)).filter(({ scope, isLocal }) => scope === module.scope && !isLocal);
}

export const macroKinds: ReadonlySet<SymbolKind> = new Set(['macro']);

/** `#[macro_export]` declares a macro at the root of its crate. */
async function exportedMacros(view: RefView, module: Module, name: string): Promise<readonly SymbolRecord[]> {
  const packages = await view.derived(rustPackages);
  const own = packageAround(packages, module.file);
  if (own === undefined || module.scope !== '' || !packages.roots.has(module.file.path)) return [];
  const table = await view.files();
  const macros = await view.store.symbolsNamed(view.ref, name, { kinds: macroKinds });
  const found: SymbolRecord[] = [];
  await inTurns(view, macros, (symbol) => {
    const file = symbol.visibility === 'public' ? table.byPath(symbol.path) : undefined;
    if (file !== undefined && packageAround(packages, file) === own) found.push(symbol);
  });
  return found;
}

function union(parts: readonly Found[]): Found {
  if (parts.length === 1) return parts[0] as Found;
  const modules = new Map(parts.flatMap((part) => part.modules).map((each) => [`${each.file.id} ${each.scope}`, each]));
  return { modules: [...modules.values()], symbols: unique(parts.flatMap(({ symbols }) => symbols)) };
}

function unique(symbols: readonly SymbolRecord[]): SymbolRecord[] {
  return [...new Map(symbols.map((symbol) => [symbol.id, symbol])).values()];
}

function isNothing({ modules, symbols }: Found): boolean {
  return modules.length === 0 && symbols.length === 0;
}
