/** The symbols that declare a type, as it is written at some place. */
import type { SymbolRecord } from '../../store/store.ts';
import type { RefView } from '../view/ref-view.ts';
import { type Entity, maxDepth, type Type, typeKinds } from './entity.ts';
import { lookUp, rustPath } from './look-up.ts';
import { membersOf, ownTypeAt } from './members.ts';
import { moduleMember } from './module-member.ts';
import { importRulesOf } from './resolve-imports.ts';
import { aliasedType, boundOf } from './signature-parts.ts';
import { type CodePosition, enclosing, sourceOf } from './source-file.ts';
import { elementOf, lastPart, namedType } from './type-text.ts';

/** `outside` for a type that is known not to be the repository's; nothing if it cannot be told. */
export async function typeSymbols(
  view: RefView,
  type: Type,
  depth: number,
): Promise<readonly SymbolRecord[] | 'outside' | undefined> {
  if ('symbols' in type) return type.symbols;
  if (depth > maxDepth) return undefined;
  const { written, place } = type;
  const { language } = place.source.file;
  const core = namedType(written, language);
  // Lists, maps, tuples and functions have no methods of the repository; a union may have.
  if (core === undefined)
    return elementOf(written, language) !== undefined || /^[[(]|^(?:map|chan|func)\b/.test(written)
      ? 'outside'
      : undefined;
  if (core.path === 'Self' || core.path === 'self' || core.path === 'this') {
    const own = await ownTypeAt(view, place);
    return own === undefined ? undefined : [own];
  }
  const found = await pathEntity(view, place, core.path, depth);
  if (found?.is === 'outside') return 'outside';
  if (found?.is !== 'symbols') {
    if (builtins[language]?.has(lastPart(core.path))) return 'outside';
    const bound = boundAt(place, core.path);
    return bound === undefined ? undefined : typeSymbols(view, { written: bound, place }, depth + 1);
  }
  const types = found.symbols.filter(({ kind }) => typeKinds.has(kind));
  const [alias] = types;
  if (types.length === 1 && alias?.kind === 'type') return aliased(view, alias, depth);
  return types.length > 0 ? types : undefined;
}

/** What a path of names means at a place, as types and bases are written. */
export async function pathEntity(
  view: RefView,
  place: CodePosition,
  path: string,
  depth: number,
): Promise<Entity | undefined> {
  const { language } = place.source.file;
  const parts = path.split(/::|\./);
  if (language === 'rust') {
    const name = parts.pop() as string;
    if (parts[0] === 'Self') {
      const own = await ownTypeAt(view, place);
      const members = own === undefined ? [] : await membersOf(view, own, name, depth + 1);
      return members.length > 0 ? { is: 'symbols', symbols: members } : undefined;
    }
    if (parts.length === 0) return lookUp(view, place, name, depth);
    return (await rustPath(view, place, parts, name)) ?? (await rustOutside(view, place, parts));
  }
  let entity = await lookUp(view, place, parts[0] as string, depth);
  for (const part of parts.slice(1)) {
    if (entity === undefined || entity.is === 'outside' || entity.is === 'local') return entity;
    if (entity.is === 'module') entity = await moduleMember(view, entity.files, part);
    else if (entity.is === 'symbols') {
      const members: SymbolRecord[] = [];
      for (const symbol of entity.symbols) members.push(...(await membersOf(view, symbol, part, depth + 1)));
      entity = members.length > 0 ? { is: 'symbols', symbols: members } : undefined;
    } else return undefined;
  }
  return entity;
}

/** A path that starts with no module, item or crate of the repository leads out of it. */
async function rustOutside(
  view: RefView,
  { source }: CodePosition,
  parts: readonly string[],
): Promise<Entity | undefined> {
  const [first = ''] = parts;
  if (/^(?:crate|self|super)$/.test(first)) return undefined;
  if (/^(?:std|core|alloc)$/.test(first)) return { is: 'outside' };
  const used = source.imports.find((fact) => (fact.alias ?? fact.name ?? lastPart(fact.source)) === first);
  if (used === undefined) return undefined;
  const target = await importRulesOf('rust')?.targetOf(view, source.file, used);
  return target?.files.length === 0 && target.symbols.length === 0 ? { is: 'outside' } : undefined;
}

/** A type that is declared as another one; where it has members of its own, it is a type of its own as well. */
async function aliased(
  view: RefView,
  alias: SymbolRecord,
  depth: number,
): Promise<readonly SymbolRecord[] | 'outside'> {
  const source = await sourceOf(view, alias);
  const written = aliasedType(alias.signature, alias.name, alias.language);
  const place = { source, within: alias.parent, line: alias.lineStart };
  const meant = written === '' ? undefined : await typeSymbols(view, { written, place }, depth + 1);
  return Array.isArray(meant) ? [alias, ...meant] : [alias];
}

/** The bound of a type parameter that a symbol around the place declares. */
function boundAt(place: CodePosition, name: string): string | undefined {
  for (const { signature } of enclosing(place)) {
    const bound = boundOf(signature, name);
    if (bound !== undefined) return bound;
  }
  return undefined;
}

const words = (list: string) => new Set(list.split(' '));

/** Types that a language brings along; a repository's own of that name would have been found before. */
const builtins: Readonly<Record<string, ReadonlySet<string>>> = {
  go: words(
    'any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr',
  ),
  rust: words(
    'Vec VecDeque HashMap HashSet BTreeMap BTreeSet String str Option Result Box Rc Arc Mutex RwLock RefCell Cell bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 Path PathBuf OsStr OsString Iterator Fn FnMut FnOnce Send Sync Sized Clone Copy Debug Display Default Into From AsRef',
  ),
  typescript: words(
    'string number boolean bigint symbol any unknown object never void Array Map Set WeakMap WeakSet Record Date RegExp Error Promise Buffer URL Function Uint8Array ArrayBuffer ReadonlyArray ReadonlyMap ReadonlySet Iterable HTMLElement Element Node Document Event Request Response',
  ),
  javascript: words('Array Map Set WeakMap WeakSet Date RegExp Error Promise Buffer URL Function'),
  python: words(
    'str int float bool bytes bytearray complex dict list set tuple frozenset object type Any Dict List Set Tuple FrozenSet Callable Exception ValueError TypeError KeyError OSError',
  ),
};
