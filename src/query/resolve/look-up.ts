/** What a bare name means at a place: a variable, a parameter, a nested or top-level symbol, an import, a package's own. */
import type { BindingFact, ImportFact } from '../../model.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { folderOf, folderTable } from '../view/folder-table.ts';
import { LruCache } from '../view/lru-cache.ts';
import type { RefView } from '../view/ref-view.ts';
import { visibleInBlock } from './block-scope.ts';
import { type Entity, functionKinds, local, named, outside } from './entity.ts';
import { originEntity } from './origin-entity.ts';
import { importRulesOf } from './resolve-imports.ts';
import { functionParts } from './signature-parts.ts';
import { type CodePosition, enclosing, type SourceFile } from './source-file.ts';

/** Nothing if the name is not found. */
export async function lookUp(
  view: RefView,
  place: CodePosition,
  name: string,
  depth: number,
): Promise<Entity | undefined> {
  const { source, within } = place;
  const { language } = source.file;
  const bound = bindingAt(place, name);
  if (bound !== undefined) return originEntity(view, before(place, bound), bound.origin, depth + 1);
  for (const symbol of enclosing(place)) {
    if (functionKinds.has(symbol.kind)) {
      const parts = functionParts(symbol.signature, symbol.name, language);
      const parameter = [...(parts?.receiver ? [parts.receiver] : []), ...(parts?.parameters ?? [])].find(
        (each) => each.name === name,
      );
      const here = { source, within: symbol.position, line: symbol.lineStart };
      if (parameter !== undefined) return (await originEntity(view, here, parameter.origin, depth + 1)) ?? local;
    }
    if (functionKinds.has(symbol.kind) || symbol.kind === 'module') {
      const nested = source.byName.get(name)?.filter((each) => each.parent === symbol.position && isBareName(each));
      if (nested !== undefined && nested.length > 0) {
        const seen = await visibleInBlock(view, place, nested);
        if (seen.length > 0) return named(seen);
      }
    }
    const inner = await imported(view, source, name, symbol.position);
    if (inner !== undefined) return inner;
    // A block of Rust sees nothing of the file around it.
    if (language === 'rust' && symbol.kind === 'module') return rustPath(view, place, ['self'], name);
  }
  if (language === 'rust') return rustPath(view, { ...place, within }, ['self'], name);
  const top = source.byName
    .get(name)
    ?.filter((each) => each.parent === -1 && each.kind !== 'field' && isBareName(each));
  if (top !== undefined && top.length > 0) {
    const seen = await visibleInBlock(view, place, top);
    if (seen.length > 0) return named(seen);
  }
  return (
    (await imported(view, source, name, -1)) ??
    (language === 'go' ? await ofPackage(view, source, name) : await starred(view, source, name))
  );
}

/** Whether a symbol goes by its name alone: a method of an object, or what is added to one, does not. */
function isBareName({ kind, language, signature }: SymbolRecord): boolean {
  if (!/^(?:java|type)script$/.test(language)) return kind !== 'impl';
  return kind !== 'method' && !/^[\w$.]+\.[\w$]+\s*=(?!=)/.test(signature);
}

/** What a path of Rust leads to, as written at a place. */
export async function rustPath(
  view: RefView,
  { source, within }: CodePosition,
  qualifiers: readonly string[],
  name: string,
): Promise<Entity | undefined> {
  const fact = { source: qualifiers.join('::'), name, reexport: false, lineStart: 0, lineEnd: 0, within };
  const target = await importRulesOf('rust')?.targetOf(view, source.file, fact);
  return named(target?.symbols ?? []);
}

/** The files of a Go package, as one of them sees it. */
export async function packageFiles(view: RefView, file: FileVersion): Promise<readonly FileVersion[]> {
  const folders = await view.derived(folderTable);
  return folders
    .filesIn(folderOf(file.path))
    .filter(({ language, module }) => language === 'go' && module === file.module);
}

/** What one import of a file leads to. */
export async function importEntity(view: RefView, file: FileVersion, fact: ImportFact): Promise<Entity | undefined> {
  if (file.language === 'go') {
    const files = await packageOf(view, file, fact.source);
    return files.length === 0 ? outside : { is: 'module', files };
  }
  const target = await importRulesOf(file.language)?.targetOf(view, file, fact);
  if (target === undefined) return undefined;
  if (target.symbols.length > 0) return named(target.symbols);
  if (target.files.length === 0) return outside;
  const isModule = fact.name === undefined || fact.name === '*' || file.language === 'python';
  return isModule ? { is: 'module', files: target.files } : undefined;
}

