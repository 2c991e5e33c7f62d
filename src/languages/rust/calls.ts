/** Call rules of Rust: names belong to modules, methods to impls and traits, and macros to their crate. */
import type { ReferenceFact } from '../../model.ts';
import { LruCache } from '../../query/view/lru-cache.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import type { CallRules, Resolver } from '../call-rules.ts';
import { functionKinds, instanceOf, named, type SourceFile, valueKinds } from '../entity.ts';
import { wordSet } from '../signature-text.ts';
import { packageAround, rustPackages } from './crates.ts';
import { rustImports } from './imports.ts';
import { baseTypes, ownMembers, typeOfImpl } from './members.ts';
import { entityAt, nameInModule, pathEntity } from './paths.ts';
import { passedThrough, rustSignatures, rustTypes } from './signatures.ts';
import { isVisible } from './visibility.ts';

export const rustCalls: CallRules = {
  signatures: rustSignatures,
  types: rustTypes,
  names: {
    // Type names start with a capital letter, and all types of the repository are indexed.
    isGlobal: (name) => /^(?:\p{Lu}|char$|str$|bool$|[iuf](?:8|16|32|64|128|size)$)/u.test(name),
    inModule: ({ view }, place, name) => nameInModule(view, place, name),
    pathEntity,
  },
  // A trait may be implemented for all types with a bound. An alias is the type itself, whose own methods precede those
  // of
  // traits.
  members: {
    ownMembers,
    baseTypes,
    implementedType: typeOfImpl,
    aliasIsType: true,
    areOpen: true,
    fieldsAreApart: true,
  },
  values: {
    own: {
      words: new Set(['self', 'Self']),
      classWord: 'Self',
      async entity(resolver, place, word) {
        const own = await resolver.ownTypeAt(place);
        if (own === undefined) return undefined;
        return word === 'Self' ? named([own]) : instanceOf(own);
      },
    },
    sameValue: new Set(['await']),
    returnsOutside,
    passedThrough,
    // A variant or a tuple struct is a value of its enum.
    async calledValue(resolver, symbol) {
      if (symbol.kind !== 'const') return undefined;
      const holder = (await resolver.sourceOf(symbol)).symbols[symbol.parent];
      return holder?.kind === 'enum' ? instanceOf(holder) : undefined;
    },
  },
  sites: {
    entityAt,
    isCallable(symbol, { receiver }) {
      if (symbol.kind === 'macro') return receiver?.endsWith('!') === true;
      return valueKinds.has(symbol.kind) && symbol.kind !== 'const' ? false : undefined;
    },
    isVisible,
    // Declarations of one path in several files are for different conditions, those of the usual build first.
    async builtWith(_, __, symbols) {
      const [first] = symbols;
      return symbols.filter(({ versionId, kind }) => versionId === first?.versionId || kind !== first?.kind);
    },
    mayMean,
    ownObjectIsArgument: true,
    isCalledUnnamed,
  },
  guesses: {
    commonMethods: wordSet(
      'new clone into from len is_empty iter iter_mut into_iter next map filter collect unwrap expect ok err push pop insert remove get get_mut ' +
        'contains as_ref as_mut as_str as_bytes to_string to_owned to_vec write read flush lock fmt eq cmp partial_cmp hash default drop deref ' +
        'deref_mut borrow borrow_mut poll send recv close take replace and_then or_else unwrap_or ok_or map_err is_some is_none is_ok is_err ' +
        'extend clear split trim join find any all fold rev zip chain enumerate skip min max sum count last first sort drain entry or_insert ' +
        'keys values unwrap_or_default unwrap_or_else await wake as_slice to_path_buf display path starts_with ends_with parse build start end is_match peek ' +
        'abs unsigned_abs signum pow is_negative is_positive checked_add checked_sub checked_mul checked_div checked_neg saturating_add ' +
        'saturating_sub saturating_mul wrapping_add wrapping_sub wrapping_mul rem_euclid div_euclid as_secs as_millis as_nanos subsec_nanos elapsed',
    ),
    isMethod,
    likeliest: traitMethod,
    /** Files of one crate see each other, and the files of crates that one of them imports. */
    async canSee(resolver, file, target) {
      const packages = await resolver.view.derived(rustPackages);
      const crate = packageAround(packages, target);
      if (packageAround(packages, file) === crate) return true;
      return (await resolver.importedBy(file)).some((other) => packageAround(packages, other) === crate);
    },
  },
  // A method of a type is known; one of a trait depends on the type behind it.
  dispatch: { openTypes: (types) => types.filter(({ kind }) => kind === 'trait') },
};

