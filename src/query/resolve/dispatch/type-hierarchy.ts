/**
 * The hierarchy around a type: the types below it, which extend or implement it, and those above. Each has its distance,
 * and whether scope, imports and types prove the relation. What cannot be resolved is returned as such.
 */
import type { Resolver } from '../../../languages/call-rules.ts';
import { declaredTypeKinds, functionKinds, typeKinds } from '../../../languages/entity.ts';
import { callRulesOf, hasCalls, isSameFamily } from '../../../languages/languages.ts';
import type { ReferenceFact } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { filesHolding } from '../../references/holding-files.ts';
import { inTurns } from '../../view/in-turns.ts';
import { LruCache } from '../../view/lru-cache.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { Confidence } from '../calls/edge.ts';
import { identity } from '../calls/resolve-site.ts';
import { heritageOf } from '../names/members.ts';
import { implementationsByObjects } from './implementations.ts';
import { directSubtypes, holderOf } from './subtypes.ts';
import { isContract, undeclaredContracts, undeclaredImplementers } from './undeclared-implementers.ts';
import { writtenBaseNames } from './written-heritage.ts';

export type Direction = 'down' | 'up';

export interface RelatedType {
  readonly type: SymbolRecord;
  readonly relation: 'implements' | 'extends';
  readonly confidence: Confidence;
  /** 1 for a direct relation. */
  readonly distance: number;
}

export interface TypeHierarchy {
  /** Nearest first. */
  readonly types: readonly RelatedType[];
  /** Down: the places that inherit from a name which several types have. */
  readonly unresolved: readonly { readonly file: FileVersion; readonly site: Pick<ReferenceFact, 'name' | 'line'> }[];
  /** Up: the bases that are not in the repository, and those whose meaning is unknown, as written. */
  readonly outsideBases: readonly string[];
  readonly unresolvedBases: readonly string[];
  /** Whether there may be more types than were examined. */
  readonly isCut: boolean;
}

/** Types of one hierarchy that are examined; a base of everything has more. */
const maxTypes = 3_000;

/** `declarations` are those of one type: a type may be declared in several parts. */
export async function typeHierarchy(
  resolver: Resolver,
  declarations: readonly SymbolRecord[],
  direction: Direction,
): Promise<TypeHierarchy> {
  const walk = new Walk(resolver);
  for (const each of declarations) walk.start(each);
  await walk.run(direction);
  return walk;
}

class Walk implements TypeHierarchy {
  readonly types: RelatedType[] = [];
  readonly unresolved: TypeHierarchy['unresolved'][number][] = [];
  readonly outsideBases: string[] = [];
  readonly unresolvedBases: string[] = [];
  isCut = false;
  readonly #resolver: Resolver;
  readonly #open: { readonly type: SymbolRecord; readonly distance: number; readonly confidence: Confidence }[] = [];
  readonly #seen = new Set<string>();

  constructor(resolver: Resolver) {
    this.#resolver = resolver;
  }

  start(type: SymbolRecord): void {
    this.#seen.add(identity(type));
    this.#open.push({ type, distance: 0, confidence: 'static' });
  }

  async run(direction: Direction): Promise<void> {
    // The list grows while it is read, nearest first.
    for (const each of this.#open) {
      await this.#resolver.view.pause();
      if (this.types.length > maxTypes) {
        this.isCut = true;
        return;
      }
      const step = direction === 'down' ? this.#below : this.#above;
      await step.call(this, each.type, each.distance + 1, each.confidence);
    }
  }

  async #below(type: SymbolRecord, distance: number, confidence: Confidence): Promise<void> {
    const resolver = this.#resolver;
    if (!hasCalls(type.language)) {
      for (const sub of await namedSubtypes(resolver, type)) this.#add(sub, sub, type, distance, 'heuristic');
      return;
    }
    // A subtype of an implementing type has its methods too, so it is among the undeclared implementers.
    const undeclared = await undeclaredImplementers(resolver, type);
    this.isCut ||= undeclared.isCut;
    for (const { type: sub, isProven } of undeclared.types) {
      this.#add(sub, sub, type, distance, isProven ? confidence : 'heuristic');
    }
    const { types, unresolved } = await directSubtypes(resolver, type);
    for (const sub of types) this.#add(sub, sub, type, distance, confidence);
    const isOnly = unresolved.length > 0 && (await isOnlyOfName(resolver, type));
    for (const { type: sub, file, site } of unresolved) {
      // A qualified name that nothing resolves is probably not in the repository.
      if (isOnly && site.receiver === undefined) this.#add(sub, sub, type, distance, 'heuristic');
      else this.unresolved.push({ file, site });
    }
    for (const object of await objectsImplementing(resolver, type)) {
      this.#add(object, object, type, distance, confidence);
    }
  }

  async #above(type: SymbolRecord, distance: number, confidence: Confidence): Promise<void> {
    const resolver = this.#resolver;
    if (!hasCalls(type.language)) {
      for (const base of await namedBases(resolver, type, this.unresolvedBases)) {
        this.#add(base, type, base, distance, 'heuristic');
      }
      return;
    }
    const { bases, outside, unresolved } = await heritageOf(resolver, type);
    for (const base of bases) this.#add(base, type, base, distance, confidence);
    for (const each of outside) this.outsideBases.push(each);
    for (const each of unresolved) this.unresolvedBases.push(each);
    const undeclared = await undeclaredContracts(resolver, type);
    this.isCut ||= undeclared.isCut;
    for (const { type: base, isProven } of undeclared.types) {
      this.#add(base, type, base, distance, isProven ? confidence : 'heuristic');
    }
  }

  /** `found` is one of the two, the one that was not known yet. */
  #add(found: SymbolRecord, sub: SymbolRecord, base: SymbolRecord, distance: number, confidence: Confidence): void {
    const key = found.kind === 'impl' ? `impl ${found.id}` : identity(found);
    // A type that implements a trait implements those above it with impls of its own.
    if (this.#seen.has(key) || (found.kind === 'impl' && distance > 1)) return;
    this.#seen.add(key);
    this.types.push({ type: found, relation: relationOf(sub, base), confidence, distance });
    if (isFollowed(found, base)) this.#open.push({ type: found, distance, confidence });
  }
}

