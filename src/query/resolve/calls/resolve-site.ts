/**
 * A call site is resolved if scope, imports and types prove its target. If they prove that the target is not in the
 * repository, it is `outside`. Otherwise it is unknown: `opaque` if the receiver comes from code outside of the
 * repository or a known type lacks the member, and only `unknown`, which may be guessed, if nothing is known about it.
 */
import type { Resolver } from '../../../languages/call-rules.ts';
import {
  type CodePosition,
  type Entity,
  functionKinds,
  type SourceFile,
  typeKinds,
  valueKinds,
} from '../../../languages/entity.ts';
import { callRulesOf, isStaticMember } from '../../../languages/languages.ts';
import type { ReferenceFact } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { accessChain, closing } from '../../../text/access-chain.ts';
import type { RefView } from '../../view/ref-view.ts';

export type Resolution =
  /** `others` are the targets in other builds. */
  | { readonly is: 'proven'; readonly target: SymbolRecord; readonly others: readonly SymbolRecord[] }
  /** One of several symbols of the same name and type; only the types of the arguments tell which. */
  | { readonly is: 'oneOf'; readonly targets: readonly SymbolRecord[] }
  | { readonly is: 'outside' }
  | { readonly is: 'opaque' }
  | { readonly is: 'unknown' };

const outside: Resolution = { is: 'outside' };
const opaque: Resolution = { is: 'opaque' };
const unknown: Resolution = { is: 'unknown' };

export async function resolveSite(resolver: Resolver, source: SourceFile, site: ReferenceFact): Promise<Resolution> {
  const { view } = resolver;
  const place = { source, within: site.within, line: site.line };
  const entity = await siteEntity(resolver, place, site);
  if (entity?.is === 'opaque') return opaque;
  if (entity === undefined || entity.is === 'local') {
    if (site.receiver !== undefined) return unknown;
    const { names } = callRulesOf(source.file.language);
    // A name that the file does not bind may be a global that another file defines.
    const isOurs = entity === undefined && names.areBound !== true && names.isGlobal?.(site.name) !== true;
    return isOurs ? opaque : outside;
  }
  if (entity.is !== 'symbols') return outside;
  const callable: SymbolRecord[] = [];
  for (const symbol of entity.symbols) {
    if (!isCallable(symbol, site, source.file.language)) continue;
    // Most are, and there may be thousands, so only the others are waited for.
    if (isAlwaysVisible(source.file, symbol) || (await isVisible(view, source.file, symbol))) callable.push(symbol);
  }
  const { builtWith } = callRulesOf(source.file.language).sites;
  const seen = builtWith === undefined ? callable : await builtWith(view, source.file, callable);
  const target = bestByArity(seen, site);
  // A field may hold any function, and a symbol that the file cannot see is not what it calls.
  if (target === undefined) return site.receiver === undefined ? outside : opaque;
  const targets = rivalsOf(target, seen, site);
  if (targets.length > 1) return { is: 'oneOf', targets };
  const isSeen = new Set(seen);
  return { is: 'proven', target, others: callable.filter((symbol) => !isSeen.has(symbol)) };
}

/** Whether code in a file may refer to a symbol; true unless the opposite is proven. */
export async function isVisible(view: RefView, file: FileVersion, symbol: SymbolRecord): Promise<boolean> {
  if (isAlwaysVisible(file, symbol)) return true;
  const home = (await view.files()).byId(symbol.versionId);
  if (home === undefined) return false;
  const rule = callRulesOf(file.language).sites.isVisible;
  return rule === undefined || rule(view, file, home, symbol);
}

function isAlwaysVisible(file: FileVersion, { versionId, visibility }: SymbolRecord): boolean {
  return versionId === file.id || visibility === 'public';
}

/** Whether a function accepts this many arguments; true if its signature cannot be parsed. */
export function acceptsArguments(symbol: SymbolRecord, args: number | undefined, isMethodCall = false): boolean {
  const arity = arityOf(symbol, isMethodCall);
  return args === undefined || arity === undefined || (arity.min <= args && args <= arity.max);
}

