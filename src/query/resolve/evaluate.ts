/** Follows a chain of names, calls and indexes from a place to what it leads to. */
import type { SymbolRecord } from '../../store/store.ts';
import type { RefView } from '../view/ref-view.ts';
import { type Chain, parseChain, type Step } from './chain.ts';
import {
  type Entity,
  functionKinds,
  local,
  maxDepth,
  named,
  outside,
  type Type,
  typeKinds,
  valueKinds,
} from './entity.ts';
import { isGlobal } from './global-names.ts';
import { importEntity, lookUp } from './look-up.ts';
import { basesOf, membersOf, ownTypeAt } from './members.ts';
import { moduleMember } from './module-member.ts';
import { originEntity } from './origin-entity.ts';
import { functionParts, valueOrigin } from './signature-parts.ts';
import { type CodePosition, enclosing, sourceOf } from './source-file.ts';
import { pathEntity, typeSymbols } from './type-symbols.ts';
import { contentOf, elementOf, guardedBy, resultAt } from './type-text.ts';

/** Nothing if it cannot be told what the chain leads to. */
export async function evaluate(
  view: RefView,
  place: CodePosition,
  chainText: string,
  depth: number,
): Promise<Entity | undefined> {
  const chain = depth > maxDepth ? undefined : parseChain(chainText);
  if (chain === undefined) return undefined;
  const { language } = place.source.file;
  let { entity, steps } = await start(view, place, chain, depth);
  for (let at = 0; at < steps.length && entity !== undefined; at++) {
    const step = steps[at] as Step;
    if (step.does === 'name') {
      if (step.name === 'await' && language === 'rust') continue;
      const isCalled = steps[at + 1]?.does === 'call';
      const opened = isCalled ? opensContent(entity, step.name, language) : undefined;
      if (opened !== undefined) {
        entity = opened;
        at++;
        continue;
      }
      entity = await memberEntity(view, entity, step.name, depth);
    } else if (step.does === 'call') {
      const isLast = at === steps.length - 1;
      entity = await resultOf(view, entity, isLast ? chain.position : 0);
    } else if (step.does === 'literal') entity = constructed(entity);
    else if (step.does === 'assert') entity = { is: 'value', type: { written: step.type, place } };
    else entity = await stepped(view, entity, step.does === 'index' ? elementOf : contentOf, depth);
  }
  return entity;
}

/** A member of whatever an entity is. */
export async function memberEntity(
  view: RefView,
  entity: Entity,
  name: string,
  depth: number,
): Promise<Entity | undefined> {
  if (depth > maxDepth) return undefined;
  if (entity.is === 'outside') return outside;
  if (entity.is === 'local') return undefined;
  if (entity.is === 'module') return moduleMember(view, entity.files, name);
  if (entity.is === 'value') {
    const types = await typeSymbols(view, entity.type, depth + 1);
    if (types === undefined) return undefined;
    return types === 'outside' ? outside : membersOfAll(view, types, name, depth);
  }
  const members = await membersOfAll(view, entity.symbols, name, depth);
  if (members?.is === 'symbols') return members;
  const value = await symbolValue(view, entity.symbols, depth);
  return value === undefined ? undefined : memberEntity(view, value, name, depth + 1);
}

/** A known type without the member has it from elsewhere: a base that is not in the repository, a derived trait. */
async function membersOfAll(
  view: RefView,
  types: readonly SymbolRecord[],
  name: string,
  depth: number,
): Promise<Entity | undefined> {
  const holders = types.filter(({ kind }) => kind !== 'field');
  const found = new Map<number, SymbolRecord>();
  for (const type of holders) {
    for (const member of await membersOf(view, type, name, depth + 1)) found.set(member.id, member);
    if (found.size > 0) break;
  }
  if (found.size > 0) return named([...found.values()]);
  // In Rust a trait may be implemented for all types that meet a bound.
  return types.some(({ kind, language }) => typeKinds.has(kind) && language !== 'rust') ? outside : undefined;
}

