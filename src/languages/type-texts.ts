/**
 * Parses the text of a type just far enough to find the type whose methods a value has: pointers, wrappers and
 * optionals are unwrapped, containers yield their elements.
 */
import { closing } from '../text/access-chain.ts';
import { splitTypes } from './signature-text.ts';

/** Parses the types of one language. */
export interface TypeTexts {
  /** The innermost named type; undefined for functions, tuples and unions. */
  namedType(written: string): NamedType | undefined;
  /** The content of an Option or Result; other types are returned unchanged. */
  contentOf(written: string): string;
  /** The content of a lock or cell; undefined for other types. */
  guardedBy(written: string): string | undefined;
  /** The element type of a loop over a value or of an index. */
  elementOf(written: string): string | undefined;
  /** The type of one of several results of a function. */
  resultAt(written: string, position: number): string | undefined;
  /** Whether an unnamed type is built in (a list, a tuple, a function). */
  isUnnamed(written: string): boolean;
  /** Whether a value of this type may have any methods (`Any`). */
  isAny(written: string): boolean;
  /** Whether a value with this type from outside of the repository may be of a type that implements it. */
  isInterface(written: string): boolean;
  /** Whether a type of this name is built in; a type of the repository with that name takes precedence. */
  isBuiltin(name: string): boolean;
}

export interface NamedType {
  /** A name or a path, as written: `Store`, `pkg.Store`, `crate::store::Store`. */
  readonly path: string;
  readonly arguments: readonly string[];
}

/** The type syntax of a language. The defaults fit `Name<Argument> | null`. */
export interface TypeRules {
  readonly builtins?: ReadonlySet<string>;
  /** Types whose values may have any methods. Default: none. */
  readonly anyTypes?: ReadonlySet<string>;
  /** Whether a type from outside may be an interface. Default: no. */
  isInterface?(written: string): boolean;
  /** Types whose values have the methods of their first argument (`Box<T>`). */
  readonly wrappers?: ReadonlySet<string>;
  /** Wrappers whose values have the methods of their last argument (`Coroutine[A, B, T]`). */
  readonly lastWrappers?: ReadonlySet<string>;
  /** Collection types of their first argument. */
  readonly sequences?: ReadonlySet<string>;
  /** Optional types (`Option<T>`). */
  readonly optionals?: ReadonlySet<string>;
  /** Types that give access to their first argument (`Mutex<T>`). */
  readonly cells?: ReadonlySet<string>;
  /** Removes pointers, references and optional parts around a type. */
  stripped?(written: string): string;
  /** The element of a stripped type. Default: that of a sequence. */
  element?(type: string): string | undefined;
  /** The element of a stripped type that is written as a list; tried before the default. */
  listElement?(type: string): string | undefined;
  result?(type: string, position: number): string | undefined;
  /** Built-in types without a name. Default: text that starts with a bracket. */
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
    isAny(written) {
      const found = rules.anyTypes === undefined ? undefined : namedType(written);
      return found !== undefined && rules.anyTypes?.has(lastPart(found.path)) === true;
    },
    isInterface: (written) => rules.isInterface?.(written.trim()) === true,
    isUnnamed: (written) => (rules.unnamed ?? /^[[(]/).test(written),
    isBuiltin: (name) => rules.builtins?.has(name) === true,
  };
}

/** For languages without type rules. */
export const usualTypeTexts = typeTextsBy();

export function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf(':')) + 1);
}

const absent = new Set(['null', 'undefined', 'void', 'None', 'false', 'never']);

/** The only type of a union besides null types; empty if there are several. */
export function strippedUnion(written: string): string {
  const type = written.trim().replace(/^(?:readonly|asserts|new)\s+/, '');
  return onlyPresent(splitTypes(type, '|'), type);
}

/** The part of a union that is not a null type; the type itself if it has no parts. */
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