/** The number of arguments that a function accepts; undefined if its signature does not show it. */
export function arityOf(symbol: SymbolRecord, isMethodCall = false): { min: number; max: number } | undefined {
  if (!functionKinds.has(symbol.kind) || symbol.signature.endsWith('…')) return undefined;
  const { signatures, sites } = callRulesOf(symbol.language);
  const parts = sites.takesAnyArguments ? undefined : signatures.functionParts(symbol.signature, symbol.name);
  if (parts === undefined) return undefined;
  const { min, max } = signatures.arity(parts);
  const hasOwn = signatures.isOwnObject(parts.parameters[0]?.name ?? '');
  const slack = !isMethodCall && sites.ownObjectIsArgument && hasOwn ? 1 : 0;
  return { min, max: max + slack };
}

/** The entity that a site names, whatever its kind. */
export async function siteEntity(
  resolver: Resolver,
  place: CodePosition,
  site: ReferenceFact,
): Promise<Entity | undefined> {
  const { name, receiver } = site;
  const { values, sites } = callRulesOf(place.source.file.language);
  // A class can be constructed through the keyword for itself: `cls()`, `Self { … }`.
  if (receiver === undefined && name === values.own?.classWord) return resolver.evaluate(place, name, 0);
  if (receiver === undefined) return resolver.lookUp(place, name, 0);
  if (sites.entityAt !== undefined) {
    const found = await sites.entityAt(resolver, place, site);
    if (found !== undefined) return found.entity;
  }
  const chainText = accessChain(receiver);
  const base = chainText === '' ? literalEntity(receiver) : await resolver.evaluate(place, chainText, 0);
  return base === undefined ? undefined : resolver.memberEntity(base, name, 0);
}

/** A receiver that is a string, list or number literal has built-in methods; elements of a list have others. */
function literalEntity(receiver: string): Entity | undefined {
  const isLiteral =
    /^(?:[fbru]*["'`]|\d|\/.*\/)/.test(receiver) ||
    (/^[[{]/.test(receiver) && closing(receiver, 0) === receiver.length);
  return isLiteral && !/[\])]\s*\.[\w$]+$/.test(receiver) ? { is: 'outside' } : undefined;
}

/** Whether a site can refer to a symbol of this kind. */
export function isCallable(symbol: SymbolRecord, site: ReferenceFact, language: string): boolean {
  const { sites } = callRulesOf(language);
  const known = sites.isCallable?.(symbol, site);
  if (known !== undefined) return known;
  const { kind } = site;
  if (functionKinds.has(symbol.kind)) return kind !== 'construct' || sites.constructsFunctions === true;
  if (symbol.kind === 'impl') return false;
  if (typeKinds.has(symbol.kind)) return kind === 'construct' || symbol.kind !== 'interface';
  // A variable may hold a function. So may a field, but its value is set elsewhere.
  return valueKinds.has(symbol.kind) && kind !== 'value' && symbol.kind !== 'field';
}

/** Returns the first declaration with a matching arity, or the last one if later declarations replace earlier ones. */
function bestByArity(symbols: readonly SymbolRecord[], { args }: ReferenceFact): SymbolRecord | undefined {
  const [first] = symbols;
  if (first !== undefined && callRulesOf(first.language).sites.lastDeclarationCounts) {
    return symbols.findLast((symbol) => identity(symbol) === identity(first));
  }
  if (symbols.length <= 1 || args === undefined) return first;
  return symbols.find((symbol) => acceptsArguments(symbol, args)) ?? symbols[0];
}

/** Returns the target and the symbols beside it that take the call equally well, each by its first declaration. */
function rivalsOf(target: SymbolRecord, symbols: readonly SymbolRecord[], { args }: ReferenceFact): SymbolRecord[] {
  const found = new Map([[identity(target), target]]);
  for (const symbol of symbols) {
    const isBeside = symbol.versionId === target.versionId && symbol.scope === target.scope;
    if (isBeside && !found.has(identity(symbol)) && acceptsArguments(symbol, args)) found.set(identity(symbol), symbol);
  }
  return [...found.values()];
}

/**
 * Declarations of one name in one scope of one file are one symbol: overloads, or conditional declarations. An anonymous
 * scope counts: helpers of two callbacks, or methods of two `impl` blocks, are different symbols.
 */
export function identity(symbol: SymbolRecord): string {
  const known = identities.get(symbol);
  if (known !== undefined) return known;
  const { versionId, scope, name, place, kind } = symbol;
  const form = kind === 'impl' ? 'impl' : isStaticMember(symbol) ? 'static' : '';
  const made = `${versionId} ${scope} ${name} ${place} ${form}`;
  identities.set(symbol, made);
  return made;
}

/** Each site compares all symbols of its name, so a text is made and hashed once. */
const identities = new WeakMap<SymbolRecord, string>();
