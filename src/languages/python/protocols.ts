/**
 * Protocols of Python: a class implements a `typing.Protocol` if it has all its methods with the same parameters. Nothing
 * declares that, and the types of attributes are not compared, so it is a guess.
 */
import { LruCache } from '../../query/view/lru-cache.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { SymbolRecord } from '../../store/store.ts';
import type { Contract, Resolver } from '../call-rules.ts';
import { functionKinds } from '../entity.ts';
import { pythonSignatures } from './signatures.ts';

const protocolName = 'Protocol';
const maxBases = 100;

export function isProtocol({ kind, signature, name }: SymbolRecord): boolean {
  if (kind !== 'class' || !signature.includes(protocolName)) return false;
  const bases = pythonSignatures.writtenBases(signature, name);
  return bases.some((base) => /(?:^|\.)Protocol$/.test(base.split('[', 1)[0]?.trim() ?? ''));
}

/** The names of the methods of a protocol. Those of another class are not a contract. */
export async function protocolContract(resolver: Resolver, type: SymbolRecord): Promise<Contract> {
  if (!isProtocol(type)) return { methods: [], isKnown: true };
  return { methods: (await methodsOf(resolver, type)).map(({ name }) => name), isKnown: false };
}

/** The protocols of the repository. */
export async function protocols({ view }: Resolver): Promise<readonly SymbolRecord[]> {
  const cache = await view.derived(protocolsCache);
  return cache.get(protocolName) ?? cache.set(protocolName, await findProtocols(view));
}

async function findProtocols(view: RefView): Promise<readonly SymbolRecord[]> {
  const table = await view.files();
  const found: SymbolRecord[] = [];
  for (const { versionId } of await view.store.filesReferencing(protocolName)) {
    const file = table.byId(versionId);
    if (file?.language !== 'python') continue;
    await view.pause();
    for (const symbol of await view.store.symbols(file)) if (isProtocol(symbol)) found.push(symbol);
  }
  return found;
}

/** Whether a class has all methods of a protocol. */
export async function conformsToProtocol(
  resolver: Resolver,
  type: SymbolRecord,
  protocol: SymbolRecord,
): Promise<boolean> {
  if (type.kind !== 'class' || !isProtocol(protocol) || isProtocol(type)) return false;
  const cache = await resolver.view.derived(answersCache);
  const key = `${type.id} ${protocol.id}`;
  return cache.get(key) ?? cache.set(key, await hasAllMethods(resolver, type, protocol));
}

async function hasAllMethods(resolver: Resolver, type: SymbolRecord, protocol: SymbolRecord): Promise<boolean> {
  const methods = await methodsOf(resolver, protocol);
  for (const method of methods) {
    const found = await resolver.membersOf(type, method.name, 0);
    if (!found.some((each) => takes(each, method))) return false;
  }
  return methods.length > 0;
}

/** Whether a method takes the parameters of another by their names. */
function takes(member: SymbolRecord, declared: SymbolRecord): boolean {
  const own = pythonSignatures.functionParts(member.signature, member.name)?.parameters;
  const wanted = pythonSignatures.functionParts(declared.signature, declared.name)?.parameters;
  // An attribute may hold the function; a signature that cannot be read says nothing.
  if (!functionKinds.has(member.kind) || own === undefined || wanted === undefined) return true;
  const names = new Set(own.map(({ name }) => name));
  const takesAny = own.some(({ name }) => name.startsWith('*') && name.length > 1);
  return takesAny || wanted.every(({ name }) => names.has(name) || name.startsWith('*') || name.startsWith('_'));
}

/** The methods of a protocol and of the protocols that it extends. */
async function methodsOf(resolver: Resolver, protocol: SymbolRecord): Promise<readonly SymbolRecord[]> {
  const cache = await resolver.view.derived(methodsCache);
  const known = cache.get(protocol.id);
  if (known !== undefined) return known;
  const methods = new Map<string, SymbolRecord>();
  const seen = new Map([[protocol.id, protocol]]);
  for (const each of seen.values()) {
    if (seen.size > maxBases) break;
    const { inside } = await resolver.sourceOf(each);
    for (const symbol of inside.get(each.position) ?? []) {
      if (functionKinds.has(symbol.kind)) methods.set(symbol.name, symbol);
    }
    for (const base of await resolver.basesOf(each)) if (isProtocol(base)) seen.set(base.id, base);
  }
  return cache.set(protocol.id, [...methods.values()]);
}

function protocolsCache(): LruCache<string, readonly SymbolRecord[]> {
  return new LruCache(1);
}

function answersCache(): LruCache<string, boolean> {
  return new LruCache(20_000);
}

function methodsCache(): LruCache<number, readonly SymbolRecord[]> {
  return new LruCache(2_048);
}
