/**
 * The module tree of Rust crates, resolved step by step: a module is a file or a block in a file, its children are its
 * `mod` declarations, its parent is the file that declares it.
 */

import { symbolsNamed } from '../../query/view/file-facts.ts';
import { folderOf, folderTable, joined } from '../../query/view/folder-table.ts';
import { LruCache } from '../../query/view/lru-cache.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { packageAround, rustPackages } from './crates.ts';
import { conditionAt, isUsual, pathAttributeAt, pathAttributes } from './path-attributes.ts';

export interface Module {
  readonly file: FileVersion;
  /** The names of the enclosing blocks in its file; empty for the file itself. */
  readonly scope: string;
}

/** Returns the modules that `mod name` declares in a module: several if a condition selects among them. */
export async function childrenOf(view: RefView, module: Module, name: string): Promise<readonly Module[]> {
  const cache = await view.derived(childrenCache);
  const key = `${module.file.id} ${scopeIn(module.scope, name)}`;
  return cache.get(key) ?? cache.set(key, await findChildren(view, module, name));
}

/** Declarations of one module for different conditions. */
const maxAlternatives = 64;

async function findChildren(view: RefView, module: Module, name: string): Promise<readonly Module[]> {
  const declared = (await declarations(view, module, name)).slice(0, maxAlternatives);
  if (declared.length === 0) return [];
  const found: Module[] = [];
  for (const declaration of declared.length > 1 ? await usualFirst(view, module.file, declared) : declared) {
    const child = await childAt(view, module, declaration, declared.length > 1);
    if (child !== undefined && !found.some((other) => isSame(other, child))) found.push(child);
  }
  return found;
}

/** Sorts conditional declarations: those of a default build first. */
async function usualFirst(
  view: RefView,
  file: FileVersion,
  declared: readonly SymbolRecord[],
): Promise<readonly SymbolRecord[]> {
  const usual: SymbolRecord[] = [];
  const others: SymbolRecord[] = [];
  for (const each of declared) {
    const condition = await conditionAt(view, file, each.lineStart);
    (condition === undefined || isUsual(condition) ? usual : others).push(each);
  }
  return [...usual, ...others];
}

async function childAt(
  view: RefView,
  module: Module,
  declaration: SymbolRecord,
  isOneOfSeveral: boolean,
): Promise<Module | undefined> {
  const block: Module = { file: module.file, scope: scopeIn(module.scope, declaration.name) };
  if (declaration.lineEnd > declaration.lineStart && !isOneOfSeveral) return block;
  const folders = await view.derived(folderTable);
  const home = await homeOf(view, module);
  const conventional = [home, ...(isBlock(module) ? [] : [folderOf(module.file.path)])].flatMap((folder) => [
    joined(folder, `${declaration.name}.rs`),
    joined(folder, `${declaration.name}/mod.rs`),
  ]);
  const files = conventional.flatMap((path) => (path === undefined ? [] : (folders.byPath(path) ?? [])));
  const [file] = files.filter(({ id }) => id !== module.file.id);
  if (file !== undefined && !isOneOfSeveral) return { file, scope: '' };
  const written = await pathAttributeAt(view, module.file, declaration.lineStart);
  if (written !== undefined) {
    const target = joined(isBlock(module) ? home : folderOf(module.file.path), written);
    const pointed = target === undefined ? undefined : folders.byPath(target);
    return pointed === undefined ? undefined : { file: pointed, scope: '' };
  }
  if (file !== undefined && declaration.lineEnd === declaration.lineStart) return { file, scope: '' };
  return block;
}

/** Returns the parent module; undefined for the root of a crate. */
export async function parentOf(view: RefView, { file, scope }: Module): Promise<Module | undefined> {
  if (scope !== '') return { file, scope: scope.slice(0, Math.max(0, scope.lastIndexOf('::'))) };
  const cache = await view.derived(parentsCache);
  const known = cache.get(file.id);
  return (known ?? cache.set(file.id, { module: await findParent(view, file) })).module;
}

