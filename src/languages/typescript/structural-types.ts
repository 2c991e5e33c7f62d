/**
 * Structural types: a class or an object is a value of an interface or of a type literal if it has all members that it
 * asks for. Nothing declares that, and only names and numbers of parameters are compared, so it is a guess.
 */
import { LruCache } from '../../query/view/lru-cache.ts';
import type { SymbolRecord } from '../../store/store.ts';
import type { Resolver } from '../call-rules.ts';
import { functionKinds, valueKinds } from '../entity.ts';
import { typescriptSignatures } from './signatures.ts';

const maxBases = 100;

/** Whether a class, or an object, has what a type asks for. */
export async function conformsToStructure(
  resolver: Resolver,
  type: SymbolRecord,
  contract: SymbolRecord,
): Promise<boolean> {
  if (!isStructural(contract) || !mayConform(type)) return false;
  const cache = await resolver.view.derived(answersCache);
  const key = `${type.id} ${contract.id}`;
  return cache.get(key) ?? cache.set(key, await hasAllMembers(resolver, type, contract));
}

function isStructural({ kind }: SymbolRecord): boolean {
  return kind === 'interface' || kind === 'type';
}

/** A class, a variable that holds an object, or a function with one in it. A written type says what an object is. */
function mayConform({ kind, signature, name }: SymbolRecord): boolean {
  if (kind === 'class') return true;
  if (functionKinds.has(kind)) return typescriptSignatures.functionParts(signature, name)?.returns === '';
  return valueKinds.has(kind) && !typescriptSignatures.valueOrigin(signature, name).startsWith(':');
}

async function hasAllMembers(resolver: Resolver, type: SymbolRecord, contract: SymbolRecord): Promise<boolean> {
  const members = await membersAsked(resolver, contract);
  if (!members.some(isMethod)) return false;
  // The properties of an object literal are not symbols.
  for (const member of type.kind === 'class' ? members : members.filter(isMethod)) {
    const found = await resolver.membersOf(type, member.name, 0);
    if (!found.some((each) => fits(each, member))) return false;
  }
  return true;
}

/** A method may have fewer parameters than it is called with. */
function fits(member: SymbolRecord, asked: SymbolRecord): boolean {
  if (/^(?:\w+\s+)*?(?:static|private|protected)\s/.test(member.signature)) return false;
  const own = typescriptSignatures.functionParts(member.signature, member.name);
  const wanted = typescriptSignatures.functionParts(asked.signature, asked.name);
  if (!functionKinds.has(member.kind) || own === undefined || wanted === undefined) return true;
  return typescriptSignatures.arity(own).min <= typescriptSignatures.arity(wanted).max;
}

/** A method, or a property that holds a function. */
function isMethod({ kind, signature }: SymbolRecord): boolean {
  return functionKinds.has(kind) || /=>/.test(signature);
}

/** The members that a value must have, with those of the interfaces that the type extends. */
async function membersAsked(resolver: Resolver, type: SymbolRecord): Promise<readonly SymbolRecord[]> {
  const cache = await resolver.view.derived(membersCache);
  const known = cache.get(type.id);
  if (known !== undefined) return known;
  const members = new Map<string, SymbolRecord>();
  const seen = new Map([[type.id, type]]);
  for (const each of seen.values()) {
    if (seen.size > maxBases) break;
    const { inside } = await resolver.sourceOf(each);
    for (const member of inside.get(each.position) ?? []) {
      if (!isOptional(member)) members.set(member.name, member);
    }
    for (const base of await resolver.basesOf(each)) if (isStructural(base)) seen.set(base.id, base);
  }
  return cache.set(type.id, [...members.values()]);
}

/** `name?: T`, `name?(): T` */
function isOptional({ signature, name }: SymbolRecord): boolean {
  return signature.slice(signature.indexOf(name) + name.length).startsWith('?');
}

function answersCache(): LruCache<string, boolean> {
  return new LruCache(20_000);
}

function membersCache(): LruCache<number, readonly SymbolRecord[]> {
  return new LruCache(2_048, (members) => members.length + 1);
}
