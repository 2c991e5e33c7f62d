/**
 * Compares the signatures of two Go methods: the types of their parameters and results. A type is compared by its text
 * and by the packages that its file imports; type parameters and aliases match anything.
 */

import type { SymbolKind } from '../../model.ts';
import { importsOf } from '../../query/view/file-facts.ts';
import { folderOf } from '../../query/view/folder-table.ts';
import { LruCache } from '../../query/view/lru-cache.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { closing, listParts } from '../../text/access-chain.ts';
import type { Resolver } from '../call-rules.ts';
import { basicTypes, goSignatures } from './signatures.ts';

/** Whether a method can implement the method of an interface; `contract` embeds it, if it is another interface. */
export async function hasSameSignature(
  resolver: Resolver,
  method: SymbolRecord,
  declared: SymbolRecord,
  contract?: SymbolRecord,
): Promise<boolean> {
  if (method.id === declared.id) return true;
  const [ours, theirs] = [typesOf(method), typesOf(declared)];
  // A signature that was cut says nothing.
  if (ours === undefined || theirs === undefined) return true;
  if (ours.taken.length !== theirs.taken.length || ours.given.length !== theirs.given.length) return false;
  const open = new Set([...typeParameters(method), ...(await parametersOf(resolver, declared, contract))]);
  const others = [...theirs.taken, ...theirs.given];
  const pairs = [...ours.taken, ...ours.given].map(
    (type, at) => [tokensOf(type), tokensOf(others[at] as string)] as const,
  );
  // Names are compared first: packages take a look at the imports.
  for (const [a, b] of pairs) if (!(await haveSameNames(resolver, a, b, open))) return false;
  for (const [a, b] of pairs) {
    if (a.length === b.length && !(await haveSamePackages(resolver, method, a, declared, b, open))) return false;
  }
  return true;
}

interface Types {
  readonly taken: readonly string[];
  readonly given: readonly string[];
}

function typesOf({ signature, name }: SymbolRecord): Types | undefined {
  const parts = signature.endsWith('…') ? undefined : goSignatures.functionParts(signature, name);
  if (parts === undefined) return undefined;
  return {
    taken: parts.parameters.map(({ origin, rest }) => `${rest ? '...' : ''}${origin.slice(1)}`),
    given: resultTypes(parts.returns.trim()),
  };
}

/** `(a, b int, err error)`, `(int, error)` or `error` */
function resultTypes(written: string): string[] {
  if (written === '') return [];
  if (!written.startsWith('(') || closing(written, 0) !== written.length) return [written];
  const named = goSignatures.functionParts(`f${written}`, 'f');
  return named?.parameters.map(({ origin }) => origin.slice(1)) ?? listParts(written.slice(1, -1));
}

type Tokens = readonly string[];

async function haveSameNames(resolver: Resolver, a: Tokens, b: Tokens, open: ReadonlySet<string>): Promise<boolean> {
  if (a.length !== b.length) {
    return [...a, ...b].some((token) => open.has(token)) || hasAlias(resolver, [...a, ...b]);
  }
  for (const [at, token] of a.entries()) {
    const other = b[at] as string;
    if (open.has(token) || open.has(other) || nameOf(token) === nameOf(other)) continue;
    if (!(await hasAlias(resolver, [token, other]))) return false;
  }
  return true;
}

async function haveSamePackages(
  resolver: Resolver,
  method: SymbolRecord,
  a: Tokens,
  declared: SymbolRecord,
  b: Tokens,
  open: ReadonlySet<string>,
): Promise<boolean> {
  for (const [at, token] of a.entries()) {
    const other = b[at] as string;
    if (open.has(token) || open.has(other) || nameOf(token) !== nameOf(other)) continue;
    if (await isSamePackageOf(resolver, token, method, other, declared)) continue;
    if (!(await hasAlias(resolver, [token]))) return false;
  }
  return true;
}

/** Names with their package, and brackets; spaces do not count. */
function tokensOf(type: string): readonly string[] {
  const plain = type
    .replace(/\binterface\s*\{\s*\}/g, 'any')
    .replace(/\buint8\b/g, 'byte')
    .replace(/\bint32\b/g, 'rune');
  return plain.match(/[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)?|[^\s]/gu) ?? [];
}

