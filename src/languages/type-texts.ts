/**
 * A type as it is written, taken apart just far enough to tell whose methods a value has: pointers, wrappers and what may be
 * missing are passed over, containers give up their elements.
 */
import { closing } from '../text/access-chain.ts';
import { splitTypes } from './signature-text.ts';

/** Reads the types of one language as they are written. */
export interface TypeTexts {
  /** The named type at the core of what is written; nothing for functions, tuples, unions and the like. */
  namedType(written: string): NamedType | undefined;
  /** What is there if it is not missing: the content of an Option or Result; other types as they are. */
  contentOf(written: string): string;
  /** What a lock or a cell guards; nothing for other types. */
  guardedBy(written: string): string | undefined;
  /** What a loop over a value takes out of it, or an index. */
  elementOf(written: string): string | undefined;
  /** The type at one place of several that a function returns. */
  resultAt(written: string, position: number): string | undefined;
  /** Whether a type without a name is one of the language's own (a list, a tuple, a function). */
  isUnnamed(written: string): boolean;
  /** Whether the language brings a type of this name along; a repository's own of that name is found before. */
  isBuiltin(name: string): boolean;
}

export interface NamedType {
  /** A name or a path, as written: `Store`, `pkg.Store`, `crate::store::Store`. */
  readonly path: string;
  readonly arguments: readonly string[];
}

/** Where a language writes types in its own way. The defaults fit `Name<Argument> | null`. */
export interface TypeRules {
  readonly builtins?: ReadonlySet<string>;
  /** Types whose values have the methods of their first argument (`Box<T>`). */
  readonly wrappers?: ReadonlySet<string>;
  /** Those of them that have the methods of their last argument (`Coroutine[A, B, T]`). */
  readonly lastWrappers?: ReadonlySet<string>;
  /** Types that hold any number of their first argument. */
  readonly sequences?: ReadonlySet<string>;
  /** Types of what may be missing (`Option<T>`). */
  readonly optionals?: ReadonlySet<string>;
  /** Types that lend their first argument (`Mutex<T>`). */
  readonly cells?: ReadonlySet<string>;
  /** A type without what stands around its core: pointers, references, what it may be instead. */
  stripped?(written: string): string;
  /** The element of a stripped type. Default: that of a sequence. */
  element?(type: string): string | undefined;
  /** The element of a stripped type that is written as a list; tried before the default. */
  listElement?(type: string): string | undefined;
  result?(type: string, position: number): string | undefined;
  /** Types without a name that are the language's own. Default: what starts with a bracket. */
  readonly unnamed?: RegExp;
}

export function typeTextsBy(rules: TypeRules = {}): TypeTexts {
  const { wrappers, sequences, optionals, cells } = rules;
  const stripped = rules.stripped ?? strippedUnion;
  const isWrapper = ({ path }: NamedType) => wrappers?.has(lastPart(path)) === true;

  const namedType = (written: string): NamedType | undefined => {
    let type = stripped(written);
    for (let depth = 0; depth < 6; depth++) {
      const found = apart(type);
      if (found === undefined) return undefined;
      const [inner] = found.arguments;
      if (inner === undefined || !isWrapper(found)) return found;
      const isLast = rules.lastWrappers?.has(lastPart(found.path)) === true;
      type = stripped(isLast ? (found.arguments.at(-1) as string) : inner);
    }
    return undefined;
  };

  const elementOf = (written: string): string | undefined => {
    let type = stripped(written);
    if (rules.element !== undefined) return rules.element(type);
    if (type.endsWith('[]')) return type.slice(0, -2).replace(/^\((.*)\)$/, '$1');
    const listed = rules.listElement?.(type);
    if (listed !== undefined) return listed;
    const wrapped = apart(type);
    if (wrapped !== undefined && isWrapper(wrapped)) {
      type = stripped(wrapped.arguments[0] ?? '');
      if (rules.listElement?.(type) !== undefined) return elementOf(type);
    }
    const found = apart(type);
    if (found === undefined || sequences?.has(lastPart(found.path)) !== true) return undefined;
    return found.arguments[0];
  };

  return {
    namedType,
    elementOf,
    contentOf(written) {
      const found = optionals === undefined ? undefined : apart(stripped(written));
      return (found !== undefined && optionals?.has(lastPart(found.path)) ? found.arguments[0] : undefined) || written;
    },
    guardedBy(written) {
      const found = cells === undefined ? undefined : namedType(written);
      return found !== undefined && cells?.has(lastPart(found.path)) ? found.arguments[0] : undefined;
    },
    resultAt(written, position) {
      const type = written.trim();
      if (rules.result !== undefined) return rules.result(type, position);
      return position === 0 ? type : undefined;
    },
    isUnnamed: (written) => (rules.unnamed ?? /^[[(]/).test(written),
    isBuiltin: (name) => rules.builtins?.has(name) === true,
  };
}

/** For languages that say nothing of their types. */
export const usualTypeTexts = typeTextsBy();

export function lastPart(path: string): string {
  return /[^.:]*$/.exec(path)?.[0] ?? path;
}

const absent = new Set(['null', 'undefined', 'void', 'None', 'false', 'never']);

/** The one type of a union that is there; empty where there are several. */
export function strippedUnion(written: string): string {
  const type = written.trim().replace(/^(?:readonly|asserts|new)\s+/, '');
  return onlyPresent(splitTypes(type, '|'), type);
}

/** Of the parts of a union, the one that is not missing; the type itself if it has no parts. */
export function onlyPresent(parts: readonly string[], type: string): string {
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