/** The innermost binding of a name that holds at a place. */
function bindingAt(place: CodePosition, name: string): BindingFact | undefined {
  const candidates = place.source.bindings.get(name);
  if (candidates === undefined) return undefined;
  const around = new Set([...enclosing(place)].map(({ position }) => position));
  let best: BindingFact | undefined;
  for (const each of candidates) {
    const holds = each.lineStart <= place.line && place.line <= each.lineEnd;
    if (!holds || (each.within !== -1 && !around.has(each.within)) || (each.within === -1 && place.within !== -1))
      continue;
    if (
      best === undefined ||
      each.within > best.within ||
      (each.within === best.within && each.lineStart >= best.lineStart)
    ) {
      best = each;
    }
  }
  return best;
}

/** Where the value of a binding is read: before it, if it is made from its own name. */
function before({ source }: CodePosition, { name, origin, within, lineStart }: BindingFact): CodePosition {
  const isFromItself = new RegExp(`^=(?:await |new )*${name.replace(/\$/g, '\\$')}(?![\\p{L}\\p{N}_$])`, 'u').test(
    origin,
  );
  return { source, within, line: isFromItself ? lineStart - 1 : lineStart };
}

/** What an import binds to a name, of those that stand right in a symbol, or at the top. */
async function imported(view: RefView, source: SourceFile, name: string, within: number): Promise<Entity | undefined> {
  const { file } = source;
  const unnamed: ImportFact[] = [];
  for (const fact of source.imports) {
    if (fact.within !== within || (fact.name === '*' && fact.alias === undefined)) continue;
    if ((fact.alias ?? fact.name) === name) return importEntity(view, file, fact);
    if (fact.alias === undefined && fact.name === undefined) unnamed.push(fact);
  }
  if (file.language === 'go') {
    // A package mostly goes by the last part of its path; only where none does, the others are looked at.
    const likely = unnamed.filter((fact) => fact.source.includes(name));
    for (const fact of [...likely, ...unnamed.filter((each) => !likely.includes(each))]) {
      if (await isPackage(view, file, fact, name)) return importEntity(view, file, fact);
    }
    return undefined;
  }
  const fact = unnamed.find((each) => firstPart(each.source) === name);
  if (fact === undefined) return undefined;
  return importEntity(view, file, file.language === 'python' ? { ...fact, source: name } : fact);
}

/** A Go package goes by the name in its clause; one that is not in the repository by what its path says. */
async function isPackage(view: RefView, file: FileVersion, fact: ImportFact, name: string): Promise<boolean> {
  const parts = fact.source.split('/');
  const last = parts.at(-1) as string;
  const path = /^v\d+$/.test(last) ? (parts.at(-2) ?? last) : last;
  const guess = [last, path, path.replace(/^go-|\.go$|-go$|\.v\d+$/g, '')];
  const [first] = await packageOf(view, file, fact.source);
  return first === undefined ? guess.includes(name) : first.module === name;
}

/** The files of the package that an import of a file leads to. */
async function packageOf(view: RefView, file: FileVersion, source: string): Promise<readonly FileVersion[]> {
  const cache = await view.derived(packagesCache);
  // Tests see more of their own package than others do.
  const key = `${folderOf(file.path)} ${file.path.endsWith('_test.go')} ${source}`;
  return cache.get(key) ?? cache.set(key, (await importRulesOf('go')?.filesOf(view, file, source)) ?? []);
}

async function ofPackage(view: RefView, source: SourceFile, name: string): Promise<Entity | undefined> {
  const { file } = source;
  const cache = await view.derived(ofPackageCache);
  const key = `${folderOf(file.path)} ${file.module} ${name}`;
  const found = cache.get(key) ?? cache.set(key, await namedInPackage(view, file, name));
  return named(found) ?? starred(view, source, name);
}

async function namedInPackage(view: RefView, file: FileVersion, name: string): Promise<readonly SymbolRecord[]> {
  const found: SymbolRecord[] = [];
  for (const each of await packageFiles(view, file)) {
    found.push(...(await view.store.symbolsNamedIn(each, name)).filter(({ scope }) => scope === ''));
  }
  return found;
}

function packagesCache(): LruCache<string, readonly FileVersion[]> {
  return new LruCache(16_384);
}

function ofPackageCache(): LruCache<string, readonly SymbolRecord[]> {
  return new LruCache(16_384);
}

/** What an import of everything brings in. */
async function starred(view: RefView, source: SourceFile, name: string): Promise<Entity | undefined> {
  const rules = importRulesOf(source.file.language);
  // Python leaves out what begins with an underscore.
  if (source.file.language === 'python' && name.startsWith('_')) return undefined;
  for (const fact of source.imports) {
    if (fact.name !== '*' || fact.alias !== undefined || fact.reexport) continue;
    for (const file of (await rules?.filesOf(view, source.file, fact.source)) ?? []) {
      const offered = await rules?.offeredBy(view, file, name);
      if (offered !== undefined && offered.symbols.length > 0) return named(offered.symbols);
    }
  }
  return undefined;
}

function firstPart(source: string): string {
  return /^[^./:]+/.exec(source)?.[0] ?? source;
}