function nameOf(token: string): string {
  return token.slice(token.indexOf('.') + 1);
}

const words = new Set([...basicTypes, 'chan', 'func', 'map', 'struct', 'interface']);

/** Whether two tokens with the same name belong to the same package; true if that is unknown. */
async function isSamePackageOf(
  resolver: Resolver,
  a: string,
  of: SymbolRecord,
  b: string,
  other: SymbolRecord,
): Promise<boolean> {
  if (words.has(a) || !/^[\p{L}_]/u.test(a)) return a === b;
  const [ours, theirs] = [await packageOf(resolver, a, of), await packageOf(resolver, b, other)];
  if (ours === undefined || theirs === undefined) return true;
  if ('path' in ours && 'path' in theirs) return ours.path === theirs.path;
  if ('folder' in ours && 'folder' in theirs) return ours.folder === theirs.folder;
  const [path, folder] =
    'path' in ours ? [ours.path, (theirs as Home).folder] : [(theirs as Imported).path, ours.folder];
  // The module path before the folder is not known here.
  return folder === '' || path === folder || path.endsWith(`/${folder.slice(folder.lastIndexOf('/') + 1)}`);
}

interface Imported {
  readonly path: string;
}
interface Home {
  readonly folder: string;
}

/** The import path of a qualified name; the folder of the file for a bare one. */
async function packageOf(
  { view }: Resolver,
  token: string,
  { versionId, path }: SymbolRecord,
): Promise<Imported | Home | undefined> {
  const dot = token.indexOf('.');
  if (dot === -1) return { folder: folderOf(path) };
  const qualifier = token.slice(0, dot);
  const file = (await view.files()).byId(versionId);
  const imports = file === undefined ? [] : await importsOf(view, file);
  const isNamed = ({ source, alias }: { source: string; alias?: string }) =>
    alias === undefined ? source.split('/').slice(-2).includes(qualifier) : alias === qualifier;
  const found = imports.find(isNamed);
  return found === undefined ? undefined : { path: found.source };
}

/** Whether one of the names is declared as an alias, whose target may be the other. */
async function hasAlias({ view }: Resolver, tokens: Tokens): Promise<boolean> {
  const cache = await view.derived(aliasesCache);
  for (const token of tokens) {
    if (words.has(token) || !/^[\p{L}_]/u.test(token)) continue;
    const name = nameOf(token);
    if (cache.get(name) ?? cache.set(name, await isNameOfAlias(view, name))) return true;
  }
  return false;
}

async function isNameOfAlias(view: RefView, name: string): Promise<boolean> {
  const types = await view.store.symbolsNamed(view.ref, name, { kinds: aliasKinds });
  return types.some(({ signature }) => isAlias.test(signature));
}

const aliasKinds: ReadonlySet<SymbolKind> = new Set(['type']);
const isAlias = /^(?:type\s+)?[\p{L}_][\p{L}\p{N}_]*(?:\[.*\])?\s*=/u;

/** The type parameters in the receiver of a method: `T` in `func (b *Broker[T]) …`. */
function typeParameters({ signature }: SymbolRecord): string[] {
  const receiver = /^func\s*\([^)[]*\[([^\]]*)\]/.exec(signature)?.[1];
  return receiver?.split(',').map((name) => name.trim()) ?? [];
}

/** The type parameters of the interface that declares a method, and of the one that embeds it. */
async function parametersOf(resolver: Resolver, declared: SymbolRecord, contract?: SymbolRecord): Promise<string[]> {
  const holder = (await resolver.sourceOf(declared)).symbols[declared.parent];
  return [holder, contract].flatMap((each) => {
    const list = /^(?:type\s+)?[\p{L}_][\p{L}\p{N}_]*\[(.*)\]/u.exec(each?.signature ?? '')?.[1];
    return list === undefined ? [] : listParts(list).map((part) => part.trim().split(/\s+/)[0] as string);
  });
}

function aliasesCache(): LruCache<string, boolean> {
  return new LruCache(8_192);
}
