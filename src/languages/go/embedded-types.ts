/** Embedded types of Go: a struct or interface has the methods of the types that it embeds. */

import { LruCache } from '../../query/view/lru-cache.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import type { Resolver } from '../call-rules.ts';
import type { Type } from '../entity.ts';
import { goSignatures, withoutTag } from './signatures.ts';

export async function embeddedTypes(resolver: Resolver, type: SymbolRecord): Promise<Type[]> {
  return type.kind === 'interface' ? embeddedInterfaces(resolver, type) : embeddedFields(resolver, type);
}

/** An embedded field: the type without a name. */
async function embeddedFields(resolver: Resolver, type: SymbolRecord): Promise<Type[]> {
  const source = await resolver.sourceOf(type);
  const place = { source, within: type.parent, line: type.lineStart };
  return (source.inside.get(type.position) ?? [])
    .filter(({ kind }) => kind === 'field')
    .map(({ signature, name }) => ({ signature, origin: goSignatures.valueOrigin(signature, name).slice(1) }))
    .filter(({ signature, origin }) => withoutTag(signature) === origin)
    .map(({ origin }) => ({ written: origin, place }));
}

/** An interface embedded in another is not a symbol, but the grammar reports it as inheritance. */
async function embeddedInterfaces(resolver: Resolver, type: SymbolRecord): Promise<Type[]> {
  const source = await resolver.sourceOf(type);
  const place = { source, within: type.parent, line: type.lineStart };
  const cache = await resolver.view.derived(inheritedCache);
  const inherited = cache.get(source.file.id) ?? cache.set(source.file.id, await inheritedIn(resolver, source.file));
  return (inherited.get(type.position) ?? []).map((written) => ({ written, place }));
}

/** What the symbols of a file inherit, by position. A file may have thousands of interfaces. */
async function inheritedIn({ view }: Resolver, file: FileVersion): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = new Map<number, string[]>();
  for (const { kind, within, name, receiver } of await view.store.references(file)) {
    if (kind !== 'inherit') continue;
    const written = receiver === undefined ? name : `${receiver}.${name}`;
    const known = found.get(within);
    if (known === undefined) found.set(within, [written]);
    else known.push(written);
  }
  return found;
}

function inheritedCache(): LruCache<number, ReadonlyMap<number, readonly string[]>> {
  return new LruCache(20_000, (inherited) => inherited.size + 1);
}
