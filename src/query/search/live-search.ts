/** Derives from a query or a symbol name what a live view needs to answer it: the counterpart of `find-hits.ts`. */
import { wordsOf } from '../../text/words.ts';
import { namesIn } from '../names/extract-names.ts';
import { readHandle, readPosition } from '../names/written/symbol-handle.ts';
import { readName } from '../names/written/written-name.ts';
import { type FileFilterRequest, placeFilter } from '../parameters/file-filter.ts';
import { languageMeant } from '../parameters/language-filter.ts';
import { weights } from '../ranking/weights.ts';
import type { LiveName, LiveNeeds, LiveTerm } from '../view/live-needs.ts';
import { classifyQuery, kindWords, looksCompound, looksLikeMessage, looksLikePath } from './classify-query.ts';
import { readPath } from './finders/by-path.ts';
import { literalsOf, messagesOf } from './finders/quoted-text.ts';
import { stackFrames } from './finders/stack-frames.ts';
import { counts, formsOf, identifiersOf } from './terms/query-terms.ts';

/** Each term costs time in every file; a long text repeats itself. */
const maxTerms = 16;
const maxNames = 8;
const maxLiterals = 8;
const maxFrames = 10;
/** A live view parses only a few files. */
const maxPaths = 20;

/** What a search for the query needs. A query without words to search by is searched as text. */
export function needsOfQuery(query: string): LiveNeeds {
  const needs = needsByIntent(query);
  const { terms = [], literals = [], otherwise } = needs;
  if (terms.length + literals.length + (otherwise?.terms ?? []).length > 0) return needs;
  return { ...needs, literals: [query.trim()] };
}

function needsByIntent(query: string): LiveNeeds {
  const tokens = query.trim().split(/\s+/);
  const written = [...new Set(tokens)].filter(looksLikePath).slice(0, maxPaths);
  const paths = written.map((token) => readPath(token).path);
  switch (classifyQuery(query)) {
    case 'symbol': {
      const written = tokens.length > 1 && kindWords.has(tokens[0] ?? '') ? tokens.slice(1) : tokens;
      const names = written.map(liveName);
      const terms = termsOfText(query);
      // A plain word is often only a part of the names that are meant.
      if (!written.every(looksCompound)) return { names, terms };
      return { names, mentions: true, otherwise: { terms } };
    }
    case 'path':
      return { paths, otherwise: { terms: termsOfText(query) } };
    case 'error': {
      const frames = stackFrames(query).slice(0, maxFrames);
      return {
        ...needsOfText(query),
        paths: frames.map(({ path }) => path),
        literals: [...literalsOf(query).slice(0, maxLiterals), ...messagesOf(query)],
      };
    }
    case 'natural_language':
      return { ...needsOfText(query), paths, literals: looksLikeMessage(query) ? messagesOf(query) : [] };
  }
}

/** What a tool needs that starts from one symbol, in the file at the path if there is one. */
export function needsOfSymbol(name: string, path?: string): LiveNeeds {
  const handle = readHandle(name);
  // Only an index can look up an id.
  if (handle !== undefined) return { paths: handle.is === 'position' ? [handle.position.path] : [] };
  return {
    names: [liveName(name)],
    ...(path === undefined ? {} : { paths: [readPosition(path)?.path ?? path] }),
    otherwise: { terms: termsOfText(name) },
  };
}

/** Restricts the needs to the files of a request. */
export function inFiles(request: FileFilterRequest): Pick<LiveNeeds, 'language' | 'admits'> {
  const { isByPlace, admits } = placeFilter(request);
  return { ...inLanguage(request.language), ...(isByPlace ? { admits } : {}) };
}

/** Restricts the needs to a language, if the request has one. */
export function inLanguage(language: string | undefined): Pick<LiveNeeds, 'language'> {
  return language === undefined ? {} : { language: languageMeant(language) };
}

function needsOfText(text: string): LiveNeeds {
  return { terms: termsOfText(text), names: namesIn(text).slice(0, maxNames).map(liveName) };
}

function liveName(written: string): LiveName {
  const { spellings, qualifiers } = readName(written);
  // A scan finds identifiers: `save!` is found as `save`.
  const identifiers = spellings.flatMap((spelling) => identifiersOf(spelling).at(-1) ?? []);
  return { spellings: [...new Set(identifiers)], qualifiers: qualifiers.flatMap(identifiersOf) };
}

/** Compound names first, then the words that the text repeats most, then the longest. */
function termsOfText(text: string): LiveTerm[] {
  const terms = new Map<string, LiveTerm>();
  const add = (word: string, weight: number) => {
    if (!terms.has(word)) terms.set(word, { spellings: formsOf(word), weight });
  };
  const times = new Map<string, number>();
  for (const identifier of identifiersOf(text)) {
    const [whole = '', ...parts] = wordsOf(identifier);
    const isCompound = parts.length > 0 && looksCompound(identifier);
    if (isCompound) add(whole, 1 + weights.identifierPart * Math.min(parts.length, weights.identifierParts));
    for (const word of parts.length === 0 ? [whole] : parts) {
      if (counts(word)) times.set(word, (times.get(word) ?? 0) + 1);
    }
  }
  const plain = [...times].sort((a, b) => b[1] - a[1] || b[0].length - a[0].length);
  for (const [word] of plain) add(word, 1);
  return [...terms.values()].slice(0, maxTerms);
}
