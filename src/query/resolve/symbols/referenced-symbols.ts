/**
 * The symbols that a symbol references, by scope rules. A name is looked up in the file itself, in the package that
 * shares its names, and through the imports that bind it; never by name alone in unrelated files.
 */
import { declaredTypeKinds as typeKinds } from '../../../languages/entity.ts';
import { callRulesOf } from '../../../languages/languages.ts';
import type { ImportFact, ReferenceFact, SymbolKind } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import type { RefView } from '../../view/ref-view.ts';
import { exportedSymbol, type ResolvedImport, resolveImports, resolveModule } from '../names/resolve-imports.ts';
import { scopeInside } from './outside-members.ts';
import { sharesNames } from './scopes.ts';

/** References resolved per symbol; further ones in a longer body are ignored. */
const maxReferences = 400;

/** Returns the first `limit` symbols found: those of its own file, then those of other files. */
export async function referencedSymbols(
  view: RefView,
  file: FileVersion,
  symbol: SymbolRecord,
  limit: number,
): Promise<SymbolRecord[]> {
  const inFile = await view.store.symbols(file);
  const inside = insideOf(symbol, inFile);
  const references = distinct((await view.store.references(file)).filter(({ within }) => inside.has(within)));
  const found = new Map<number, SymbolRecord>();
  const take = (symbols: readonly SymbolRecord[]) => {
    for (const one of symbols) if (!isOwn(one, symbol, inside) && found.size < limit) found.set(one.id, one);
    return symbols.length > 0;
  };
  const open: ReferenceFact[] = [];
  for (const reference of references.slice(0, maxReferences)) {
    if (view.isPauseDue()) await view.pause();
    if (!take(definedHere(reference, inFile))) open.push(reference);
  }
  for (const reference of open) {
    if (found.size >= limit) break;
    take(await definedElsewhere(view, file, reference, inFile));
  }
  return [...found.values()];
}

/** The kinds of symbols that each kind of reference may refer to. */
const meanings: Readonly<Record<ReferenceFact['kind'], ReadonlySet<SymbolKind>>> = {
  call: new Set(['fn', 'method', 'macro', 'class', 'struct', 'const', 'variable', 'static', 'type']),
  construct: new Set(['class', 'struct', 'enum', 'type', 'fn', 'const']),
  type: new Set(['class', 'struct', 'interface', 'trait', 'enum', 'type']),
  inherit: new Set(['class', 'struct', 'interface', 'trait', 'type']),
  value: new Set(['fn', 'method', 'class', 'struct']),
  // An import alias; uses refer to the alias.
  alias: new Set(),
};
/** Keywords for the current object or its type. */
const selfWords: ReadonlySet<string> = new Set(['self', 'this', 'Self', 'cls', '$this', 'static', 'super()']);

function definedHere(reference: ReferenceFact, inFile: readonly SymbolRecord[]): SymbolRecord[] {
  const named = inFile.filter(({ name, kind }) => name === reference.name && meanings[reference.kind].has(kind));
  if (named.length === 0) return [];
  const outer = outerOf(inFile[reference.within], inFile);
  const { receiver } = reference;
  if (receiver === undefined) {
    const scopes = new Set(outer.map(({ position }) => position).concat(-1));
    const isBare = (one: SymbolRecord) => one.kind !== 'method' || isFunction(inFile[one.parent]);
    // The innermost symbol shadows the outer ones.
    const visible = named.filter((one) => isReachable(one, scopes, inFile) && isBare(one));
    return visible.length === 0 ? [] : [visible.reduce((a, b) => (b.scope.length > a.scope.length ? b : a))];
  }
  const type = selfWords.has(receiver) || isOwnReceiver(receiver, outer) ? typeScopeOf(outer) : undefined;
  if (type !== undefined) return named.filter((one) => one.scope === type);
  const called = lastPart(receiver);
  const owner = inFile.find(({ name, kind, scope }) => name === called && typeKinds.has(kind) && scope === '');
  return owner === undefined || !isPath(receiver) ? [] : named.filter((one) => one.scope === scopeInside(owner));
}

async function definedElsewhere(
  view: RefView,
  file: FileVersion,
  reference: ReferenceFact,
  inFile: readonly SymbolRecord[],
): Promise<SymbolRecord[]> {
  const { name, receiver, kind } = reference;
  const fits = (symbols: readonly SymbolRecord[]) => symbols.filter((one) => meanings[kind].has(one.kind));
  if (receiver === undefined) {
    const bound = await importsBinding(view, file, name);
    if (bound.length > 0) return fits(bound.flatMap(({ symbols }) => symbols));
    const shared = await sharedNames(view, file, name);
    if (shared.length > 0) return fits(shared);
    const all = await resolveImports(view, file, (fact) => fact.name === '*' && fact.alias === undefined);
    return fits(await offered(view, new Set(all.flatMap(({ files }) => files)), name));
  }
  if (
    !isPath(receiver) ||
    selfWords.has(receiver) ||
    isOwnReceiver(receiver, outerOf(inFile[reference.within], inFile))
  )
    return [];
  const [first = ''] = receiver.split(/::|\./);
  const bound = await importsBinding(view, file, first);
  const types = bound.flatMap(({ symbols }) => symbols).filter((one) => typeKinds.has(one.kind));
  if (types.length > 0 && first === receiver) return fits(await membersOf(view, types, name));
  if (first === receiver) return fits(await offered(view, new Set(bound.flatMap(({ files }) => files)), name));
  return fits(await offered(view, new Set(await resolveModule(view, file, receiver)), name));
}

