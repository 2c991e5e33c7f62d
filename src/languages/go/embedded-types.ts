/** Embedded types of Go: a struct or interface has the methods of the types that it embeds. */

import type { SymbolRecord } from '../../store/store.ts';
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
  return source.symbols
    .filter(({ parent, kind }) => parent === type.position && kind === 'field')
    .map(({ signature, name }) => ({ signature, origin: goSignatures.valueOrigin(signature, name).slice(1) }))
    .filter(({ signature, origin }) => withoutTag(signature) === origin)
    .map(({ origin }) => ({ written: origin, place }));
}

/** An interface embedded in another is not a symbol, but the grammar reports it as inheritance. */
async function embeddedInterfaces(resolver: Resolver, type: SymbolRecord): Promise<Type[]> {
  const source = await resolver.sourceOf(type);
  const place = { source, within: type.parent, line: type.lineStart };
  const references = await resolver.view.store.references(source.file);
  return references
    .filter(({ kind, within }) => kind === 'inherit' && within === type.position)
    .map(({ name, receiver }) => ({ written: receiver === undefined ? name : `${receiver}.${name}`, place }));
}
