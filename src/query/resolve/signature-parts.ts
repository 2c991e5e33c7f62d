/**
 * What a signature says, read from its one line: the parameters with their types, the type that is returned, the bases of a
 * class, and what a variable or field stands for. A part that cannot be read is left out.
 */
import { accessChain, closing, listParts, typeAt } from '../../text/access-chain.ts';
import { LruCache } from '../view/lru-cache.ts';

export interface Parameter {
  readonly name: string;
  /** `:T` or `=chain`, as the origin of a binding; empty where neither is written. */
  readonly origin: string;
  readonly optional: boolean;
  /** Takes as many arguments as there are. */
  readonly rest: boolean;
}

export interface FunctionParts {
  /** The receiver in front of a Go method's name. */
  readonly receiver?: Parameter;
  readonly parameters: readonly Parameter[];
  /** As written; empty where nothing is. */
  readonly returns: string;
}

const word = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

const partsCache = new LruCache<string, { parts: FunctionParts | undefined }>(20_000);

/** Nothing if the signature has no list of parameters. */
export function functionParts(signature: string, name: string, language: string): FunctionParts | undefined {
  const key = `${language} ${name} ${signature}`;
  const known = partsCache.get(key);
  return (known ?? partsCache.set(key, { parts: readParts(signature, name, language) })).parts;
}

function readParts(signature: string, name: string, language: string): FunctionParts | undefined {
  const open = listStart(signature, name);
  if (open === undefined) return lambdaParts(signature);
  const end = closing(signature, open);
  const written = signature.slice(open + 1, end - 1).trim();
  const list = language === 'rust' || language === 'typescript' ? splitTypes(written, ',') : listParts(written);
  const parameters = language === 'go' ? goParameters(list) : list.flatMap((part) => colonParameter(part, language));
  const receiver = language === 'go' ? goReceiver(signature) : undefined;
  return {
    ...(receiver === undefined ? {} : { receiver }),
    parameters,
    returns: returned(signature.slice(end).trim(), language),
  };
}

/** The number of arguments that a function takes, its own object not counted. */
export function arity({ parameters }: FunctionParts, language: string): { min: number; max: number } {
  const taken = parameters.filter(({ name }, index) => !(index === 0 && isOwnObject(name, language)));
  const hasRest = taken.some(({ rest }) => rest);
  return {
    min: taken.filter(({ optional, rest }) => !optional && !rest).length,
    max: hasRest ? Number.POSITIVE_INFINITY : taken.length,
  };
}

export function isOwnObject(name: string, language: string): boolean {
  return language === 'rust' ? name === 'self' : language === 'python' && (name === 'self' || name === 'cls');
}

/** What a variable, constant or field stands for: `:T`, `=chain`, or empty. */
export function valueOrigin(signature: string, name: string, language: string): string {
  const at = wordIndex(signature, name);
  if (at === -1) return '';
  const tail = signature.slice(at + name.length);
  if (language === 'go') return goOrigin(signature, tail, name);
  const colon = /^\s*[?!]?\s*:(?!:)\s*/.exec(tail)?.[0];
  if (colon !== undefined) {
    const type = typeAt(tail.slice(colon.length));
    return type === '' ? '' : `:${type}`;
  }
  const equals = /^\s*=(?![=>])\s*/.exec(tail)?.[0];
  const chain = equals === undefined ? '' : accessChain(tail.slice(equals.length));
  return chain === '' ? '' : `=${chain}`;
}

