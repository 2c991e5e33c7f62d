/** A character set is the bracket expression of an ignore pattern, such as `[a-z]`, `[!a]` or `[[:digit:]]`. */
import type { CharacterSet } from '../../../text/glob.ts';

/**
 * Reads the set that begins at a bracket; undefined if it is not well-formed. A slash is in no set. To fold case, ranges
 * and classes also get their letters in lower case; git does not do so for single letters.
 */
export function characterSet(
  pattern: string,
  start: number,
  foldsCase = false,
): { readonly set: CharacterSet; readonly end: number } | undefined {
  const set = new Uint8Array(256);
  const negated = pattern[start + 1] === '!' || pattern[start + 1] === '^';
  const first = start + (negated ? 2 : 1);
  /** The character before a hyphen, if it can begin a range. */
  let previous: number | undefined;
  for (let at = first; at < pattern.length; ) {
    const character = pattern.charAt(at);
    // A bracket at the beginning is a member.
    if (character === ']' && at > first) return { set: finished(set, negated), end: at + 1 };
    const named = character === '[' ? namedClass(pattern, at) : undefined;
    if (named === 'malformed') return undefined;
    if (named !== undefined) {
      for (let code = 0; code < 128; code++) if (named.has(code)) add(set, code, foldsCase);
      previous = undefined;
      at = named.end;
      continue;
    }
    const isRange = character === '-' && previous !== undefined && at + 1 < pattern.length && pattern[at + 1] !== ']';
    const member = memberAt(pattern, isRange ? at + 1 : at);
    if (member === undefined) return undefined;
    const from = isRange ? (previous ?? 0) : member.code;
    for (let code = from; code <= member.code; code++) add(set, code, isRange && foldsCase);
    previous = isRange ? undefined : member.code;
    at = member.end;
  }
  return undefined;
}

function add(set: Uint8Array, code: number, foldsCase: boolean): void {
  set[code] = 1;
  if (foldsCase && code >= upperA && code <= upperZ) set[code + lowerCaseOffset] = 1;
}

const [upperA, upperZ, lowerCaseOffset] = [0x41, 0x5a, 0x20];

function finished(set: Uint8Array, negated: boolean): Uint8Array {
  const result = negated ? set.map((isMember) => 1 - isMember) : set;
  result['/'.charCodeAt(0)] = 0;
  return result;
}

function memberAt(pattern: string, start: number): { readonly code: number; readonly end: number } | undefined {
  const at = pattern[start] === '\\' ? start + 1 : start;
  return at < pattern.length ? { code: pattern.charCodeAt(at), end: at + 1 } : undefined;
}

interface NamedClass {
  has(code: number): boolean;
  readonly end: number;
}

/** Reads `[:name:]`; undefined if the bracket is an ordinary member. */
function namedClass(pattern: string, start: number): NamedClass | 'malformed' | undefined {
  if (pattern[start + 1] !== ':') return undefined;
  const end = pattern.indexOf(']', start + 2);
  if (end === -1) return 'malformed';
  if (end < start + 3 || pattern[end - 1] !== ':') return undefined;
  const members = classes.get(pattern.slice(start + 2, end - 1));
  return members === undefined ? 'malformed' : { has: (code) => members.test(String.fromCharCode(code)), end: end + 1 };
}

/** The classes as git defines them, which is not as the C library does: of the white space, it knows only these. */
const classes: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /[0-9A-Za-z]/],
  ['alpha', /[A-Za-z]/],
  ['blank', /[ \t]/],
  ['cntrl', /[\0-\x1f\x7f]/],
  ['digit', /[0-9]/],
  ['graph', /[!-~]/],
  ['lower', /[a-z]/],
  ['print', /[ -~]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /[ \t\n\r]/],
  ['upper', /[A-Z]/],
  ['xdigit', /[0-9A-Fa-f]/],
]);