/** Types that give access to another value, and traits that any type may implement. */
const transparent = wordSet(
  'Arc Rc Box Pin Cow Ref RefMut Mutex RwLock RefCell Cell OnceCell OnceLock Lazy LazyLock Option Result Default From Into TryFrom TryInto Clone ' +
    'Iterator IntoIterator FromIterator Borrow BorrowMut AsRef AsMut Deref DerefMut ToOwned FromStr Extend',
);

/** A tuple struct, or an associated function of a type, returns a value of that type. */
function returnsOutside(path: string): boolean {
  const [name = '', type = ''] = path.split(/::|\./).reverse();
  if (/^\p{Lu}/u.test(name)) return name.length > 1 && !transparent.has(name);
  return /^\p{Lu}\p{L}/u.test(type) && path.endsWith(`${type}::${name}`) && !transparent.has(type);
}

/** A function without a self parameter is called through a path; nothing but a macro is called with `!`. */
function mayMean(_: RefView, __: FileVersion, { receiver }: ReferenceFact, symbol: SymbolRecord): boolean {
  if (receiver !== undefined && receiver.endsWith('!') !== (symbol.kind === 'macro')) return false;
  if (receiver === undefined || symbol.kind !== 'fn' || isMethod(symbol)) return true;
  return !/\.|[)\]?]$|^["'\d]/.test(receiver);
}

/** Operators, conversions, formats and loops call the methods of traits from outside of the repository. */
async function isCalledUnnamed(resolver: Resolver, symbol: SymbolRecord): Promise<boolean> {
  const holder = (await resolver.sourceOf(symbol)).symbols[symbol.parent];
  if (holder?.kind !== 'impl' || !functionKinds.has(symbol.kind)) return false;
  const [trait] = await baseTypes(resolver, holder);
  return trait !== undefined && !Array.isArray(await resolver.typeSymbols(trait, 0));
}

/** A function of a type is a method if it has a self parameter. */
function isMethod({ signature, name }: SymbolRecord): boolean {
  return rustSignatures.functionParts(signature, name)?.parameters[0]?.name === 'self';
}

/**
 * Returns the method of that name in the traits that a file imports by name: they may be implemented for the unknown
 * type.
 */
async function traitMethod({ view }: Resolver, source: SourceFile, name: string): Promise<SymbolRecord | undefined> {
  const cache = await view.derived(traitsCache);
  const known = cache.get(source.file.id);
  const traits = known ?? cache.set(source.file.id, await traitsIn(view, source));
  const found: SymbolRecord[] = [];
  for (const trait of traits) {
    const file = (await view.files()).byId(trait.versionId);
    const members = file === undefined ? [] : await view.store.symbolsNamedIn(file, name);
    const isOfTrait = ({ parent, kind }: SymbolRecord) => parent === trait.position && functionKinds.has(kind);
    for (const each of members.filter((symbol) => isOfTrait(symbol) && isMethod(symbol))) found.push(each);
  }
  return found.length === 1 ? found[0] : undefined;
}

async function traitsIn(view: RefView, source: SourceFile): Promise<readonly SymbolRecord[]> {
  const traits = new Map<number, SymbolRecord>();
  for (const fact of source.imports) {
    // Trait names start with a capital letter; other imports need not be resolved.
    if (fact.name === undefined || !/^\p{Lu}/u.test(fact.name)) continue;
    const { symbols } = await rustImports.targetOf(view, source.file, fact);
    for (const symbol of symbols) if (symbol.kind === 'trait') traits.set(symbol.id, symbol);
  }
  return [...traits.values()];
}

function traitsCache(): LruCache<number, readonly SymbolRecord[]> {
  return new LruCache(1_024);
}
