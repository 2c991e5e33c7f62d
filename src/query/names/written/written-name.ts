/**
 * A name as people and tools write it: plain, qualified in the syntax of any language (`JwtValidator::validate_token`,
 * `(*Server).Serve`, `<Ls as Command>::run`, `Outer$Inner`, `app.py::Flask.run`), as a declaration begins (`def add`), or
 * as a stack frame names it. The last part is the name of the symbol; the qualifiers must match its scope or path. Where a
 * text can be read in several ways, the most literal comes first.
 */
import { type NamePart, partsOfName } from './name-parts.ts';

/** One way to read a name. */
export interface Reading {
  /** Possible names of the symbol, most literal first: `save!` is a Ruby method, or a call of the macro `save`. */
  readonly spellings: readonly string[];
  /** The last of the spellings, without the `!` of a macro call. */
  readonly name: string;
  readonly qualifiers: readonly string[];
}

export interface WrittenName extends Reading {
  /** The whole text: some names contain a separator (`operator.`, the path of a Rust macro). */
  readonly whole: string;
  /** Further ways to read it. */
  readonly others: readonly Reading[];
}

export function readName(written: string): WrittenName {
  const whole = written.trim();
  const parts = partsOfName(whole);
  const [first, ...others] = readingsOf(parts.length > 0 ? parts : [{ text: whole, isAfterFile: false }]);
  return { whole, ...(first as Reading), others };
}

function readingsOf(parts: readonly NamePart[]): Reading[] {
  const texts = parts.map(({ text }) => text);
  const ways = [
    texts,
    // The extension of a file is no part of a path of names.
    texts.filter((_, at) => parts[at + 1]?.isAfterFile !== true),
    withoutRoots(texts),
    withoutEnds(texts),
    texts.flatMap(innerNames),
  ].filter((way) => way.length > 0);
  const known = new Set<string>();
  return ways
    .filter((way) => {
      const key = way.join('\n');
      return !known.has(key) && known.add(key);
    })
    .map(readingOf);
}

function readingOf(parts: readonly string[]): Reading {
  const last = parts.at(-1) as string;
  const name = last.replace(/(?<=.)!$/, '');
  return { spellings: name === last ? [name] : [last, name], name, qualifiers: parts.slice(0, -1) };
}

/** `crate::Value`, `Hono.prototype.fetch`: parts that name no scope. */
function withoutRoots(texts: readonly string[]): string[] {
  return texts.filter((text, at) => at === texts.length - 1 || !roots.has(text));
}

const roots: ReadonlySet<string> = new Set(['crate', 'self', 'super', 'this', 'global', 'prototype', '<anonymous>']);

/** What compilers add to the names of frames: `serve.func1` (Go), `run::h0123456789abcdef` (Rust). */
function withoutEnds(texts: readonly string[]): string[] {
  let end = texts.length;
  while (end > 1 && generated.test(texts[end - 1] as string)) end--;
  return texts.slice(0, end);
}

const generated = /^(?:h[0-9a-f]{16}|func\d+|\d+|<locals>|<lambda>)$/;

/** `Outer$Inner` in Java; `$` also begins and ends names in JavaScript and PHP. */
function innerNames(text: string): string[] {
  const inner = text.split('$').filter((part) => part !== '');
  return /[^$]\$[^$]/.test(text) ? inner : [text];
}
