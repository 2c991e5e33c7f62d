/**
 * Python imports: a module is a file or a package, found from the roots that may be on the path of the importer. A
 * module exports everything that it binds, so its imports count as much as its declarations.
 */
import type { ImportFact } from '../../model.ts';
import { importsOf, symbolsNamed } from '../../query/view/file-facts.ts';
import { LruCache } from '../../query/view/lru-cache.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { type ImportRules, isNoTarget, merged, noTarget, pathIn, type Target, Trail } from '../import-rules.ts';
import { type ModuleLocation, moduleIn, moduleLocations } from './modules.ts';

export const pythonImports: ImportRules = {
  companionsOf: (folder) => ['__init__.py', '__init__.pyi'].map((name) => pathIn(folder, name)),
  filesOf,
  targetOf: (view, file, fact) => targetOf(view, file, fact, new Trail(view, noTarget)),
  offeredBy: (view, file, name) => offeredBy(view, file, name, new Trail(view, noTarget)),
};

async function filesOf(view: RefView, file: FileVersion, source: string): Promise<readonly FileVersion[]> {
  return filesAt(await moduleLocations(view, file, source));
}

async function targetOf(view: RefView, file: FileVersion, fact: ImportFact, trail: Trail<Target>): Promise<Target> {
  const places = await moduleLocations(view, file, fact.source);
  const files = filesAt(places);
  const taken = await takenFrom(view, places, fact, trail);
  // If the name is not found, the import still refers to its module.
  return taken.symbols.length > 0 || taken.files.length === 0 ? { files, symbols: taken.symbols } : taken;
}

/** `from a import b` is the binding `b` in `a`, otherwise the module `a.b`. */
async function takenFrom(
  view: RefView,
  places: readonly ModuleLocation[],
  { name }: ImportFact,
  trail: Trail<Target>,
): Promise<Target> {
  if (name === undefined || name === '*') return { files: filesAt(places), symbols: [] };
  const bound = await offeredByAll(view, filesAt(places), name, trail);
  if (!isNoTarget(bound)) return bound;
  const submodules: ModuleLocation[] = [];
  for (const place of places) {
    const module = await moduleIn(view, place, name);
    if (module !== undefined) submodules.push(module);
  }
  return { files: filesAt(submodules), symbols: [] };
}

async function offeredByAll(
  view: RefView,
  files: readonly FileVersion[],
  name: string,
  trail: Trail<Target>,
): Promise<Target> {
  const offered: Target[] = [];
  for (const file of files) offered.push(await offeredBy(view, file, name, trail));
  return merged(offered);
}

function offeredBy(view: RefView, file: FileVersion, name: string, trail: Trail<Target>): Promise<Target> {
  return trail.step(file, name, () => lookUp(view, file, name, trail));
}

async function lookUp(view: RefView, file: FileVersion, name: string, trail: Trail<Target>): Promise<Target> {
  const declared = (await symbolsNamed(view, file, name)).filter(({ scope }) => scope === '');
  if (declared.length > 0) return { files: [file], symbols: declared };
  const imports = (await importsOf(view, file)).filter(({ within }) => within === -1);
  const named = imports.filter((fact) => fact.name !== '*' && boundName(fact) === name);
  const found: Target[] = [];
  for (const fact of named) {
    found.push(await takenFrom(view, await moduleLocations(view, file, fact.source), fact, trail));
  }
  const bound = merged(found);
  if (!isNoTarget(bound)) return bound;
  for (const fact of imports) {
    if (fact.name !== '*') continue;
    for (const source of await filesOf(view, file, fact.source)) {
      if (!(await isStarred(view, source, name))) continue;
      const starred = await offeredBy(view, source, name, trail);
      if (!isNoTarget(starred)) return starred;
    }
  }
  return noTarget;
}

/** `import a.b` binds `a`, which is not the imported module. */
function boundName({ source, name, alias }: ImportFact): string | undefined {
  return alias ?? name ?? (source.includes('.') ? undefined : source);
}

/** Whether a star import includes the name: listed in `__all__`, or without a leading underscore. */
async function isStarred(view: RefView, file: FileVersion, name: string): Promise<boolean> {
  const lists = (await symbolsNamed(view, file, '__all__')).filter(({ scope }) => scope === '');
  if (lists.length === 0) return !name.startsWith('_');
  const cache = await view.derived(listedCache);
  const { names } = cache.get(file.id) ?? cache.set(file.id, { names: await listedNames(view, file, lists) });
  return names?.has(name) ?? !name.startsWith('_');
}

/** The names in `__all__`, or undefined if it is not a literal list. */
async function listedNames(
  view: RefView,
  file: FileVersion,
  lists: readonly SymbolRecord[],
): Promise<ReadonlySet<string> | undefined> {
  const text = (await view.store.text(file)).replace(/#.*/g, '');
  // An opening bracket ends the list, so that an unclosed one is not scanned again from each that follows it.
  const statements = [...text.matchAll(/^[ \t]*__all__\b[^=\n]*=\s*([[(][^[\]()]*[\])])?(.*)/gm)];
  const isWritten = statements.length >= lists.length && statements.every((each) => each[1] && each[2]?.trim() === '');
  if (!isWritten || /^[ \t]*__all__\.(?!append)/m.test(text)) return undefined;
  const names = statements.flatMap((each) => [...(each[1] as string).matchAll(/(["'])(\w+)\1/g)]);
  const appended = text.matchAll(/^[ \t]*__all__\.append\(\s*(["'])(\w+)\1/gm);
  return new Set([...names, ...appended].map((each) => each[2] as string));
}

function listedCache(): LruCache<number, { readonly names: ReadonlySet<string> | undefined }> {
  return new LruCache(1_024);
}

function filesAt(places: readonly ModuleLocation[]): FileVersion[] {
  return places.flatMap(({ file }) => (file === undefined ? [] : [file]));
}