/** The value of variables, constants and fields; of a method that is read without a call, what it gives. */
async function symbolValue(
  view: RefView,
  symbols: readonly SymbolRecord[],
  depth: number,
): Promise<Entity | undefined> {
  const [symbol] = symbols;
  if (symbol === undefined) return undefined;
  if (functionKinds.has(symbol.kind))
    return symbol.kind === 'method' ? resultOf(view, { is: 'symbols', symbols }, 0) : undefined;
  if (!valueKinds.has(symbol.kind)) return undefined;
  const source = await sourceOf(view, symbol);
  const origin = valueOrigin(symbol.signature, symbol.name, symbol.language);
  // A field that is set in a method is made from that method's names.
  const method =
    symbol.kind === 'field' && origin.startsWith('=')
      ? source.symbols.find(
          ({ parent, kind, lineStart, lineEnd }) =>
            parent === symbol.parent && kind === 'method' && lineStart <= symbol.lineStart && symbol.lineEnd <= lineEnd,
        )
      : undefined;
  const place = { source, within: method?.position ?? symbol.parent, line: symbol.lineStart };
  const entity = await originEntity(view, place, origin, depth + 1);
  return entity?.is === 'local' ? undefined : entity;
}

async function start(
  view: RefView,
  place: CodePosition,
  chain: Chain,
  depth: number,
): Promise<{ entity: Entity | undefined; steps: readonly Step[] }> {
  const { head, headType, steps } = chain;
  const { language } = place.source.file;
  if (headType !== undefined) return { entity: { is: 'value', type: { written: headType, place } }, steps };
  if (head === 'super') {
    const own = await ownTypeAt(view, place);
    const bases = own === undefined ? [] : await basesOf(view, own, depth + 1);
    const entity: Entity | undefined = bases.length > 0 ? { is: 'value', type: { symbols: bases } } : outside;
    return { entity, steps: steps[0]?.does === 'call' ? steps.slice(1) : steps };
  }
  const own = await ownObject(view, place, head);
  if (own !== undefined) return { entity: own, steps };
  if (head.includes('::')) return { entity: await pathEntity(view, place, head, depth + 1), steps };
  if (language === 'python') {
    const module = await dottedModule(view, place, chain, depth);
    if (module !== undefined) return module;
  }
  const entity = await lookUp(view, place, head, depth + 1);
  return { entity: entity ?? (isGlobal(head, language) ? outside : undefined), steps };
}

/** `self`, `this`, `cls` and `Self`, where they have their meaning. */
async function ownObject(view: RefView, place: CodePosition, head: string): Promise<Entity | undefined> {
  const { language } = place.source.file;
  if (!(ownWords[language]?.includes(head) ?? false)) return undefined;
  if (language === 'python') {
    for (const symbol of enclosing(place)) {
      if (!functionKinds.has(symbol.kind)) break;
      const [first] = functionParts(symbol.signature, symbol.name, language)?.parameters ?? [];
      if (first?.name !== head) continue;
      const holder = place.source.symbols[symbol.parent];
      if (holder?.kind !== 'class') return local;
      return head === 'cls' ? named([holder]) : { is: 'value', type: { symbols: [holder] } };
    }
    return undefined;
  }
  if (head === 'this' && isRebound(place)) return undefined;
  const own = await ownTypeAt(view, place);
  if (own === undefined) return undefined;
  return head === 'Self' ? named([own]) : { is: 'value', type: { symbols: [own] } };
}

const ownWords: Readonly<Record<string, readonly string[]>> = {
  python: ['self', 'cls'],
  rust: ['self', 'Self'],
  typescript: ['this'],
  javascript: ['this'],
};

/** A function inside of a method has a `this` of its own, unless it is an arrow. */
function isRebound(place: CodePosition): boolean {
  for (const symbol of enclosing(place)) {
    if (symbol.kind === 'method' || typeKinds.has(symbol.kind)) return false;
    if (symbol.kind === 'fn' && /\bfunction\b/.test(symbol.signature)) {
      // Functions that were added to an object from outside are its methods.
      return !/^[\w$.]+\.[\w$]+\s*=/.test(symbol.signature);
    }
  }
  return false;
}

