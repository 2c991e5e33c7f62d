/**
 * An ignore pattern is one line of an ignore file, read as git reads it. Patterns and paths are bytes, one per character
 * of a string: to git, `?` is one byte, and a name need not be UTF-8.
 */
import { type Glob, GlobBuilder } from '../../../text/glob.ts';
import { characterSet } from './character-set.ts';

export interface IgnorePattern {
  /** The pattern re-includes what it matches. */
  readonly negated: boolean;
  readonly folderOnly: boolean;
  /** What is matched: the name in any folder, or the path below the folder of the ignore file. */
  readonly subject: 'name' | 'path';
  readonly test: PatternTest;
}

export type PatternTest =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'suffix'; readonly text: string }
  /** `folder` contains every match; it ends with a slash or is empty. The glob matches what follows it. */
  | { readonly kind: 'glob'; readonly folder: string; readonly glob: Glob };

/**
 * Returns undefined for a line that matches nothing: blank, a comment, or not well-formed. A pattern that folds case is
 * for paths in lower case.
 */
export function ignorePattern(line: string, foldsCase = false): IgnorePattern | undefined {
  if (line.startsWith('#')) return undefined;
  const text = withoutTrailingSpaces(untilNul(line));
  const negated = text.startsWith('!');
  const folderOnly = text.endsWith('/');
  const body = text.slice(negated ? 1 : 0, folderOnly ? -1 : undefined);
  // A slash anywhere but at the end anchors the pattern to its folder.
  if (!body.includes('/')) return parsed('name', body);
  const path = body.startsWith('/') ? body.slice(1) : body;
  const name = path.replace(/^(?:\*\*+\/)+/, '');
  return path !== name && !name.includes('/') ? parsed('name', name) : parsed('path', path);

  function parsed(subject: 'name' | 'path', pattern: string): IgnorePattern | undefined {
    const test = pattern === '' ? undefined : testOf(subject, pattern, foldsCase);
    return test && { negated, folderOnly, subject, test };
  }
}

function untilNul(line: string): string {
  const end = line.indexOf('\0');
  return end === -1 ? line : line.slice(0, end);
}

/** A space after a backslash stays. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ') end--;
  let escapes = end;
  while (escapes > 0 && line[escapes - 1] === '\\') escapes--;
  const isEscaped = (end - escapes) % 2 === 1 && end < line.length;
  return line.slice(0, isEscaped ? end + 1 : end);
}

function testOf(subject: 'name' | 'path', pattern: string, foldsCase: boolean): PatternTest | undefined {
  const folded = (text: string) => (foldsCase ? lowerCase(text) : text);
  const special = pattern.search(/[*?[\\]/);
  if (special === -1) return { kind: 'literal', text: folded(pattern) };
  const suffix = subject === 'name' ? /^\*+([^*?[\\]*)$/.exec(pattern)?.[1] : undefined;
  if (suffix !== undefined) return { kind: 'suffix', text: folded(suffix) };
  const folder = subject === 'path' ? pattern.slice(0, pattern.lastIndexOf('/', special) + 1) : '';
  return parse(pattern, folded(folder), special, foldsCase);
}

/** Lowers the letters that git does: those of ASCII. */
export function lowerCase(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text;
}

/** `special` is where the first special character is: to git, `**` there is at the beginning. */
function parse(pattern: string, folder: string, special: number, foldsCase: boolean): PatternTest | undefined {
  const glob = new GlobBuilder();
  let literal: string | undefined = '';
  for (let at = folder.length; at < pattern.length; ) {
    const character = pattern.charAt(at);
    const isSpecial = character === '*' || character === '?' || character === '[';
    if (isSpecial) literal = undefined;
    if (character === '*') {
      const end = endOfStars(pattern, at);
      const isWhole = end - at > 1 && (at === special || pattern[at - 1] === '/');
      if (isWhole && pattern[end] === '/') glob.folders();
      else if (isWhole && (end === pattern.length || pattern.startsWith('\\/', end))) glob.deep();
      else glob.star();
      at = isWhole && pattern[end] === '/' ? end + 1 : end;
    } else if (character === '[') {
      const found = characterSet(pattern, at, foldsCase);
      if (found === undefined) return undefined;
      glob.set(found.set);
      at = found.end;
    } else if (character === '?') {
      glob.any();
      at++;
    } else {
      const escaped = character === '\\' ? 1 : 0;
      // A backslash at the end escapes nothing, and git matches nothing with it.
      if (at + escaped >= pattern.length) return undefined;
      // Git lowers no letter after a backslash, which therefore matches nothing.
      const wanted = escaped === 1 || !foldsCase ? pattern.charAt(at + escaped) : lowerCase(character);
      glob.literal(wanted.charCodeAt(0));
      if (literal !== undefined) literal += wanted;
      at += escaped + 1;
    }
  }
  if (literal !== undefined) return { kind: 'literal', text: folder + literal };
  return { kind: 'glob', folder, glob: glob.build() };
}

function endOfStars(pattern: string, start: number): number {
  let end = start;
  while (pattern[end] === '*') end++;
  return end;
}
