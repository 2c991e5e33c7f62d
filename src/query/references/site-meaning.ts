/**
 * What a name means at one place of the code: the target, likely the target, provably another thing, or unknown. Scope,
 * imports and types decide, by the rules of the language; calls are judged as in the call graph.
 */
import {
  type CodePosition,
  declaredTypeKinds,
  type Entity,
  enclosing,
  functionKinds,
  type SourceFile,
  typeKinds,
  valueKinds,
} from '../../languages/entity.ts';
import { callRulesOf, hasCalls, languageNamed } from '../../languages/languages.ts';
import { typeParameters } from '../../languages/signatures.ts';
import type { ImportFact, ReferenceFact } from '../../model.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { identity, isVisible, siteEntity } from '../resolve/calls/resolve-site.ts';
import { isImplementation } from '../resolve/dispatch/implementations.ts';
import { holderOf } from '../resolve/dispatch/subtypes.ts';
import { bindingAt } from '../resolve/names/look-up.ts';
import { ViewResolver } from '../resolve/names/resolver.ts';
import type { RefView } from '../view/ref-view.ts';
import type { ReferenceTarget } from './reference-target.ts';
import type { SiteContext } from './site-context.ts';

/** `likely`: a guess that the call graph makes as well, or a use through an interface or base. */
export type Meaning = 'target' | 'likely' | 'other' | 'unknown';

export interface Site {
  /** The name as written; it differs from the target's under an import alias. */
  readonly name: string;
  readonly source: SourceFile;
  readonly line: number;
  /** Index of the enclosing symbol, or -1. */
  readonly within: number;
  readonly context: SiteContext;
  /** What parsing extracted at this place. */
  readonly fact?: ReferenceFact;
  /** A local variable of that name is declared in an enclosing function. */
  readonly isShadowed: boolean;
}

export async function meaningAt(view: RefView, target: ReferenceTarget, site: Site): Promise<Meaning> {
  const meaning = hasCalls(site.source.file.language) ? await provenMeaning(view, target, site) : 'unknown';
  if (meaning !== 'unknown') return meaning;
  return (await isVisible(view, site.source.file, target.symbols[0])) ? 'unknown' : 'other';
}

/** What an import of the name means, or an import whose path contains it. */
export async function meaningOfImport(
  view: RefView,
  target: ReferenceTarget,
  source: SourceFile,
  fact: ImportFact,
  name: string,
  isPath: boolean,
): Promise<Meaning> {
  if (!hasCalls(source.file.language)) return 'unknown';
  const resolver = new ViewResolver(view);
  if (!isPath && (fact.name === name || fact.alias === name)) {
    return judge(view, target, await resolver.importEntity(source.file, fact), 'unknown');
  }
  const parts = fact.source.split('::');
  const at = parts.length > 1 ? parts.indexOf(name) : -1;
  if (at === -1) return target.symbols[0].kind === 'module' ? 'unknown' : 'other';
  // A path through a type: `use shapes::Kind::Round`.
  const place = { source, within: fact.within, line: fact.lineStart };
  const path = parts.slice(0, at + 1).join('::');
  return judge(view, target, await resolver.pathEntity(place, path, 0), 'unknown');
}

async function provenMeaning(view: RefView, target: ReferenceTarget, site: Site): Promise<Meaning> {
  const { source, within, line, context, fact, name } = site;
  const place = { source, within, line };
  const resolver = new ViewResolver(view);
  const [{ kind }] = target.symbols;
  if (context.isMacroCall && kind !== 'macro') return 'other';
  if (isOtherNamespace(target, site)) return 'other';
  if (fact !== undefined && isJudgedAsCall(target, fact)) return meaningOfCall(target, source, fact);
  const receiver = fact === undefined ? context.receiver : fact.receiver;
  if (receiver !== undefined) {
    const asked: ReferenceFact = fact ?? { name, kind: 'value', receiver, line, within };
    return judge(view, target, await siteEntity(resolver, place, asked), 'unknown');
  }
  if (target.isLocal) return isInside(target, site) ? 'target' : 'other';
  if (target.isMember) {
    if (context.key !== undefined) return meaningOfKey(resolver, target, place, context);
    if (isInBody(target, site)) return 'target';
  } else if (context.key === 'named' && (await isMemberKey(resolver, target, place, context))) return 'other';
  if (fact === undefined && (site.isShadowed || isOtherBinding(target, place, site))) return 'other';
  const entity = await resolver.lookUp(place, name, 0);
  // A name that nothing in reach declares is a local variable, unless a star import hides its declaration.
  const hasStar = source.imports.some((each) => each.name === '*' && each.alias === undefined);
  return judge(view, target, entity, hasStar && !target.isMember ? 'unknown' : 'other');
}

/** Where fields and methods may share a name, only a method is called directly; and only fields are keys. */
function isOtherNamespace({ symbols: [{ kind, language }], isMember }: ReferenceTarget, { context }: Site): boolean {
  if (!isMember || context.receiver === undefined) {
    return (
      isMember &&
      functionKinds.has(kind) &&
      context.key !== undefined &&
      languageNamed(language)?.lexis?.builtWith !== undefined
    );
  }
  if (callRulesOf(language).members.fieldsAreApart !== true || !context.isDotted) return false;
  return kind === 'field' ? context.isCalled : functionKinds.has(kind) && !context.isCalled;
}