/** `import a.b.c` makes `a.b.c` a name of several parts. */
async function dottedModule(
  view: RefView,
  place: CodePosition,
  { head, steps }: Chain,
  depth: number,
): Promise<{ entity: Entity | undefined; steps: readonly Step[] } | undefined> {
  const names = [head];
  for (const step of steps) {
    if (step.does !== 'name') break;
    names.push(step.name);
  }
  for (let count = names.length; count > 1; count--) {
    const source = names.slice(0, count).join('.');
    const fact = place.source.imports.find(
      (each) => each.source === source && each.name === undefined && each.alias === undefined,
    );
    if (fact === undefined) continue;
    const shadow = await lookUp(view, place, head, depth + 1);
    if (shadow?.is === 'local' || shadow?.is === 'value') return undefined;
    return { entity: await importEntity(view, place.source.file, fact), steps: steps.slice(count - 1) };
  }
  return undefined;
}

/** What a call of an entity gives. */
async function resultOf(view: RefView, entity: Entity, position: number): Promise<Entity | undefined> {
  if (entity.is === 'outside') return outside;
  if (entity.is !== 'symbols') return undefined;
  const types = entity.symbols.filter(({ kind }) => typeKinds.has(kind));
  if (types.length > 0) return { is: 'value', type: { symbols: types } };
  const results: Type[] = [];
  for (const symbol of entity.symbols) {
    if (!functionKinds.has(symbol.kind)) {
      // A variant or a tuple struct is a value of its enum.
      const source = symbol.language === 'rust' && symbol.kind === 'const' ? await sourceOf(view, symbol) : undefined;
      const holder = source?.symbols[symbol.parent];
      if (holder?.kind === 'enum') return { is: 'value', type: { symbols: [holder] } };
      continue;
    }
    const parts = functionParts(symbol.signature, symbol.name, symbol.language);
    const written =
      parts === undefined || parts.returns === '' ? undefined : resultAt(parts.returns, position, symbol.language);
    if (written === undefined) continue;
    const source = await sourceOf(view, symbol);
    results.push({ written, place: { source, within: symbol.position, line: symbol.lineStart } });
  }
  const [first] = results;
  const isAgreed = results.every(
    (each) => 'written' in each && first !== undefined && 'written' in first && each.written === first.written,
  );
  return first !== undefined && isAgreed ? { is: 'value', type: first } : undefined;
}

function constructed(entity: Entity): Entity | undefined {
  if (entity.is !== 'symbols') return entity.is === 'outside' ? outside : undefined;
  const types = entity.symbols.filter(({ kind }) => typeKinds.has(kind));
  return types.length > 0 ? { is: 'value', type: { symbols: types } } : undefined;
}

/** The element or the content of a value whose type is written. */
async function stepped(
  view: RefView,
  entity: Entity,
  part: (written: string, language: string) => string | undefined,
  depth: number,
): Promise<Entity | undefined> {
  if (entity.is === 'outside') return outside;
  const value = entity.is === 'symbols' ? await symbolValue(view, entity.symbols, depth + 1) : entity;
  if (value?.is === 'outside') return outside;
  if (value?.is !== 'value') return part === contentOf ? entity : undefined;
  if (!('written' in value.type)) return part === contentOf ? value : undefined;
  const { written, place } = value.type;
  const inner = part(written, place.source.file.language);
  return inner === undefined ? undefined : { is: 'value', type: { written: inner, place } };
}

const unwraps = new Set('unwrap expect unwrap_or unwrap_or_else unwrap_or_default'.split(' '));
const keeps = new Set(
  'clone as_ref as_mut to_owned by_ref as_deref as_deref_mut cloned copied take iter iter_mut into_iter await'.split(
    ' ',
  ),
);
const locks = new Set('lock read write borrow borrow_mut get_mut into_inner'.split(' '));

/** Methods of Rust's own wrappers, which lead to the same value or to what it holds. */
function opensContent(entity: Entity, name: string, language: string): Entity | undefined {
  if (language !== 'rust' || entity.is !== 'value' || !('written' in entity.type)) return undefined;
  const { written, place } = entity.type;
  if (locks.has(name)) {
    const guarded = guardedBy(written, language);
    return guarded === undefined ? undefined : { is: 'value', type: { written: guarded, place } };
  }
  if (unwraps.has(name)) return { is: 'value', type: { written: contentOf(written, language), place } };
  const isWrapped =
    contentOf(written, language) !== written || elementOf(written, language) !== undefined || written.includes('<');
  return keeps.has(name) && (isWrapped || name === 'clone') ? entity : undefined;
}