/** The bases that a class, interface or trait names, as written; for an impl the trait. */
export function writtenBases(signature: string, name: string, language: string): string[] {
  if (language === 'python') {
    const open = listStart(signature, name);
    if (open === undefined) return [];
    return listParts(signature.slice(open + 1, closing(signature, open) - 1))
      .map((part) => part.trim())
      .filter((part) => part !== '' && !/^\*|^\w+\s*=/.test(part));
  }
  if (language === 'rust') {
    const trait = /^(?:unsafe\s+)?impl\b(.*?)\sfor\s+(?!<)/.exec(signature)?.[1];
    if (trait !== undefined) return [afterGenerics(trait)];
    const bounds = /\btrait\s+\w+\s*(?:<[^{]*>)?\s*:\s*([^{]*?)(?:\swhere\b|$)/.exec(signature)?.[1];
    return bounds === undefined ? [] : splitTypes(bounds, '+');
  }
  const behind = signature.slice(wordIndex(signature, name) + name.length);
  const tail = behind.startsWith('<') ? behind.slice(closing(behind, 0)) : behind;
  const bases: string[] = [];
  for (const [, list] of tail.matchAll(/\b(?:extends|implements)\s+(.*?)(?=\s+implements\s|$)/g)) {
    bases.push(...splitTypes(list as string, ','));
  }
  return bases;
}

/** The type that an alias stands for, as written. */
export function aliasedType(signature: string, name: string, language: string): string {
  const tail = signature.slice(wordIndex(signature, name) + name.length);
  if (language === 'go') return tail.replace(/^\s*(?:\[[^\]]*\]\s*)?=?\s*/, '');
  const value = /^\s*(?:<.*?>)?\s*=\s*(.*)$/.exec(tail)?.[1];
  return value === undefined ? '' : typeAt(value);
}

/** The bound of a type parameter that a signature declares (`T: Store`, `T extends Store`), or nothing. */
export function boundOf(signature: string, parameter: string): string | undefined {
  if (!word.test(parameter)) return undefined;
  const found = new RegExp(
    `[<,\\[]\\s*${parameter}(?:\\s*:\\s*|\\s+extends\\s+)([^,>=+]+)|\\bwhere\\b.*?\\b${parameter}\\s*:\\s*([^,{+]+)`,
  ).exec(signature);
  return (found?.[1] ?? found?.[2])?.trim();
}

/** Parts between a separator that stands outside of all brackets. */
export function splitTypes(written: string, separator: '+' | ',' | '|' | '&'): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < written.length; at++) {
    const character = written[at] as string;
    if ('<([{'.includes(character)) depth++;
    else if (')]}'.includes(character) || (character === '>' && !/[-=]/.test(written[at - 1] ?? ''))) depth--;
    else if (character === separator && depth === 0) {
      parts.push(written.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(written.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Where the parameters start: behind the name, or behind what the name is bound to. */
function listStart(signature: string, name: string): number | undefined {
  const from = wordIndex(signature, name);
  if (from === -1) return undefined;
  let at = from + name.length;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    if (pattern.exec(signature) !== null) at = pattern.lastIndex;
  };
  skip(/[?!\s]+/y);
  skip(/(?::[^=(]*)?[=:]\s*(?:async\b\s*)?(?:function\b\s*\*?\s*)?(?:func\b\s*)?(?:[\p{L}_$][\p{L}\p{N}_$]*)?\s*/uy);
  if (signature[at] === '<' || signature[at] === '[') at = closing(signature, at);
  skip(/\s+/y);
  return signature[at] === '(' ? at : undefined;
}

/** `x => …`, with the arrow cut off. */
function lambdaParts(signature: string): FunctionParts | undefined {
  const name = /=\s*(?:async\s+)?([\p{L}_$][\p{L}\p{N}_$]*)$/u.exec(signature)?.[1];
  if (name === undefined) return undefined;
  return { parameters: [{ name, origin: '', optional: false, rest: false }], returns: '' };
}

/** The first place where a name stands as a word. */
function wordIndex(text: string, name: string): number {
  const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!isWord(text[at - 1]) && !isWord(text[at + name.length])) return at;
  }
  return -1;
}

function colonParameter(part: string, language: string): Parameter[] {
  const written = part.trim();
  if (written === '' || written === '*' || written === '/') return [];
  if (language === 'rust' && /^(?:&(?:'\w+\s+)?)?(?:mut\s+)?self\b/.test(written)) {
    return [{ name: 'self', origin: ':Self', optional: false, rest: false }];
  }
  const bare = written.replace(/^(?:(?:public|private|protected|readonly|override|mut|ref)\s+)*/, '');
  const rest = /^(?:\.\.\.|\*)/.test(bare);
  const name = /^(?:\.\.\.|\*{1,2})?([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(bare)?.[1];
  if (name === undefined) return destructured(bare);
  const origin = rest ? '' : valueOrigin(bare, name, language);
  const optional = /^[\p{L}\p{N}_$]+\s*\?/u.test(bare) || /(?<![=!<>])=(?![=>])/.test(bare);
  return [{ name, origin, optional, rest }];
}

/** `{ a, b }: Options`: one argument, and names without a known type. */
function destructured(written: string): Parameter[] {
  const inner = /^[{[]([^}\]]*)[}\]]/.exec(written)?.[1] ?? '';
  const names = [
    ...inner.matchAll(/(?:[\p{L}_$][\p{L}\p{N}_$]*\s*:\s*)?([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:=[^,]*)?(?:,|$)/gu),
  ];
  const optional = /[}\]]\s*(?::.*?)?=(?!>)/.test(written);
  const [first, ...others] = names.map((match) => match[1] as string);
  return [
    { name: first ?? '', origin: '', optional, rest: false },
    ...others.map((name) => ({ name, origin: '', optional: true, rest: false })),
  ];
}

/** `a, b int, c *Store`: a name alone has the type of the next that has one. */
function goParameters(list: readonly string[]): Parameter[] {
  const parameters: Parameter[] = [];
  let type = '';
  const parts = list.map((part) => part.trim()).filter((part) => part !== '');
  const areNamed = parts.some(
    (part) => /^[\p{L}_][\p{L}\p{N}_]*\s+\S/u.test(part) && !/^(?:chan|func|map|struct|interface)\b/.test(part),
  );
  for (const part of parts.reverse()) {
    const named = areNamed ? /^([\p{L}_][\p{L}\p{N}_]*)(?:\s+(.*))?$/u.exec(part) : null;
    if (named?.[2] !== undefined) type = named[2];
    const own = areNamed ? type : part;
    const rest = own.startsWith('...');
    parameters.push({ name: named?.[1] ?? '', origin: `:${own.replace(/^\.\.\./, '[]')}`, optional: false, rest });
  }
  return parameters.reverse();
}

function goReceiver(signature: string): Parameter | undefined {
  const start = /^func\s*\(/.exec(signature)?.[0].length;
  if (start === undefined) return undefined;
  const [receiver] = goParameters([signature.slice(start, closing(signature, start - 1) - 1)]);
  return receiver?.name === '' ? undefined : receiver;
}

function goOrigin(signature: string, tail: string, name: string): string {
  // An embedded type is a field with the name of the type.
  if (tail.trim() === '' || /^[\s]*[`"]/.test(tail) || !signature.startsWith(name)) {
    const lead = /^(?:var|const)\s/.test(signature) ? undefined : signature.replace(/\s*[`"].*$/, '');
    if (lead !== undefined) return `:${lead}`;
  }
  const rest = tail.replace(/^(?:\s*,\s*[\p{L}_][\p{L}\p{N}_]*)*/u, '');
  const equals = /^\s*=\s*/.exec(rest)?.[0];
  if (equals !== undefined) {
    const chain = accessChain(rest.slice(equals.length));
    return chain === '' ? '' : `=${chain}`;
  }
  const type = rest
    .replace(/\s*[`"].*$/, '')
    .replace(/\s=\s.*$/, '')
    .trim();
  return type === '' ? '' : `:${type}`;
}

function returned(tail: string, language: string): string {
  if (language === 'go') return tail;
  if (language === 'rust') return /^->\s*(.*?)(?:\s+where\b.*)?$/.exec(tail)?.[1] ?? '';
  if (language === 'python') return /^->\s*(.*)$/.exec(tail)?.[1]?.replace(/:$/, '') ?? '';
  const written = /^:\s*(.*)$/.exec(tail)?.[1];
  return written === undefined ? '' : typeAt(written.replace(/\s*=>\s*$/, ''));
}

function afterGenerics(written: string): string {
  const trimmed = written.trim();
  return (trimmed.startsWith('<') ? trimmed.slice(closing(trimmed, 0)) : trimmed).trim().replace(/^!/, '');
}
