/** Evaluates a chain of names, calls and indexes at a code position to the entity it refers to. */
import type { Resolver } from '../../../languages/call-rules.ts';
import {
  type CodePosition,
  type Entity,
  enclosing,
  functionKinds,
  instanceOf,
  local,
  named,
  opaque,
  outside,
  type Type,
  typeKinds,
  valueKinds,
} from '../../../languages/entity.ts';
import { callRulesOf, isStaticMember } from '../../../languages/languages.ts';
import type { SymbolRecord } from '../../../store/store.ts';
import { hasOtherValue } from './assigned-values.ts';
import { type Chain, maxDepth, parseChain, type Step } from './chain.ts';
import { linearization } from './linearization.ts';
import { firstMembers, missingMember } from './members.ts';
import { moduleMember } from './module-member.ts';
import { boundAt } from './type-symbols.ts';

/** Returns undefined if the chain cannot be resolved. */
export async function evaluate(
  resolver: Resolver,
  place: CodePosition,
  chainText: string,
  depth: number,
): Promise<Entity | undefined> {
  const chain = depth > maxDepth ? undefined : parseChain(chainText);
  if (chain === undefined) return undefined;
  const { values } = callRulesOf(place.source.file.language);
  let { entity, steps } = await start(resolver, place, chain, depth);
  /** The names since the last call or index. */
  let path = chain.head;
  let isMade = chain.isNew;
  for (let at = 0; at < steps.length && entity !== undefined; at++) {
    const step = steps[at] as Step;
    if (step.does === 'name') {
      if (values.sameValue?.has(step.name)) continue;
      path = path === '' ? step.name : `${path}.${step.name}`;
      const isCalled = steps[at + 1]?.does === 'call';
      const type = isCalled && entity.is === 'value' && 'written' in entity.type ? entity.type : undefined;
      const opened = type === undefined ? undefined : values.passedThrough?.(type.written, step.name);
      if (type !== undefined && opened !== undefined) {
        entity = { is: 'value', type: { written: opened, place: type.place } };
        path = '';
        at++;
        continue;
      }
      entity = await memberEntity(resolver, entity, step.name, depth);
      continue;
    }
    if (step.does === 'call') {
      const isLast = at === steps.length - 1;
      if (entity.is !== 'outside') entity = await resultOf(resolver, entity, isLast ? chain.position : 0);
      else entity = isMade || (values.returnsOutside ?? constructsType)(path) ? outside : opaque;
      isMade = false;
    } else if (step.does === 'literal') entity = constructed(entity);
    else if (step.does === 'assert') entity = { is: 'value', type: { written: step.type, place } };
    else entity = await stepped(resolver, entity, step.does, depth);
    path = '';
  }
  return entity;
}

/** By convention, names of types start with a capital letter. */
function constructsType(path: string): boolean {
  return /(?:^|[.:])_*\p{Lu}[\p{L}\p{N}_$]*$/u.test(path);
}

/** Returns a member of an entity, or undefined if it cannot be resolved. */
export async function memberEntity(
  resolver: Resolver,
  entity: Entity,
  name: string,
  depth: number,
): Promise<Entity | undefined> {
  if (depth > maxDepth) return undefined;
  if (entity.is === 'outside' || entity.is === 'opaque') return entity;
  if (entity.is === 'local') return undefined;
  if (entity.is === 'module') return moduleMember(resolver.view, entity.files, name);
  if (entity.is === 'value') {
    const { type } = entity;
    const inherited =
      'inherits' in type && type.inherits !== undefined ? await firstMembers(resolver, type.inherits, name) : [];
    if (inherited.length > 0) return named(inherited);
    const types = await resolver.typeSymbols(entity.type, depth + 1);
    if (types === undefined) return undefined;
    if (types === 'outside' || types === 'opaque') return { is: types };
    return membersOfAll(resolver, types, name, depth, false);
  }
  const members = await membersOfAll(resolver, entity.symbols, name, depth, true);
  if (members?.is === 'symbols') return members;
  const value = await symbolValue(resolver, entity.symbols, depth);
  return value === undefined ? undefined : memberEntity(resolver, value, name, depth + 1);
}

/** Returns the value of an entity: of a variable, field or property, what it holds. */
export async function heldValue(resolver: Resolver, entity: Entity): Promise<Entity | undefined> {
  return entity.is === 'symbols' ? symbolValue(resolver, entity.symbols, 0) : entity;
}

