/**
 * Method sets of Go: a type implements an interface if it has all its methods, its own or those of embedded types, with
 * the same signatures. Nothing declares it.
 */
import { folderOf } from '../../query/view/folder-table.ts';
import { LruCache } from '../../query/view/lru-cache.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import { summaryPages } from '../../query/view/summary-pages.ts';
import type { SymbolRecord } from '../../store/store.ts';
import type { Contract, Resolver } from '../call-rules.ts';
import { embeddedTypes } from './embedded-types.ts';
import { isSamePackage } from './packages.ts';
import { hasSameSignature } from './same-signature.ts';
import { standardMethods } from './standard-interfaces.ts';

interface MethodSet {
  readonly methods: readonly SymbolRecord[];
  /** The names of methods of embedded standard interfaces. */
  readonly standard: readonly string[];
  /** Whether the methods of all embedded interfaces are known. */
  readonly isWhole: boolean;
}

/** Whether a type has all methods of an interface. */
export async function implementsInterface(
  resolver: Resolver,
  type: SymbolRecord,
  contract: SymbolRecord,
): Promise<boolean> {
  if (contract.kind !== 'interface' || type.kind === 'interface') return false;
  const cache = await resolver.view.derived(answersCache);
  const key = `${type.id} ${contract.id}`;
  return cache.get(key) ?? cache.set(key, await hasAllMethods(resolver, type, contract));
}

/** The names of the methods of an interface. Those of a struct are not a contract. */
export async function contractOf(resolver: Resolver, type: SymbolRecord): Promise<Contract> {
  if (type.kind !== 'interface') return { methods: [], isKnown: true };
  const { methods, standard, isWhole } = await methodSet(resolver, type);
  return { methods: [...methods.map(({ name }) => name), ...standard], isKnown: isWhole && standard.length === 0 };
}

async function hasAllMethods(resolver: Resolver, type: SymbolRecord, contract: SymbolRecord): Promise<boolean> {
  const { methods, standard } = await methodSet(resolver, contract);
  if (methods.length + standard.length === 0 || !(await mayHaveAll(resolver, type, methods))) return false;
  for (const method of methods) {
    // Only the package itself can implement an unexported method.
    if (method.visibility !== 'public' && !isSamePackage(method, type)) return false;
    const found = await resolver.membersOf(type, method.name, 0);
    if (found.length === 0) {
      if (!(await hasStandardMethod(resolver, type, method.name))) return false;
      continue;
    }
    let isSame = false;
    for (const each of found) isSame ||= await hasSameSignature(resolver, each, method, contract);
    if (!isSame) return false;
  }
  for (const name of standard) {
    const isFound = (await resolver.membersOf(type, name, 0)).length > 0;
    if (!isFound && !(await hasStandardMethod(resolver, type, name))) return false;
  }
  return true;
}

/** Whether the packages of a type and of those that it embeds declare methods with all the names; a cheap check. */
async function mayHaveAll(resolver: Resolver, type: SymbolRecord, methods: readonly SymbolRecord[]): Promise<boolean> {
  const folders = await foldersOf(resolver, type);
  for (const { name } of methods) {
    const declaring = await declaringFolders(resolver.view, name);
    const isDeclared = folders.some((folder) => declaring.has(folder));
    if (!isDeclared && !(await hasStandardMethod(resolver, type, name))) return false;
  }
  return true;
}

/** The folders of a type and of those that it embeds. */
async function foldersOf(resolver: Resolver, type: SymbolRecord): Promise<readonly string[]> {
  const cache = await resolver.view.derived(typeFoldersCache);
  return cache.get(type.id) ?? cache.set(type.id, [...new Set((await withBases(resolver, type)).map(folderOfSymbol))]);
}

