/**
 * A type as it is written, taken apart just far enough to tell whose methods a value has: pointers, wrappers and what may be
 * missing are passed over, containers give up their elements.
 */
import { closing } from '../../text/access-chain.ts';
import { splitTypes } from './signature-parts.ts';

export interface NamedType {
  /** A name or a path, as written: `Store`, `pkg.Store`, `crate::store::Store`. */
  readonly path: string;
  readonly arguments: readonly string[];
}

const wrappers: Readonly<Record<string, readonly string[]>> = {
  go: [],
  rust: 'Box Rc Arc Pin Cow Ref RefMut MutexGuard RwLockReadGuard RwLockWriteGuard OwnedMutexGuard ManuallyDrop Lazy LazyLock OnceCell'.split(
    ' ',
  ),
  typescript: 'Promise PromiseLike Awaited Readonly Partial Required NonNullable'.split(' '),
  javascript: ['Promise'],
  python: 'Optional Annotated Final ClassVar Awaitable Coroutine Required NotRequired'.split(' '),
};
const cells = new Set('Mutex RwLock RefCell Cell OnceLock'.split(' '));
const absent = new Set(['null', 'undefined', 'void', 'None', 'false', 'never']);
const sequences: Readonly<Record<string, ReadonlySet<string>>> = {
  rust: new Set('Vec VecDeque HashSet BTreeSet BinaryHeap LinkedList IntoIter Iter IterMut Drain Option'.split(' ')),
  typescript: new Set(
    'Array ReadonlyArray Set ReadonlySet Iterable IterableIterator AsyncIterable Generator AsyncGenerator'.split(' '),
  ),
  javascript: new Set('Array Set'.split(' ')),
  python: new Set(
    'list List Sequence MutableSequence Iterable Iterator set Set frozenset FrozenSet Collection deque Generator AsyncIterator AsyncIterable QuerySet'.split(
      ' ',
    ),
  ),
};

/** The named type at the core of what is written; nothing for functions, tuples, unions and the like. */
export function namedType(written: string, language: string): NamedType | undefined {
  let type = stripped(written, language);
  for (let depth = 0; depth < 6; depth++) {
    const found = apart(type);
    if (found === undefined) return undefined;
    const [inner] = found.arguments;
    if (inner === undefined || !wrappers[language]?.includes(lastPart(found.path))) return found;
    type = stripped(lastPart(found.path) === 'Coroutine' ? (found.arguments.at(-1) as string) : inner, language);
  }
  return undefined;
}

/** What is there if it is not missing: the content of an Option or Result; other types as they are. */
export function contentOf(written: string, language: string): string {
  if (language !== 'rust') return written;
  const found = apart(stripped(written, language));
  const name = found && lastPart(found.path);
  return (name === 'Option' || name === 'Result') && found?.arguments[0] ? found.arguments[0] : written;
}

/** What a lock or a cell guards; nothing for other types. */
export function guardedBy(written: string, language: string): string | undefined {
  const found = language === 'rust' ? namedType(written, language) : undefined;
  return found !== undefined && cells.has(lastPart(found.path)) ? found.arguments[0] : undefined;
}

/** What a loop over a value takes out of it, or an index. */
export function elementOf(written: string, language: string): string | undefined {
  let type = stripped(written, language);
  if (language === 'go') {
    if (type.startsWith('...')) return type.slice(3);
    if (type.startsWith('[')) return type.slice(closing(type, 0));
    if (type.startsWith('map[')) return type.slice(closing(type, 3));
    return /^(?:<-)?chan\s+(.*)$/.exec(type)?.[1];
  }
  if (type.endsWith('[]')) return type.slice(0, -2).replace(/^\((.*)\)$/, '$1');
  if (language === 'rust' && type.startsWith('[')) return type.slice(1, closing(type, 0) - 1).replace(/;[^;]*$/, '');
  const wrapped = apart(type);
  if (wrapped !== undefined && wrappers[language]?.includes(lastPart(wrapped.path))) {
    type = stripped(wrapped.arguments[0] ?? '', language);
    if (language === 'rust' && type.startsWith('[')) return elementOf(type, language);
  }
  const found = apart(type);
  if (found === undefined || !sequences[language]?.has(lastPart(found.path))) return undefined;
  return found.arguments[0];
}

/** The type at one place of several that a function returns. */
export function resultAt(written: string, position: number, language: string): string | undefined {
  const type = written.trim();
  if (language !== 'go') return position === 0 ? type : undefined;
  if (!type.startsWith('(')) return position === 0 ? type : undefined;
  const part = splitTypes(type.slice(1, closing(type, 0) - 1), ',')[position];
  // Results may have names.
  return part?.replace(/^[\p{L}_][\p{L}\p{N}_]*\s+(?=[*[\]\p{L}_(])/u, '');
}

export function lastPart(path: string): string {
  return /[^.:]*$/.exec(path)?.[0] ?? path;
}

function stripped(written: string, language: string): string {
  let type = written.trim();
  if (language === 'go') return type.replace(/^[*&(]+/, '').replace(/\)+$/, '');
  if (language === 'rust') {
    for (let before = ''; before !== type; ) {
      before = type;
      type = type.replace(/^(?:&|\*(?:const|mut)\s|'\w+\s|mut\s|dyn\s|impl\s|\?Sized\s)\s*/, '').trim();
    }
    // `impl Store + Send`: the first bound has the methods.
    return (splitTypes(type, '+')[0] ?? type).replace(/^\((.*)\)$/, '$1');
  }
  if (language === 'python') type = type.replace(/^(["'])(.*)\1$/, '$2');
  type = type.replace(/^(?:readonly|asserts|new)\s+/, '');
  const union = /^(?:typing\.|t\.)?Union\[(.*)\]$/.exec(type)?.[1];
  const parts = union === undefined ? splitTypes(type, '|') : splitTypes(union, ',');
  const present = parts.filter((part) => !absent.has(part));
  return present.length === 1 ? (present[0] as string).replace(/^\((.*)\)$/, '$1') : parts.length > 1 ? '' : type;
}

function apart(type: string): NamedType | undefined {
  const path = /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::)[\p{L}_$][\p{L}\p{N}_$]*)*/u.exec(type)?.[0];
  if (path === undefined) return undefined;
  const tail = type.slice(path.length).replace(/^::(?=<)/, '');
  if (tail === '') return { path, arguments: [] };
  if ((tail[0] !== '<' && tail[0] !== '[') || closing(tail, 0) !== tail.length || tail === '[]') return undefined;
  return { path, arguments: splitTypes(tail.slice(1, -1), ',').filter((part) => !part.startsWith("'")) };
}
