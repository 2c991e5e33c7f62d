/**
 * A guess is what a call on something unknown may mean: the few methods of that name, with that many arguments, in files that
 * the caller can see. A name that many types have, or that the language's own types have, is not guessed at.
 */

import { packageAround, rustPackages } from '../../languages/rust/crates.ts';
import type { ReferenceFact } from '../../model.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { importsOf } from '../view/file-facts.ts';
import { folderOf } from '../view/folder-table.ts';
import { LruCache } from '../view/lru-cache.ts';
import type { RefView } from '../view/ref-view.ts';
import { functionKinds } from './entity.ts';
import { isCommonMethod } from './global-names.ts';
import { isVisible } from './is-visible.ts';
import { importRulesOf } from './resolve-imports.ts';
import { acceptsArguments } from './resolve-site.ts';
import { functionParts } from './signature-parts.ts';
import type { SourceFile } from './source-file.ts';

/** Candidates that are still few. */
const maxGuesses = 3;
/** Namesakes beyond which none is meant in particular. */
const maxNamesakes = 12;
/** Declarations of a name, in whatever language, beyond which it is not looked at. */
const maxDeclared = 60;
/** Imported files whose own imports are looked at. */
const maxBetween = 40;

export async function guessSite(
  view: RefView,
  source: SourceFile,
  site: ReferenceFact,
): Promise<readonly SymbolRecord[]> {
  const { file } = source;
  const { name, kind, receiver, args } = site;
  if (kind !== 'call' || receiver === undefined || receiver.endsWith('!')) return [];
  if (file.language === 'rust') {
    const [method] = await traitMethods(view, source, name);
    if (method !== undefined) return [method];
  }
  if (isCommonMethod(name, file.language)) return [];
  const namesakes = (await methodsNamed(view, name)).filter(
    (symbol) =>
      isSameFamily(symbol.language, file.language) && acceptsArguments(symbol, args, true) && isMethod(symbol),
  );
  if (namesakes.length === 0 || namesakes.length > maxNamesakes) return [];
  const isTest = file.labels.includes('test');
  const seen: SymbolRecord[] = [];
  for (const symbol of namesakes) {
    if (!isTest && symbol.labels.includes('test')) continue;
    if ((await isVisible(view, file, symbol)) && (await canSee(view, file, symbol))) seen.push(symbol);
  }
  return seen.length <= maxGuesses ? seen : [];
}

export function isSameFamily(a: string, b: string): boolean {
  return familyOf(a) === familyOf(b);
}

function familyOf(language: string): string {
  return language === 'typescript' ? 'javascript' : language;
}

function isMethod(symbol: SymbolRecord): boolean {
  if (symbol.scope === '' || !functionKinds.has(symbol.kind)) return false;
  if (symbol.language !== 'rust') return symbol.kind === 'method';
  return functionParts(symbol.signature, symbol.name, 'rust')?.parameters[0]?.name === 'self';
}

/** The methods of that name of the traits that a file brings in by name: they may be implemented for whatever is unknown. */
async function traitMethods(view: RefView, source: SourceFile, name: string): Promise<readonly SymbolRecord[]> {
  const cache = await view.derived(traitsCache);
  const known = cache.get(source.file.id);
  const traits = known ?? cache.set(source.file.id, await traitsIn(view, source));
  const found: SymbolRecord[] = [];
  for (const trait of traits) {
    const file = (await view.files()).byId(trait.versionId);
    const members = file === undefined ? [] : await view.store.symbolsNamedIn(file, name);
    found.push(...members.filter((symbol) => symbol.parent === trait.position && isMethod(symbol)));
  }
  return found.length === 1 ? found : [];
}

async function traitsIn(view: RefView, source: SourceFile): Promise<readonly SymbolRecord[]> {
  const traits = new Map<number, SymbolRecord>();
  for (const fact of source.imports) {
    // A trait goes by a name with a capital letter; the rest need not be followed.
    if (fact.name === undefined || !/^\p{Lu}/u.test(fact.name)) continue;
    const target = await importRulesOf('rust')?.targetOf(view, source.file, fact);
    for (const symbol of target?.symbols ?? []) if (symbol.kind === 'trait') traits.set(symbol.id, symbol);
  }
  return [...traits.values()];
}

async function methodsNamed(view: RefView, name: string): Promise<readonly SymbolRecord[]> {
  const cache = await view.derived(methodsCache);
  const known = cache.get(name);
  if (known !== undefined) return known;
  const named = await view.store.symbolsNamed(view.ref, name);
  const methods = named.filter(({ kind }) => functionKinds.has(kind));
  return cache.set(name, methods.length > maxDeclared ? [] : methods);
}

/** Whether a file imports another, or imports one that does; files of one package or crate see each other. */
async function canSee(view: RefView, file: FileVersion, symbol: SymbolRecord): Promise<boolean> {
  if (symbol.versionId === file.id) return true;
  const target = (await view.files()).byId(symbol.versionId);
  if (target === undefined) return false;
  if (file.language === 'go') {
    if (folderOf(target.path) === folderOf(file.path)) return target.module === file.module;
  }
  if (file.language === 'rust') return seesCrate(view, file, target);
  const direct = await importedBy(view, file);
  if (direct.some(({ id }) => id === target.id)) return true;
  if (file.language === 'go') return false;
  for (const between of direct.slice(0, maxBetween)) {
    if ((await importedBy(view, between)).some(({ id }) => id === target.id)) return true;
  }
  return false;
}

async function seesCrate(view: RefView, file: FileVersion, target: FileVersion): Promise<boolean> {
  const packages = await view.derived(rustPackages);
  const crate = packageAround(packages, target);
  if (packageAround(packages, file) === crate) return true;
  return (await importedBy(view, file)).some((other) => packageAround(packages, other) === crate);
}

async function importedBy(view: RefView, file: FileVersion): Promise<readonly FileVersion[]> {
  const cache = await view.derived(importedCache);
  const known = cache.get(file.id);
  if (known !== undefined) return known;
  const files = new Map<number, FileVersion>();
  for (const { source } of await importsOf(view, file)) {
    for (const each of (await importRulesOf(file.language)?.filesOf(view, file, source)) ?? [])
      files.set(each.id, each);
  }
  return cache.set(file.id, [...files.values()]);
}

function methodsCache(): LruCache<string, readonly SymbolRecord[]> {
  return new LruCache(512);
}

function traitsCache(): LruCache<number, readonly SymbolRecord[]> {
  return new LruCache(1_024);
}

function importedCache(): LruCache<number, readonly FileVersion[]> {
  return new LruCache(4_096);
}