/** Resolves the origin of a variable, parameter or field; one with an unknown origin is `local`. */
export async function originEntity(
  resolver: Resolver,
  place: CodePosition,
  origin: string,
  depth: number,
): Promise<Entity | undefined> {
  if (origin === '' || depth > maxDepth) return local;
  if (origin.startsWith(':')) return { is: 'value', type: { written: origin.slice(1), place } };
  return (await evaluate(resolver, place, origin.slice(1), depth + 1)) ?? local;
}

/**
 * A known type without the member inherits it from outside of the repository if it has a base there. Otherwise a subtype
 * or code at run time adds it.
 */
async function membersOfAll(
  resolver: Resolver,
  types: readonly SymbolRecord[],
  name: string,
  depth: number,
  isStatic: boolean,
): Promise<Entity | undefined> {
  const holders = types.filter(({ kind }) => kind !== 'field');
  const found = new Map<number, SymbolRecord>();
  for (const type of holders) {
    for (const member of await resolver.membersOf(type, name, depth + 1)) found.set(member.id, member);
    if (found.size > 0) break;
  }
  if (found.size > 0) {
    const members = [...found.values()];
    // A class may have a static member and one of its instances under the same name.
    const fitting = members.filter((member) => isStaticMember(member) === isStatic);
    return named(fitting.length > 0 ? fitting : members);
  }
  const closed = types.filter(
    ({ kind, language }) => typeKinds.has(kind) && callRulesOf(language).members.areOpen !== true,
  );
  for (const type of closed) if ((await missingMember(resolver, type)) === 'outside') return outside;
  return closed.length > 0 ? opaque : undefined;
}

/** The value of variables, constants and fields; for a method accessed without a call (a property), its result. */
async function symbolValue(
  resolver: Resolver,
  symbols: readonly SymbolRecord[],
  depth: number,
): Promise<Entity | undefined> {
  const [symbol] = symbols;
  if (symbol === undefined) return undefined;
  if (functionKinds.has(symbol.kind))
    return symbol.kind === 'method' ? resultOf(resolver, { is: 'symbols', symbols }, 0) : undefined;
  if (!valueKinds.has(symbol.kind)) return undefined;
  const source = await resolver.sourceOf(symbol);
  const origin = callRulesOf(symbol.language).signatures.valueOrigin(symbol.signature, symbol.name);
  // The value of a field that a method assigns is resolved in the scope of that method.
  const method =
    symbol.kind === 'field' && origin.startsWith('=')
      ? source.inside
          .get(symbol.parent)
          ?.find(
            ({ kind, lineStart, lineEnd }) =>
              kind === 'method' && lineStart <= symbol.lineStart && symbol.lineEnd <= lineEnd,
          )
      : undefined;
  const place = { source, within: method?.position ?? symbol.parent, line: symbol.lineStart };
  const entity = await originEntity(resolver, place, origin, depth + 1);
  if (entity?.is === 'value' && origin.startsWith('=')) {
    const types = await resolver.typeSymbols(entity.type, depth + 1);
    if (Array.isArray(types) && (await hasOtherValue(resolver, symbol, types))) resolver.assume();
  }
  return entity?.is === 'local' ? undefined : entity;
}

async function start(
  resolver: Resolver,
  place: CodePosition,
  { head, headType, steps }: Chain,
  depth: number,
): Promise<{ entity: Entity | undefined; steps: readonly Step[] }> {
  if (headType !== undefined) return { entity: { is: 'value', type: { written: headType, place } }, steps };
  if (head === 'super') {
    const own = await resolver.ownTypeAt(place);
    const bases = own === undefined ? [] : await resolver.basesOf(own);
    const isLinear = own !== undefined && callRulesOf(own.language).members.areLinearized === true;
    const inherits = isLinear ? (await linearization(resolver, own)).slice(1) : [];
    const inStatic = [...enclosing(place)].some(isStaticMember);
    const value: Entity = { is: 'value', type: { symbols: bases, ...(isLinear ? { inherits } : {}) } };
    const entity = (inStatic ? named(bases) : bases.length > 0 ? value : undefined) ?? outside;
    return { entity, steps: steps[0]?.does === 'call' ? steps.slice(1) : steps };
  }
  const { names, values } = callRulesOf(place.source.file.language);
  const own = values.own?.words.has(head) ? await values.own.entity(resolver, place, head) : undefined;
  if (own !== undefined) return { entity: own, steps };
  if (head.includes('::')) return { entity: await resolver.pathEntity(place, head, depth + 1), steps };
  if (values.importedPath !== undefined) {
    const imported = await values.importedPath(resolver, place, [head, ...leadingNames(steps)], depth);
    if (imported !== undefined) return { entity: imported.entity, steps: steps.slice(imported.count - 1) };
  }
  const entity = await resolver.lookUp(place, head, depth + 1);
  // A type parameter has the functions of its bound: `T::open()`.
  const bound = entity === undefined && /^\p{Lu}/u.test(head) ? boundAt(place, head) : undefined;
  if (bound !== undefined) return { entity: { is: 'value', type: { written: bound, place } }, steps };
  return { entity: entity ?? (names.isGlobal?.(head) ? outside : undefined), steps };
}