/** Returns the root file of the crate of a module. */
export async function rootOf(view: RefView, module: Module): Promise<Module> {
  let top: Module = { file: module.file, scope: '' };
  const seen = new Set<number>();
  for (let next: Module | undefined = top; next !== undefined; next = await parentOf(view, next)) {
    top = next;
    if (top.scope !== '') continue;
    if (seen.has(top.file.id)) break;
    seen.add(top.file.id);
  }
  const packages = await view.derived(rustPackages);
  if (packages.roots.has(top.file.path)) return top;
  const [root] = packageAround(packages, top.file)?.roots ?? [];
  return root === undefined ? top : { file: root, scope: '' };
}

export function scopeIn(scope: string, name: string): string {
  return scope === '' ? name : `${scope}::${name}`;
}

function childrenCache(): LruCache<string, readonly Module[]> {
  return new LruCache(8192);
}

interface Parent {
  readonly module: Module | undefined;
}

function parentsCache(): LruCache<number, Parent> {
  return new LruCache(8192);
}

async function findParent(view: RefView, file: FileVersion): Promise<Module | undefined> {
  const packages = await view.derived(rustPackages);
  const folder = folderOf(file.path);
  const isMod = file.path === joined(folder, 'mod.rs');
  const name = isMod ? folder.slice(folder.lastIndexOf('/') + 1) : stemOf(file.path);
  const isRoot = packages.roots.has(file.path);
  if (isRoot && (name === 'lib' || name === 'main')) return undefined;
  // A test file may be a crate root and also a module of the file next to it.
  for (const owner of await ownersOf(view, isMod ? folderOf(folder) : folder, 0)) {
    if (owner.file.id !== file.id && (await declarations(view, owner, name)).length > 0) return owner;
  }
  return isRoot ? undefined : (await view.derived(pathAttributes)).get(file.path);
}

/** Returns the modules whose children are in a folder, whether or not they have any. */
async function ownersOf(view: RefView, folder: string, depth: number): Promise<readonly Module[]> {
  const folders = await view.derived(folderTable);
  const { rootsIn } = await view.derived(rustPackages);
  const files = [joined(folder, 'mod.rs'), `${folder}.rs`].flatMap((path) =>
    path === undefined ? [] : (folders.byPath(path) ?? []),
  );
  const owners = [...files, ...(rootsIn.get(folder) ?? [])].map((file) => ({ file, scope: '' }));
  // The children of a block are in a folder with its name.
  if (folder === '' || depth > 4) return owners;
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  const blocks: Module[] = [];
  for (const outer of owners.length > 0 ? [] : await ownersOf(view, folderOf(folder), depth + 1)) {
    const isThere = (await declarations(view, outer, name)).some(({ lineStart, lineEnd }) => lineEnd > lineStart);
    if (isThere) blocks.push({ file: outer.file, scope: scopeIn(outer.scope, name) });
  }
  return [...owners, ...blocks];
}

/** The folder for the files of a module's children. */
async function homeOf(view: RefView, { file, scope }: Module): Promise<string> {
  const { roots } = await view.derived(rustPackages);
  const folder = folderOf(file.path);
  const isOwner = roots.has(file.path) || /(?:^|\/)mod\.rs$/.test(file.path);
  const home = isOwner ? folder : (joined(folder, stemOf(file.path)) as string);
  return scope === '' ? home : (joined(home, scope.replaceAll('::', '/')) as string);
}

async function declarations(view: RefView, module: Module, name: string): Promise<readonly SymbolRecord[]> {
  const named = await symbolsNamed(view, module.file, name);
  return named.filter(({ kind, scope }) => kind === 'module' && scope === module.scope);
}

function isBlock({ scope }: Module): boolean {
  return scope !== '';
}

function isSame(a: Module, b: Module): boolean {
  return a.file.id === b.file.id && a.scope === b.scope;
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.rs$/, '');
}
