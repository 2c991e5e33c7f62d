/** Evaluates a chain of names, calls and indexes at a code position to the entity it refers to. */
import type { Resolver } from '../../../languages/call-rules.ts';
import {
  type CodePosition,
  type Entity,
  functionKinds,
  instanceOf,
  local,
  named,
  outside,
  type Type,
  typeKinds,
  valueKinds,
} from '../../../languages/entity.ts';
import { callRulesOf } from '../../../languages/languages.ts';
import type { SymbolRecord } from '../../../store/store.ts';
import { type Chain, maxDepth, parseChain, type Step } from './chain.ts';
import { moduleMember } from './module-member.ts';

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
  for (let at = 0; at < steps.length && entity !== undefined; at++) {
    const step = steps[at] as Step;
    if (step.does === 'name') {
      if (values.sameValue?.has(step.name)) continue;
      const isCalled = steps[at + 1]?.does === 'call';
      const type = isCalled && entity.is === 'value' && 'written' in entity.type ? entity.type : undefined;
      const opened = type === undefined ? undefined : values.passedThrough?.(type.written, step.name);
      if (type !== undefined && opened !== undefined) {
        entity = { is: 'value', type: { written: opened, place: type.place } };
        at++;
        continue;
      }
      entity = await memberEntity(resolver, entity, step.name, depth);
    } else if (step.does === 'call') {
      const isLast = at === steps.length - 1;
      entity = await resultOf(resolver, entity, isLast ? chain.position : 0);
    } else if (step.does === 'literal') entity = constructed(entity);
    else if (step.does === 'assert') entity = { is: 'value', type: { written: step.type, place } };
    else entity = await stepped(resolver, entity, step.does, depth);
  }
  return entity;
}

/** Returns a member of an entity, or undefined if it cannot be resolved. */
export async function memberEntity(
  resolver: Resolver,
  entity: Entity,
  name: string,
  depth: number,
): Promise<Entity | undefined> {
  if (depth > maxDepth) return undefined;
  if (entity.is === 'outside') return outside;
  if (entity.is === 'local') return undefined;
  if (entity.is === 'module') return moduleMember(resolver.view, entity.files, name);
  if (entity.is === 'value') {
    const types = await resolver.typeSymbols(entity.type, depth + 1);
    if (types === undefined) return undefined;
    return types === 'outside' ? outside : membersOfAll(resolver, types, name, depth);
  }
  const members = await membersOfAll(resolver, entity.symbols, name, depth);
  if (members?.is === 'symbols') return members;
  const value = await symbolValue(resolver, entity.symbols, depth);
  return value === undefined ? undefined : memberEntity(resolver, value, name, depth + 1);
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

/** A known type without the member inherits it from outside of the repository: an external base, a derived trait. */
async function membersOfAll(
  resolver: Resolver,
  types: readonly SymbolRecord[],
  name: string,
  depth: number,
): Promise<Entity | undefined> {
  const holders = types.filter(({ kind }) => kind !== 'field');
  const found = new Map<number, SymbolRecord>();
  for (const type of holders) {
    for (const member of await resolver.membersOf(type, name, depth + 1)) found.set(member.id, member);
    if (found.size > 0) break;
  }
  if (found.size > 0) return named([...found.values()]);
  const isClosed = ({ kind, language }: SymbolRecord) => typeKinds.has(kind) && !callRulesOf(language).members.areOpen;
  return types.some(isClosed) ? outside : undefined;
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
      ? source.symbols.find(
          ({ parent, kind, lineStart, lineEnd }) =>
            parent === symbol.parent && kind === 'method' && lineStart <= symbol.lineStart && symbol.lineEnd <= lineEnd,
        )
      : undefined;
  const place = { source, within: method?.position ?? symbol.parent, line: symbol.lineStart };
  const entity = await originEntity(resolver, place, origin, depth + 1);
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
    const bases = own === undefined ? [] : await resolver.basesOf(own, depth + 1);
    const entity = bases.length > 0 ? instanceOf(...bases) : outside;
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
  if (entity.is === 'outside') return outside;
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
  if (entity.is !== 'symbols') return entity.is === 'outside' ? outside : undefined;
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
  if (entity.is === 'outside') return outside;
  const value = entity.is === 'symbols' ? await symbolValue(resolver, entity.symbols, depth + 1) : entity;
  if (value?.is === 'outside') return outside;
  if (value?.is !== 'value') return step === 'content' ? entity : undefined;
  if (!('written' in value.type)) return step === 'content' ? value : undefined;
  const { written, place } = value.type;
  const { types } = callRulesOf(place.source.file.language);
  const inner = step === 'index' ? types.elementOf(written) : types.contentOf(written);
  return inner === undefined ? undefined : { is: 'value', type: { written: inner, place } };
}