/** A variable or a type parameter of the name hides what is declared outside, whatever its value is. */
function isOtherBinding({ symbols }: ReferenceTarget, place: CodePosition, site: Site): boolean {
  const { name, line, context } = site;
  if (declaredTypeKinds.has(symbols[0].kind) && isTypeParameter(place, name)) return true;
  const bound = bindingAt(place, name);
  // The value on the line of a declaration may name what is declared outside.
  if (bound === undefined || (bound.lineStart === line && !context.declaresLocal)) return false;
  return !symbols.some(
    ({ versionId, lineStart, lineEnd }) =>
      versionId === place.source.file.id && lineStart <= bound.lineStart && bound.lineStart <= lineEnd,
  );
}

function isTypeParameter(place: CodePosition, name: string): boolean {
  for (const { signature, name: own } of enclosing(place))
    if (typeParameters(signature, own).includes(name)) return true;
  return false;
}

async function judge(
  view: RefView,
  { identities, symbols: [first], isMember }: ReferenceTarget,
  entity: Entity | undefined,
  otherwise: Meaning,
): Promise<Meaning> {
  if (entity === undefined || entity.is === 'local' || entity.is === 'opaque') return otherwise;
  if (entity.is === 'module') return first.kind === 'module' ? 'unknown' : 'other';
  if (entity.is !== 'symbols') return 'other';
  if (entity.symbols.some((symbol) => identities.has(identity(symbol)))) return 'target';
  return isMember && functionKinds.has(first.kind) ? meaningThroughBase(view, first, entity.symbols) : 'other';
}

/** Calls of functions and of variables that hold one. Using a type, or calling what a field holds, is no call of it. */
function isJudgedAsCall({ symbols: [{ kind }] }: ReferenceTarget, fact: ReferenceFact): boolean {
  if (fact.kind === 'call') return functionKinds.has(kind) || (valueKinds.has(kind) && kind !== 'field');
  // A constant that is built with named fields is a variant of an enum.
  return fact.kind === 'construct' && functionKinds.has(kind);
}

async function meaningOfCall({ calls }: ReferenceTarget, source: SourceFile, fact: ReferenceFact): Promise<Meaning> {
  if (!(await calls.mayCall(source.file)) || !(await calls.mayMean(fact, source.file))) return 'other';
  const verdict = await calls.verdict(source, fact);
  if (verdict === undefined || verdict.is === 'unresolved') return 'unknown';
  if (verdict.is !== 'meant') return 'other';
  return verdict.confidence === 'static' ? 'target' : 'likely';
}

/** A member of an interface or base that is read but not called may be this method, which implements or overrides it. */
async function meaningThroughBase(
  view: RefView,
  method: SymbolRecord,
  named: readonly SymbolRecord[],
): Promise<Meaning> {
  const resolver = new ViewResolver(view);
  let meaning: Meaning = 'other';
  for (const symbol of named) {
    const holder = await holderOf(resolver, symbol);
    const verdict = holder === undefined ? 'no' : await isImplementation(resolver, method, holder);
    if (verdict === 'yes') return 'likely';
    if (verdict === 'unknown') meaning = 'unknown';
  }
  return meaning;
}

/** A key of a value that is built belongs to the type before the bracket. */
async function meaningOfKey(
  resolver: ViewResolver,
  target: ReferenceTarget,
  place: CodePosition,
  { builder }: SiteContext,
): Promise<Meaning> {
  if (builder === undefined) return 'unknown';
  const types = await resolver.typeSymbols({ written: builder, place }, 0);
  if (types === 'outside') return 'other';
  if (types === 'opaque') return 'unknown';
  if (types === undefined) {
    const entity = await resolver.pathEntity(place, builder, 0);
    return entity?.is === 'symbols' && entity.symbols.every(({ kind }) => functionKinds.has(kind))
      ? 'other'
      : 'unknown';
  }
  for (const type of types) {
    if (await takesArguments(resolver, type)) continue;
    const members = await resolver.membersOf(type, target.name, 0);
    if (members.some((member) => target.identities.has(identity(member)))) return 'target';
  }
  return 'other';
}

/** Whether a type has a constructor of its own, whose parameters the keys name (Python). */
async function takesArguments(resolver: ViewResolver, type: SymbolRecord): Promise<boolean> {
  if (languageNamed(type.language)?.lexis?.builtWith !== '(') return false;
  for (const name of callRulesOf(type.language).sites.constructors ?? []) {
    const made = await resolver.membersOf(type, name, 0);
    if (made.some(({ kind }) => functionKinds.has(kind))) return true;
  }
  return false;
}

/** Whether a key names a member or a parameter; in a map it may be an expression. */
async function isMemberKey(
  resolver: ViewResolver,
  { symbols: [{ kind }] }: ReferenceTarget,
  place: CodePosition,
  { builder }: SiteContext,
): Promise<boolean> {
  // A type is no expression.
  if (!languageNamed(place.source.file.language)?.lexis?.keysAreExpressions || typeKinds.has(kind)) return true;
  if (builder === undefined) return false;
  const types = await resolver.typeSymbols({ written: builder, place }, 0);
  return Array.isArray(types) && types.some(({ kind }) => kind === 'struct');
}

/** Whether a site is in the function that declares a local target. */
function isInside({ symbols: [{ versionId }], holder }: ReferenceTarget, { source, line }: Site): boolean {
  return versionId === source.file.id && holder !== undefined && holder.lineStart <= line && line <= holder.lineEnd;
}

/** Whether a site is directly in the body of the type, where members are visible by their bare names. */
function isInBody({ symbols: [{ versionId, parent }] }: ReferenceTarget, { source, within }: Site): boolean {
  return versionId === source.file.id && parent !== -1 && within === parent;
}
