/** Classifies a query by its form alone: an identifier, a path, an error or a question. */
import type { SymbolKind } from '../../model.ts';
import { stripEnds } from '../../text/strip.ts';
import { readId } from '../shapes/symbol-ids.ts';
import type { QueryIntent } from './hit.ts';

export function classifyQuery(query: string): QueryIntent {
  const text = query.trim();
  const tokens = text.split(/\s+/);
  if (readId(text) !== undefined) return 'symbol';
  if (tokens.length === 1 && looksLikePath(text) && !/["'`]/.test(text)) return 'path';
  if (errorSigns.some((sign) => sign.test(text))) return 'error';
  const paths = tokens.filter(looksLikePath).length;
  if (paths > 0 && paths >= tokens.length - paths) return 'path';
  const [first = '', second] = tokens;
  if (tokens.length === 1 && looksLikeName(first)) return 'symbol';
  if (tokens.length === 2 && second !== undefined && kindWords.has(first) && looksLikeName(second)) return 'symbol';
  if (tokens.length <= 3 && tokens.every((token) => looksLikeName(token) && looksCompound(token))) return 'symbol';
  return 'natural_language';
}

/** Keywords before a name (`class Foo`), with the symbol kinds they stand for. */
export const kindWords: ReadonlyMap<string, readonly SymbolKind[]> = new Map<string, readonly SymbolKind[]>([
  ['class', ['class', 'struct', 'interface', 'trait']],
  ['struct', ['struct']],
  ['enum', ['enum']],
  ['interface', ['interface', 'trait']],
  ['trait', ['trait']],
  ['type', ['type', 'struct', 'interface', 'class', 'enum']],
  ['fn', ['fn', 'method']],
  ['func', ['fn', 'method']],
  ['function', ['fn', 'method']],
  ['def', ['fn', 'method']],
  ['method', ['method', 'fn']],
  ['const', ['const', 'static', 'variable']],
  ['var', ['variable']],
  ['let', ['variable', 'const']],
  ['mod', ['module']],
  ['module', ['module']],
  ['namespace', ['module']],
  ['macro', ['macro']],
  ['impl', ['impl']],
]);

const errorSigns: readonly RegExp[] = [
  // Quoted text; not an apostrophe inside a word, nor a single word in backticks.
  /"[^"]+"|`[^`\s]*\s[^`]*`|(?:^|\s)'[^']+'(?=$|[\s.,;:?!)])/,
  // Stack frames
  /^[ \t]*at[ \t]+\S.*[:(]\d/m,
  /\bFile "[^"]+", line \d+/,
  /(?:^|\s)\S+\.\w+:\d+:\d+/,
  /^goroutine \d+ \[|^[ \t]+\S+\.go:\d/m,
  /\bTraceback \(most recent call last\)|\bpanicked at\b|^panic:|\bException in thread\b|\bCaused by:/m,
  // Error codes: E0308, TS2304, ERR_MODULE_NOT_FOUND, ENOENT, 0x80070005, SQLSTATE 23505
  /(?:^|\W)(?:[A-Z]{1,5}\d{3,5}|ERR_[A-Z_]+|E[A-Z]{4,}|0x[0-9a-f]{6,}|errno\s+-?\d+|SQLSTATE\b.*)(?=$|\W)/,
  // A printed error message
  /^(?:\w+\.)*\w*(?:Error|Exception|Warning|Panic)\b:\s|^(?:fatal|error|warning|panic)(?:\[\w+\])?:\s/i,
];

/** Whether a query may be printed program output: it starts like a sentence or with a prefix, and is not a question. */
export function looksLikeMessage(query: string): boolean {
  return /^\s*[A-Z]|:\s/.test(query) && !question.test(query);
}

const question = /^\s*(?:how|where|what|which|why|who|when|does|do|is|are|can|should)\b(?!['’])|\?\s*$/i;

export function looksLikePath(token: string): boolean {
  const bare = stripEnds(token, '("\'`', ')"\'`,;:?!').replace(/(?::\d+){1,2}$/, '');
  if (/:\/\//.test(bare) || /[<>|*?]/.test(bare)) return false;
  if (/\.[A-Za-z]\w{0,9}$/.test(bare) && fileExtensions.has(bare.slice(bare.lastIndexOf('.') + 1).toLowerCase())) {
    return true;
  }
  return /^(?:\.{1,2}\/|~?\/)?[\w@.+-]+\/[\w@./+-]*$/.test(bare) && !/^\w+\/\w+$/.test(bare)
    ? true
    : /^\.{0,2}\/[\w@./+-]+$/.test(bare) || /^[\w.-]+\/[\w.-]+\/?$/.test(bare);
}

const fileExtensions: ReadonlySet<string> = new Set(
  (
    'go rs py pyi ts tsx mts cts js jsx mjs cjs java kt scala c h cc cpp cxx hpp hh cs rb php sh bash zsh lua swift m mm ' +
    'vue svelte astro json yaml yml toml xml html htm css scss less md rst txt sql proto graphql gradle lock mod sum ' +
    'cfg conf ini env dockerfile tf bzl cmake mk rake gemspec ipynb snap scm'
  ).split(' '),
);

/** Whether a token can be an identifier, qualified or not. */
export function looksLikeName(token: string): boolean {
  // `(*Server).Serve`, with or without its package, and `<Ls as Command>::run`
  if (/^[\w.@/-]*\(\*?\w+\)\.\w+$|^<\w+>::\w+$/.test(token)) return true;
  return /^[\p{L}_$@][\p{L}\p{N}_$]*(?:(?:::|->|[.#\\])[\p{L}_$~][\p{L}\p{N}_$]*)*[!?]?(?:\(\))?$/u.test(token);
}

/** Whether a token is qualified or consists of several words, which prose rarely does. */
export function looksCompound(token: string): boolean {
  return /[a-z][A-Z]|[A-Za-z]_[A-Za-z]|[A-Z]{2}[a-z]|::|[.#\\]|->|\(\)$|^[A-Z][a-z]+\d|^_|^\$/.test(token);
}