/** A type and those that it embeds, directly or not; real ones are few. */
async function withBases(resolver: Resolver, type: SymbolRecord): Promise<readonly SymbolRecord[]> {
  const cache = await resolver.view.derived(basesCache);
  const known = cache.get(type.id);
  if (known !== undefined) return known;
  const seen = new Map([[type.id, type]]);
  for (const each of seen.values()) {
    if (seen.size > maxBases) break;
    for (const base of await resolver.basesOf(each)) seen.set(base.id, base);
  }
  return cache.set(type.id, [...seen.values()]);
}

function folderOfSymbol({ path }: SymbolRecord): string {
  return folderOf(path);
}

/** The folders that declare a method of a name. */
async function declaringFolders(view: RefView, name: string): Promise<ReadonlySet<string>> {
  const cache = await view.derived(foldersCache);
  const known = cache.get(name);
  if (known !== undefined) return known;
  const table = await view.files();
  const folders = new Set<string>();
  for await (const page of summaryPages(view, name)) {
    for (const { kind, versionId } of page) {
      const file = kind === 'method' ? table.byId(versionId) : undefined;
      if (file !== undefined) folders.add(folderOf(file.path));
    }
  }
  return cache.set(name, folders);
}

/** The methods of an interface and of those that it embeds. */
async function methodSet(resolver: Resolver, contract: SymbolRecord): Promise<MethodSet> {
  const cache = await resolver.view.derived(methodSetsCache);
  return cache.get(contract.id) ?? cache.set(contract.id, await readMethodSet(resolver, contract));
}

async function readMethodSet(resolver: Resolver, contract: SymbolRecord): Promise<MethodSet> {
  const methods = new Map<string, SymbolRecord>();
  const standard = new Set<string>();
  const seen = new Map([[contract.id, contract]]);
  let isWhole = true;
  for (const each of seen.values()) {
    const { inside } = await resolver.sourceOf(each);
    for (const symbol of inside.get(each.position) ?? []) {
      if (symbol.kind === 'method') methods.set(symbol.name, symbol);
    }
    for (const base of await resolver.basesOf(each)) if (base.kind === 'interface') seen.set(base.id, base);
    for (const base of await embeddedTypes(resolver, each)) {
      const names = 'written' in base ? standardMethods(base.written) : [];
      for (const name of names) standard.add(name);
      isWhole &&= names.length > 0 || Array.isArray(await resolver.typeSymbols(base, 0));
    }
  }
  return { methods: [...methods.values()], standard: [...standard], isWhole };
}

/** Whether a struct embeds a standard interface with this method, directly or in an embedded struct. */
async function hasStandardMethod(resolver: Resolver, type: SymbolRecord, name: string): Promise<boolean> {
  const cache = await resolver.view.derived(standardCache);
  return (cache.get(type.id) ?? cache.set(type.id, await standardOf(resolver, type))).has(name);
}

async function standardOf(resolver: Resolver, type: SymbolRecord): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const each of await withBases(resolver, type)) {
    for (const name of await standardIn(resolver, each)) names.add(name);
  }
  return names;
}

/** The methods of the standard interfaces that a type embeds itself. */
async function standardIn(resolver: Resolver, type: SymbolRecord): Promise<readonly string[]> {
  const bases = await embeddedTypes(resolver, type);
  return bases.flatMap((base) => ('written' in base ? standardMethods(base.written) : []));
}

/** Types that a type embeds. */
const maxBases = 500;

function basesCache(): LruCache<number, readonly SymbolRecord[]> {
  return new LruCache(50_000, (types) => types.length);
}

function standardCache(): LruCache<number, ReadonlySet<string>> {
  return new LruCache(4_096);
}

function answersCache(): LruCache<string, boolean> {
  return new LruCache(20_000);
}

function typeFoldersCache(): LruCache<number, readonly string[]> {
  return new LruCache(4_096);
}

function foldersCache(): LruCache<string, ReadonlySet<string>> {
  return new LruCache(100_000, (folders) => folders.size + 1);
}

function methodSetsCache(): LruCache<number, MethodSet> {
  return new LruCache(2_048);
}
