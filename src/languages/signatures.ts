/**
 * Parses one-line signatures: the parameters of a function with their types, its return type, the bases of a class, and
 * the origin of a variable or field. Parts that cannot be parsed are omitted.
 */
import { LruCache } from '../query/view/lru-cache.ts';
import { closing, typeAt } from '../text/access-chain.ts';
import { colonOrigin, colonParameters, listStart, type Parameter, splitTypes, wordIndex } from './signature-text.ts';

/** Parses the signatures of one language. */
export interface Signatures {
  /** Returns undefined if the signature has no parameter list. */
  functionParts(signature: string, name: string): FunctionParts | undefined;
  /** The number of arguments of a function, without its own object. */
  arity(parts: FunctionParts): { min: number; max: number };
  /** Whether a first parameter of this name is the object of the method. */
  isOwnObject(name: string): boolean;
  /** The origin of a variable, constant or field: `:T`, `=chain`, or empty. */
  valueOrigin(signature: string, name: string): string;
  /** The bases of a class, interface or trait, as written; for an impl, the trait. */
  writtenBases(signature: string, name: string): string[];
  /** The target of a type alias, as written. */
  aliasedType(signature: string, name: string): string;
}

export interface FunctionParts {
  /** The receiver before the name of a method (Go). */
  readonly receiver?: Parameter;
  readonly parameters: readonly Parameter[];
  /** As written; empty if absent. */
  readonly returns: string;
  /** Results that are variables of the function (Go). */
  readonly results?: readonly Parameter[];
}

/** The signature syntax of a language. The defaults fit `name(a: Type = value): Type`. */
export interface SignatureRules {
  /** The parameters of a list, given without its parentheses. */
  parameters?(list: string): Parameter[];
  receiver?(signature: string): Parameter | undefined;
  /** Where the text before the name ends, which may contain the name as well (Go). */
  nameFrom?(signature: string): number;
  /** The names of the results in the text after the parameters. */
  results?(tail: string): Parameter[];
  /** The return type in the text after the parameters. */
  returned?(tail: string): string;
  /** The origin of a name, given the text after it. */
  origin?(signature: string, tail: string, name: string): string;
  bases?(signature: string, name: string): string[];
  /** The type in the text after the name of an alias. */
  aliased?(tail: string): string;
  /** Names of a first parameter that is the object itself (`self`). */
  readonly ownObjects?: ReadonlySet<string>;
}

/** One cache for all languages, since a repository has one main language; the keys differ. */
const partsCache = new LruCache<string, { parts: FunctionParts | undefined }>(20_000);
let readers = 0;

export function signaturesBy(rules: SignatureRules = {}): Signatures {
  const reader = readers++;
  const isOwnObject = (name: string) => rules.ownObjects?.has(name) === true;
  return {
    functionParts(signature, name) {
      const key = `${reader} ${name} ${signature}`;
      const known = partsCache.get(key);
      return (known ?? partsCache.set(key, { parts: readParts(rules, signature, name) })).parts;
    },
    arity({ parameters }) {
      const taken = parameters.filter(({ name }, index) => !(index === 0 && isOwnObject(name)));
      const hasRest = taken.some(({ rest }) => rest);
      return {
        min: taken.filter(({ optional, rest }) => !optional && !rest).length,
        max: hasRest ? Number.POSITIVE_INFINITY : taken.length,
      };
    },
    isOwnObject,
    valueOrigin(signature, name) {
      const at = wordIndex(signature, name);
      if (at === -1) return '';
      const tail = signature.slice(at + name.length);
      return rules.origin?.(signature, tail, name) ?? colonOrigin(tail);
    },
    writtenBases: rules.bases ?? extendedBases,
    aliasedType(signature, name) {
      return (rules.aliased ?? assignedType)(signature.slice(wordIndex(signature, name) + name.length));
    },
  };
}

/** For languages without signature rules. */
export const usualSignatures = signaturesBy();

/** Returns the bound of a type parameter in a signature (`T: Store`, `T extends Store`, `[T Store]`), or undefined. */
export function boundOf(signature: string, parameter: string): string | undefined {
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(parameter)) return undefined;
  const found = new RegExp(
    `[<,\\[]\\s*${parameter}(?:\\s*:\\s*|\\s+extends\\s+)([^,>=+]+)|\\bwhere\\b.*?\\b${parameter}\\s*:\\s*([^,{+]+)` +
      `|\\[(?:[^[\\]]*,\\s*)?${parameter}(?:\\s*,\\s*\\w+)*\\s+([\\w.]+)`,
  ).exec(signature);
  return (found?.[1] ?? found?.[2] ?? found?.[3])?.trim();
}

/** The type parameters that a signature declares after its name. */
export function typeParameters(signature: string, name: string): readonly string[] {
  const open = wordIndex(signature, name) + name.length;
  if (signature[open] !== '<' && signature[open] !== '[') return [];
  const list = splitTypes(signature.slice(open + 1, closing(signature, open) - 1), ',');
  return list.flatMap((part) => /^(?:(?:const|in|out)\s+)*([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(part)?.[1] ?? []);
}

function readParts(rules: SignatureRules, signature: string, name: string): FunctionParts | undefined {
  const open = listStart(signature, name, rules.nameFrom?.(signature));
  if (open === undefined) return lambdaParts(signature);
  const end = closing(signature, open);
  const receiver = rules.receiver?.(signature);
  const results = rules.results?.(signature.slice(end).trim()) ?? [];
  return {
    ...(receiver === undefined ? {} : { receiver }),
    ...(results.length === 0 ? {} : { results }),
    parameters: (rules.parameters ?? colonParameters)(signature.slice(open + 1, end - 1).trim()),
    returns: (rules.returned ?? typeBehindColon)(signature.slice(end).trim()),
  };
}

/** `x => …`, without the part from the arrow on. */
function lambdaParts(signature: string): FunctionParts | undefined {
  const name = /=\s*(?:async\s+)?([\p{L}_$][\p{L}\p{N}_$]*)$/u.exec(signature)?.[1];
  if (name === undefined) return undefined;
  return { parameters: [{ name, origin: '', optional: false, rest: false }], returns: '' };
}

function typeBehindColon(tail: string): string {
  return tail.startsWith(':') ? typeAt(tail.slice(1).trim().replace(/=>$/, '').trimEnd()) : '';
}

/** `class Store extends Base implements A, B` */
function extendedBases(signature: string, name: string): string[] {
  const behind = signature.slice(wordIndex(signature, name) + name.length);
  const tail = behind.startsWith('<') ? behind.slice(closing(behind, 0)) : behind;
  const bases: string[] = [];
  for (const [, list] of tail.matchAll(/\b(?:extends|implements)\s+(.*?)(?=\s+implements\s|$)/g)) {
    for (const each of splitTypes(list as string, ',')) bases.push(each);
  }
  return bases;
}

/** `type Store<T> = Base<T>` */
function assignedType(tail: string): string {
  const equals = /^\s*(?:<.*?>\s*)?=/.exec(tail)?.[0];
  return equals === undefined ? '' : typeAt(tail.slice(equals.length).trimStart());
}