/** Returns `b` and `c` for `a.b.c()`. */
function leadingNames(steps: readonly Step[]): string[] {
  const names: string[] = [];
  for (const step of steps) {
    if (step.does !== 'name') break;
    names.push(step.name);
  }
  return names;
}

/** The result of calling an entity. */
async function resultOf(resolver: Resolver, entity: Entity, position: number): Promise<Entity | undefined> {
  if (entity.is === 'opaque') return opaque;
  if (entity.is !== 'symbols') return undefined;
  const types = entity.symbols.filter(({ kind }) => typeKinds.has(kind));
  if (types.length > 0) return instanceOf(...types);
  const results: Extract<Type, { written: string }>[] = [];
  for (const symbol of entity.symbols) {
    const rules = callRulesOf(symbol.language);
    if (!functionKinds.has(symbol.kind)) {
      const value = await rules.values.calledValue?.(resolver, symbol);
      if (value !== undefined) return value;
      continue;
    }
    const parts = rules.signatures.functionParts(symbol.signature, symbol.name);
    const returns = parts === undefined || parts.returns === '' ? undefined : parts.returns;
    const written = returns === undefined ? undefined : rules.types.resultAt(returns, position);
    if (written === undefined) continue;
    const source = await resolver.sourceOf(symbol);
    results.push({ written, place: { source, within: symbol.position, line: symbol.lineStart } });
  }
  const [first] = results;
  const isAgreed = results.every(({ written }) => written === first?.written);
  return first !== undefined && isAgreed ? { is: 'value', type: first } : undefined;
}

function constructed(entity: Entity): Entity | undefined {
  if (entity.is === 'outside' || entity.is === 'opaque') return entity;
  if (entity.is !== 'symbols') return undefined;
  const types = entity.symbols.filter(({ kind }) => typeKinds.has(kind));
  return types.length > 0 ? instanceOf(...types) : undefined;
}

/** The element of a collection, or the content of an optional; the content of any other value is the value itself. */
async function stepped(
  resolver: Resolver,
  entity: Entity,
  step: 'index' | 'content',
  depth: number,
): Promise<Entity | undefined> {
  // A function has no elements: these are type arguments (`NewList[int]()`).
  if (step === 'index' && entity.is === 'symbols' && entity.symbols.every(({ kind }) => kind === 'fn')) return entity;
  const value = entity.is === 'symbols' ? await symbolValue(resolver, entity.symbols, depth + 1) : entity;
  // An element of something outside may be a value of the repository.
  if (value?.is === 'outside') return step === 'index' ? opaque : outside;
  if (value?.is === 'opaque') return opaque;
  if (value?.is !== 'value') return step === 'content' ? entity : undefined;
  if (!('written' in value.type)) return step === 'content' ? value : undefined;
  const { written, place } = value.type;
  const { types } = callRulesOf(place.source.file.language);
  const inner = step === 'index' ? types.elementOf(written) : types.contentOf(written);
  if (inner !== undefined) return { is: 'value', type: { written: inner, place } };
  return step === 'index' ? elementOfNamed(resolver, value.type, depth) : undefined;
}

/** The element of a type that is declared as a list: `type Plugins []Plugin`. */
async function elementOfNamed(resolver: Resolver, type: Type, depth: number): Promise<Entity | undefined> {
  const symbols = depth > maxDepth ? undefined : await resolver.typeSymbols(type, depth + 1);
  const [declared] = Array.isArray(symbols) ? symbols : [];
  if (declared?.kind !== 'type') return undefined;
  const { signatures, types } = callRulesOf(declared.language);
  const inner = types.elementOf(signatures.aliasedType(declared.signature, declared.name));
  if (inner === undefined) return undefined;
  const source = await resolver.sourceOf(declared);
  return {
    is: 'value',
    type: { written: inner, place: { source, within: declared.parent, line: declared.lineStart } },
  };
}