/** Returns the imports that bind a name in a file. */
async function importsBinding(view: RefView, file: FileVersion, name: string): Promise<readonly ResolvedImport[]> {
  const imports = await resolveImports(view, file, (fact) => mayBind(fact, name));
  const { bindsName } = callRulesOf(file.language).names;
  return bindsName === undefined ? imports : imports.filter(({ fact, files }) => bindsName(fact, files, name));
}

function mayBind({ source, name, alias }: ImportFact, wanted: string): boolean {
  if (alias !== undefined) return alias === wanted;
  return name === undefined ? source.split(/[./:-]+/).includes(wanted) : name === wanted;
}

/** Returns symbols of the same package that are visible without an import. */
async function sharedNames(view: RefView, file: FileVersion, name: string): Promise<SymbolRecord[]> {
  if (!sharesNames(file, file)) return [];
  const files = await view.files();
  return (await view.store.symbolsNamed(view.ref, name)).filter((one) => {
    const other = files.byId(one.versionId);
    return one.scope === '' && other !== undefined && sharesNames(file, other);
  });
}

async function offered(view: RefView, files: ReadonlySet<FileVersion>, name: string): Promise<SymbolRecord[]> {
  const found: SymbolRecord[] = [];
  for (const file of files) {
    for (const each of await exportedSymbol(view, file, name)) found.push(each);
    if (found.length > 0) break;
  }
  return found;
}

async function membersOf(view: RefView, types: readonly SymbolRecord[], name: string): Promise<SymbolRecord[]> {
  const files = await view.files();
  const found: SymbolRecord[] = [];
  for (const type of types) {
    const file = files.byId(type.versionId);
    if (file === undefined) continue;
    const scope = scopeInside(type);
    for (const each of (await view.store.symbols(file)).filter((one) => one.name === name && one.scope === scope))
      found.push(each);
  }
  return found;
}

/** The positions of a symbol and of everything nested in it. */
function insideOf({ position }: SymbolRecord, inFile: readonly SymbolRecord[]): ReadonlySet<number> {
  const inside = new Set([position]);
  // Parents come before their children.
  for (const one of inFile) if (inside.has(one.parent)) inside.add(one.position);
  return inside;
}

function isOwn(one: SymbolRecord, symbol: SymbolRecord, inside: ReadonlySet<number>): boolean {
  return one.versionId === symbol.versionId && inside.has(one.position);
}

/** Deduplicates references by kind, name, receiver and enclosing symbol, in line order. */
function distinct(references: readonly ReferenceFact[]): ReferenceFact[] {
  return [
    ...new Map(references.map((one) => [`${one.kind} ${one.name} ${one.receiver ?? ''} ${one.within}`, one])).values(),
  ];
}

/** A symbol and its enclosing symbols, innermost first. */
function outerOf(symbol: SymbolRecord | undefined, inFile: readonly SymbolRecord[]): SymbolRecord[] {
  const outer: SymbolRecord[] = [];
  for (let one = symbol; one !== undefined; one = inFile[one.parent]) outer.push(one);
  return outer;
}

/** Whether a symbol is declared in one of the scopes, or in a top-level module that adds no scope (a namespace). */
function isReachable(one: SymbolRecord, scopes: ReadonlySet<number>, inFile: readonly SymbolRecord[]): boolean {
  if (scopes.has(one.parent)) return true;
  const parent = inFile[one.parent];
  const isModule = parent?.kind === 'module' && parent.parent === -1;
  return isModule && callRulesOf(parent.language).names.inModule === undefined;
}

function isFunction(symbol: SymbolRecord | undefined): boolean {
  return symbol?.kind === 'fn' || symbol?.kind === 'method';
}

/** The scope of the members of the enclosing type: that of the outermost enclosing function that is a member. */
function typeScopeOf(outer: readonly SymbolRecord[]): string | undefined {
  const member = outer.findLast((one) => isFunction(one) && one.scope !== '');
  return member?.scope;
}

/** Whether it is the declared receiver of an enclosing method: `s` in `func (s *Store) Get()`. */
function isOwnReceiver(receiver: string, outer: readonly SymbolRecord[]): boolean {
  return outer.some(({ language, signature }) => callRulesOf(language).values.receiverIn?.(signature) === receiver);
}

function isPath(receiver: string): boolean {
  return /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:::|\.)[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(receiver);
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf(':')) + 1);
}
