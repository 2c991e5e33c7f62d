/**
 * A call site is resolved if scope, imports and types prove its target. If they prove that the target is not in the
 * repository, it is `outside`; otherwise it is `unknown`, and only then may the target be guessed.
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
import { callRulesOf } from '../../../languages/languages.ts';
import type { ReferenceFact } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { accessChain } from '../../../text/access-chain.ts';
import type { RefView } from '../../view/ref-view.ts';

export type Resolution =
  /** `others` are the targets in other builds. */
  | { readonly is: 'proven'; readonly target: SymbolRecord; readonly others: readonly SymbolRecord[] }
  | { readonly is: 'outside' }
  | { readonly is: 'unknown' };

const outside: Resolution = { is: 'outside' };
const unknown: Resolution = { is: 'unknown' };

export async function resolveSite(resolver: Resolver, source: SourceFile, site: ReferenceFact): Promise<Resolution> {
  const { view } = resolver;
  const place = { source, within: site.within, line: site.line };
  const entity = await siteEntity(resolver, place, site);
  if (entity === undefined || entity.is === 'local') return site.receiver === undefined ? outside : unknown;
  if (entity.is !== 'symbols') return outside;
  const callable: SymbolRecord[] = [];
  for (const symbol of entity.symbols) {
    if (isCallable(symbol, site, source.file.language) && (await isVisible(view, source.file, symbol)))
      callable.push(symbol);
  }
  const { builtWith } = callRulesOf(source.file.language).sites;
  const seen = builtWith === undefined ? callable : await builtWith(view, source.file, callable);
  const target = bestByArity(seen, site);
  if (target === undefined) return outside;
  return { is: 'proven', target, others: callable.filter((symbol) => !seen.includes(symbol)) };
}

/** Whether code in a file may refer to a symbol; true unless the opposite is proven. */
export async function isVisible(view: RefView, file: FileVersion, symbol: SymbolRecord): Promise<boolean> {
  if (symbol.versionId === file.id || symbol.visibility === 'public') return true;
  const home = (await view.files()).byId(symbol.versionId);
  if (home === undefined) return false;
  const rule = callRulesOf(file.language).sites.isVisible;
  return rule === undefined || rule(view, file, home, symbol);
}

/** Whether a function accepts this many arguments; true if its signature cannot be parsed. */
export function acceptsArguments(symbol: SymbolRecord, args: number | undefined, isMethodCall = false): boolean {
  if (args === undefined || !functionKinds.has(symbol.kind) || symbol.signature.endsWith('…')) return true;
  const { signatures, sites } = callRulesOf(symbol.language);
  if (sites.takesAnyArguments) return true;
  const parts = signatures.functionParts(symbol.signature, symbol.name);
  if (parts === undefined) return true;
  const { min, max } = signatures.arity(parts);
  const hasOwn = signatures.isOwnObject(parts.parameters[0]?.name ?? '');
  const slack = !isMethodCall && sites.ownObjectIsArgument && hasOwn ? 1 : 0;
  return min <= args && args <= max + slack;
}

async function siteEntity(resolver: Resolver, place: CodePosition, site: ReferenceFact): Promise<Entity | undefined> {
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

/** A receiver that is a string, list or number literal has built-in methods. */
function literalEntity(receiver: string): Entity | undefined {
  return /^(?:[fbru]*["'`]|[[{\d]|\/.*\/)/.test(receiver) && !/[\])]\s*\.[\w$]+$/.test(receiver)
    ? { is: 'outside' }
    : undefined;
}

function isCallable(symbol: SymbolRecord, site: ReferenceFact, language: string): boolean {
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

/** Declarations of one name in one scope of one file are one symbol: overloads, or conditional declarations. */
export function identity({ versionId, scope, name, kind }: SymbolRecord): string {
  return `${versionId} ${scope} ${name} ${kind === 'impl' ? 'impl' : ''}`;
}