/** Where nothing declares what implements an interface, all implementing types were found at once. */
function isFollowed(found: SymbolRecord, base: SymbolRecord): boolean {
  const { contractOf } = callRulesOf(found.language).dispatch;
  return (
    declaredTypeKinds.has(found.kind) &&
    (contractOf === undefined || base.kind !== 'interface' || found.kind === base.kind)
  );
}

function relationOf(sub: SymbolRecord, base: SymbolRecord): RelatedType['relation'] {
  return isContract(base) && !isContract(sub) ? 'implements' : 'extends';
}

/** Whether no other type of the language family has the name. */
async function isOnlyOfName({ view }: Resolver, type: SymbolRecord): Promise<boolean> {
  const named = await view.store.symbolsNamed(view.ref, type.name, { kinds: declaredTypeKinds });
  return named.every((each) => !isSameFamily(each.language, type.language) || identity(each) === identity(type));
}

/** Methods of an interface by which objects that implement it are looked for. */
const maxMethods = 5;

/** The variables and functions with an object literal that implements a type. */
async function objectsImplementing(resolver: Resolver, type: SymbolRecord): Promise<readonly SymbolRecord[]> {
  if (!callRulesOf(type.language).dispatch.objectsImplement || type.kind === 'impl') return [];
  const { inside } = await resolver.sourceOf(type);
  const methods = (inside.get(type.position) ?? []).filter(({ kind }) => functionKinds.has(kind));
  const objects = new Map<number, SymbolRecord>();
  for (const method of methods.slice(0, maxMethods)) {
    for (const member of await implementationsByObjects(resolver, method)) {
      const holder = await holderOf(resolver, member);
      if (holder !== undefined && !typeKinds.has(holder.kind)) objects.set(holder.id, holder);
    }
  }
  return [...objects.values()];
}

/** The types whose declaration names a type as a base, in a language whose names are not resolved. */
async function namedSubtypes({ view }: Resolver, type: SymbolRecord): Promise<readonly SymbolRecord[]> {
  const found: SymbolRecord[] = [];
  for (const file of await filesHolding(view, type.name)) {
    if (!isSameFamily(file.language, type.language)) continue;
    for (const symbol of (await typesByBaseName(view, file)).get(type.name) ?? []) {
      if (identity(symbol) !== identity(type)) found.push(symbol);
    }
  }
  return found;
}

type TypesByName = ReadonlyMap<string, readonly SymbolRecord[]>;

/** The types of a file by the names of their written bases: a file may hold thousands of types that are walked through. */
async function typesByBaseName(view: RefView, file: FileVersion): Promise<TypesByName> {
  const cache = await view.derived(typesByBaseNameCache);
  const known = cache.get(file.id);
  if (known !== undefined) return known;
  const found = new Map<string, SymbolRecord[]>();
  await inTurns(view, await view.store.symbols(file), (symbol) => {
    if (!declaredTypeKinds.has(symbol.kind)) return;
    for (const name of new Set(writtenBaseNames(symbol))) {
      const types = found.get(name);
      if (types === undefined) found.set(name, [symbol]);
      else types.push(symbol);
    }
  });
  return cache.set(file.id, found);
}

function typesByBaseNameCache(): LruCache<number, TypesByName> {
  return new LruCache(20_000, (types) => types.size + 1);
}

/** The types with the names of the written bases; names that no type has are added to the unresolved ones. */
async function namedBases(
  { view }: Resolver,
  type: SymbolRecord,
  unresolved: string[],
): Promise<readonly SymbolRecord[]> {
  const found: SymbolRecord[] = [];
  for (const name of writtenBaseNames(type)) {
    const named = await view.store.symbolsNamed(view.ref, name, { kinds: declaredTypeKinds, limit: maxTypes });
    const bases = named.filter((each) => isSameFamily(each.language, type.language));
    if (bases.length === 0) unresolved.push(name);
    for (const each of bases) found.push(each);
  }
  return found;
}
