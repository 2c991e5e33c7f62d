/**
 * A search from the query to its hits. The query is classified; names, paths, stack frames and literal text are looked
 * up first, each by its finder. The rest is searched by words: query → terms (`terms/`) → postings → file scores → hits
 * in the best files (`scoring/`). The hits are then merged; the calling tool formats them.
 */

import { toCodedError } from '../../errors.ts';
import type { FileVersion } from '../../store/store.ts';
import { isAbsence } from '../names/find-anchor.ts';
import { findSymbolsByName } from '../names/find-by-name.ts';
import { endOfFile } from '../names/find-file.ts';
import { mismatchText, unknownNameText } from '../names/mismatch-text.ts';
import { readHandle } from '../names/written/symbol-handle.ts';
import { readName } from '../names/written/written-name.ts';
import { round } from '../ranking/rank.ts';
import { weights } from '../ranking/weights.ts';
import { isTopLevelCode } from '../shapes/symbol-ids.ts';
import type { FileTable } from '../view/file-table.ts';
import type { RefView } from '../view/ref-view.ts';
import { classifyQuery, kindWords, looksCompound, looksLikePath } from './classify-query.ts';
import { type FoundLiteral, findLiteral } from './finders/by-literal.ts';
import { findByPath, hitIn, readPath } from './finders/by-path.ts';
import { type FoundByWords, findByWords, type WordQuery } from './finders/by-words.ts';
import { framePlaces } from './finders/frame-places.ts';
import { onlyFirst } from './finders/only-first.ts';
import { isQuotation, literalsOf, wordsBeside } from './finders/quoted-text.ts';
import type { CandidateHit, QueryIntent, SearchFilter, SearchHit, SearchHits } from './hit.ts';
import { findByText, isLongText } from './long-text/find-by-text.ts';
import { findMessage, noMessage } from './message/find-message.ts';
import type { SuggestedAction } from './next-actions.ts';
import { findRelation } from './relations/find-relation.ts';
import { readRelation } from './relations/read-relation.ts';
import { nearSymbols } from './vectors/near-symbols.ts';

export interface SearchSettings {
  /** Whether questions are also matched by the vectors of symbols, if they have any; default: yes. */
  readonly vectors?: boolean;
  /** Whether far weaker answers to a question are hits as well; default: no. */
  readonly keepWeak?: boolean;
}

export async function findHits(
  view: RefView,
  query: string,
  filter: SearchFilter,
  limit: number,
  { vectors = true, keepWeak = false }: SearchSettings = {},
): Promise<SearchHits> {
  const files = await view.files();
  const intent = classifyQuery(query);
  const asked = { view, files, query, filter };
  const isText = isLongText(query, intent);
  const found = isText
    ? { hits: [], rest: { text: query, wholeNames: false } }
    : ((await byRelation(asked)) ?? (await firstByIntent[intent](asked)));
  const isQuestion = vectors && intent === 'natural_language' && !isText;
  const near = isQuestion ? await nearSymbols(view, query) : undefined;
  const words = isText
    ? await findByText(view, files, query, filter)
    : found.rest === undefined
      ? noWords
      : await findByWords(view, files, { ...found.rest, near }, filter);
  const { hits: first, unread = 0, literals = [], remarks = [] } = await orAsText(asked, found, words);
  const behind = first.length === 0 || found.isUnsure === true ? 1 : weights.behind;
  const further = words.hits.map((hit) => ({ ...hit, score: hit.score * behind }));
  const pool = withoutRepeats(
    [...first, ...further].sort((a, b) => b.score - a.score),
    found.isUnsure === true,
  );
  const total = pool.length + unread + words.unread;
  const floor = floorOf(found.named, intent === 'natural_language' && !isText && !keepWeak, pool[0]?.score ?? 0);
  const strong = pool.filter(({ score }, at) => score >= floor || at < minShown);
  // What further files contain is weaker still.
  const more = strong.length < pool.length ? noWords.furtherHits() : words.furtherHits();
  const { hits, isEnded } = await withFurtherFiles(strong, limit, more, { behind, floor });
  const isCut = isEnded || strong.length < pool.length;
  return {
    intent,
    hits: await loaded(view, hits),
    totalCandidates: total,
    weaker: isCut ? total - unread - Math.max(strong.length, hits.length) : 0,
    words: [...(intent === 'error' ? literalsOf(query) : literals.map(({ literal }) => literal)), ...words.words],
    terms: words.terms,
    literals,
    remarks: [...remarks, ...(words.remarks ?? [])],
    ...(found.action === undefined ? {} : { action: found.action }),
  };
}

/** However weak they are, the best hits are shown. */
const minShown = 3;

/** The score below which hits are left out, because the best one is a far better answer. */
function floorOf(named: First['named'], isQuestion: boolean, best: number): number {
  const { floor } = weights;
  if (named === 'unknown') return floor.unknownName;
  if (named === 'exact') return best * floor.named;
  return isQuestion ? best * floor.question : 0;
}

/**
 * Appends the best hits of further files if the pool has fewer than `limit` hits. The pool and the order of the files
 * are the same for every limit, so the first hits are as well. Further hits do not rank before those of the pool. The
 * first one below the floor ends them (`isEnded`), since each takes a file to be read.
 */
async function withFurtherFiles(
  pool: readonly CandidateHit[],
  limit: number,
  further: AsyncIterable<CandidateHit>,
  { behind, floor }: { readonly behind: number; readonly floor: number },
): Promise<{ readonly hits: CandidateHit[]; readonly isEnded: boolean }> {
  if (pool.length >= limit) return { hits: pool.slice(0, limit), isEnded: false };
  const hits = [...pool];
  for await (const hit of further) {
    const score = Math.min(hit.score * behind, hits.at(-1)?.score ?? 1);
    if (score < floor) return { hits, isEnded: true };
    if (!hits.some((other) => other.file.id === hit.file.id && isSame(hit, other))) hits.push({ ...hit, score });
    if (hits.length === limit) break;
  }
  return { hits, isEnded: false };
}

/** Rounds the scores and loads the symbols of hits that do not have them yet. */
async function loaded(view: RefView, hits: readonly CandidateHit[]): Promise<SearchHit[]> {
  const ids = hits.flatMap(({ symbolId }) => symbolId ?? []);
  const symbols = new Map((await view.store.symbolsById(view.ref, ids)).map((symbol) => [symbol.id, symbol]));
  return hits.map(({ symbolId, ...hit }) => {
    const symbol = hit.symbol ?? symbols.get(symbolId ?? -1);
    const score = round(Math.min(1, hit.score));
    return {
      ...hit,
      ...(symbol === undefined ? {} : { symbol }),
      score,
      factors: { ...hit.factors, final_score: score },
    };
  });
}

/** Files named in warnings about a missing line. */
const maxShortFiles = 3;

const noWords: FoundByWords = { hits: [], unread: 0, furtherHits: async function* () {}, words: [], terms: [] };

const maxLiterals = 5;
/** Symbols with the name of a query that are hits. */
const maxNamed = 100;
/** Paths of one query that are looked up; each takes a pass over all files. */
const maxPaths = 100;
/** Files found by path that are hits: together, and at least for each path. */
const maxPathFiles = 400;
const minFilesPerPath = 20;

interface Asked {
  readonly view: RefView;
  readonly files: FileTable;
  readonly query: string;
  readonly filter: SearchFilter;
}

interface First {
  readonly hits: SearchHit[];
  /** Whether the symbols that the query names exist; absent if it is no name. */
  readonly named?: 'exact' | 'unknown';
  /** The number of matches that are not among the hits. */
  readonly unread?: number;
  /** The query for the word search that follows; absent if the hits answer the query. */
  readonly rest?: WordQuery;
  readonly literals?: readonly FoundLiteral[];
  readonly remarks?: readonly string[];
  /** Whether the hits are no better answers than those by words. */
  readonly isUnsure?: boolean;
  /** The call that answers the query in full. */
  readonly action?: SuggestedAction;
}

/** A question about the relations of a symbol that exists; the word search that follows is for its other uses. */
async function byRelation({ view, files, query, filter }: Asked): Promise<First | undefined> {
  const relation = readRelation(query);
  const found = relation && (await findRelation(view, files, relation, filter));
  return found && { ...found, named: 'exact', rest: { text: readName(relation.name).name, wholeNames: true } };
}

/** The lookup of each intent, before the search by words. */
const firstByIntent: Readonly<Record<QueryIntent, (asked: Asked) => Promise<First>>> = {
  symbol: bySymbol,
  path: byPaths,
  error: byError,
  natural_language: async ({ view, files, query, filter }) => {
    const { hits, isSure } = await findMessage(view, files, query, filter);
    return { hits, isUnsure: !isSure, rest: { text: query, wholeNames: false } };
  },
};

async function bySymbol(asked: Asked): Promise<First> {
  const { view, files, query, filter } = asked;
  if (readHandle(query)?.is === 'id') return byId(asked);
  const tokens = query.trim().split(/\s+/);
  const kinds = tokens.length > 1 ? kindWords.get(tokens[0] ?? '') : undefined;
  const names = kinds === undefined ? tokens : tokens.slice(1);
  const found: SearchHit[] = [];
  let unread = 0;
  let called = true;
  let isLastPart = false;
  for (const name of names) {
    const { ranked, total, level } = await findSymbolsByName(view, name, {
      limit: maxNamed,
      ...(kinds === undefined ? {} : { preferred: kinds }),
      keep: keptBy(filter),
    });
    unread += total - ranked.length;
    isLastPart = level === 'lastPart' && names.length === 1;
    called &&= level === 'exact' || isLastPart;
    for (const { symbol, score, factors } of ranked) {
      const file = files.byId(symbol.versionId);
      const { lineStart, lineEnd } = symbol;
      if (file !== undefined) {
        found.push({ type: 'symbol', file, symbol, lineStart, lineEnd, score, matchLines: [], factors });
      }
    }
  }
  // If the name exists, the word search is for its uses, not for symbols that share a word with it.
  const rest = called ? names.map((name) => readName(name).name) : names;
  const [name = ''] = names;
  const isUnknown = !called && names.length === 1 && name.length <= maxNameLength && looksCompound(name);
  return {
    hits: found,
    unread,
    rest: { text: rest.join(' '), wholeNames: called },
    ...(called ? { named: 'exact' } : isUnknown ? { named: 'unknown' } : {}),
    ...(isLastPart ? { remarks: [mismatchText('lastPart', name)] } : {}),
    ...(isUnknown ? { remarks: [await unknownNameText(view, name)] } : {}),
  };
}

/** A name that exists nowhere is not longer. */
const maxNameLength = 80;
function keptBy({ files, kind: wanted }: SearchFilter) {
  return ({ file, kind }: { readonly file: FileVersion; readonly kind: string }) =>
    (files === undefined || files.admits(file)) && (wanted === undefined || kind === wanted);
}

/** An id of an earlier answer names its symbol or file; there is nothing else to search for. */
async function byId({ view, files, query, filter }: Asked): Promise<First> {
  try {
    const { ranked } = await findSymbolsByName(view, query, { limit: maxNamed, keep: keptBy(filter) });
    const hits = ranked.map(async ({ symbol, score, factors }): Promise<SearchHit> => {
      const file = files.byId(symbol.versionId) as FileVersion;
      if (isTopLevelCode(symbol)) return hitIn(view, file, undefined, score);
      const { lineStart, lineEnd } = symbol;
      return { type: 'symbol', file, symbol, lineStart, lineEnd, score, matchLines: [], factors };
    });
    return { hits: await Promise.all(hits) };
  } catch (thrown) {
    const error = toCodedError(thrown);
    if (!isAbsence(error)) throw thrown;
    return { hits: [], remarks: [error.message] };
  }
}

async function byPaths({ view, files, query, filter }: Asked): Promise<First> {
  const written = [...new Set(query.trim().split(/\s+/))].filter(looksLikePath).map(readPath);
  const paths = written.slice(0, maxPaths);
  const maxFiles = Math.max(minFilesPerPath, Math.floor(maxPathFiles / paths.length));
  const hits: SearchHit[] = [];
  const remarks: string[] = [];
  let unread = 0;
  for (const path of paths) {
    const found = await findByPath(view, files, path, filter, maxFiles);
    for (const hit of found.hits) hits.push(hit);
    unread += found.unread;
    for (const file of found.tooShort.slice(0, maxShortFiles)) {
      remarks.push(endOfFile(file.path, file.lineCount, path.line as number));
    }
  }
  if (written.length > paths.length) remarks.push(onlyFirst(maxPaths, 'paths', written.length));
  return hits.length > 0 ? { hits, unread, remarks } : { hits, remarks, rest: { text: query, wholeNames: false } };
}

async function byError(asked: Asked): Promise<First> {
  const { view, files, query, filter } = asked;
  const found: SearchHit[] = [];
  const { places, frames, remarks: omittedFrames } = await framePlaces(view, files, query);
  const remarks = [...omittedFrames];
  for (const { file, line, position, score } of places) {
    if (filter.files !== undefined && !filter.files.admits(file)) continue;
    found.push(await hitIn(view, file, line, score * weights.outerFrame ** position));
  }
  const asLiterals = literalsOf(query);
  const literals: FoundLiteral[] = [];
  for (const literal of asLiterals.slice(0, maxLiterals))
    literals.push(await findLiteral(view, files, literal, filter));
  for (const { hits } of literals) for (const hit of hits) found.push(hit);
  const unread = literals.reduce((sum, each) => sum + each.unread, 0);
  const omitted = asLiterals.length - literals.length;
  if (omitted > 0) remarks.push(`Only the ${maxLiterals} longest quoted texts were searched; ${omitted} were not.`);
  const message = frames > 0 || isQuotation(query) ? noMessage : await findMessage(view, files, query, filter);
  // Quotes in a message are around values.
  const ofLiterals = message.isSure ? weights.behind : 1;
  const hits = [...found.map((hit) => ({ ...hit, score: hit.score * ofLiterals })), ...message.hits];
  const isUnsure = found.length === 0 && !message.isSure;
  if (hits.length > 0 && !isUnsure && (frames > 0 || wordsBeside(query).length < 2)) {
    return { hits, unread, literals, remarks };
  }
  return { hits, unread, rest: { text: query, wholeNames: false }, literals, remarks, isUnsure };
}

/** If no word of the query can be searched by, nothing was searched yet: the whole query is searched as text. */
async function orAsText({ view, files, query, filter }: Asked, found: First, words: FoundByWords): Promise<First> {
  const isSearched = found.rest === undefined || words.words.length > 0 || found.hits.length > 0;
  const text = query.trim();
  if (isSearched || (found.literals ?? []).length > 0 || text === '') return found;
  const literal = await findLiteral(view, files, text, filter);
  return {
    hits: [...literal.hits],
    unread: literal.unread,
    literals: [literal],
    remarks: [...(found.remarks ?? []), searchedAsText],
  };
}

const searchedAsText =
  'The words of the query are too common, too short or too long to search by, so the whole query was searched as text.';

/**
 * Keeps the better of two hits on the same symbol or on overlapping lines. A place that prints a message shows the other
 * lines with its words as well, first if it is unsure whether the message is meant.
 */
function withoutRepeats(hits: readonly CandidateHit[], isUnsure: boolean): CandidateHit[] {
  const kept: CandidateHit[] = [];
  const byFile = new Map<number, number[]>();
  for (const hit of hits) {
    const inFile = byFile.get(hit.file.id) ?? [];
    const same = inFile.find((at) => isSame(hit, kept[at] as CandidateHit));
    if (same === undefined) {
      byFile.set(hit.file.id, [...inFile, kept.length]);
      kept.push(hit);
    } else if (hit.literal !== undefined) {
      // The lines of another quoted text in the same symbol.
      const other = kept[same] as CandidateHit;
      const lines = [...new Set([...other.matchLines, ...hit.matchLines])].sort((a, b) => a - b);
      kept[same] = { ...other, matchLines: lines };
    } else {
      const other = kept[same] as CandidateHit;
      const lines = isUnsure ? [...hit.matchLines, ...other.matchLines] : [...other.matchLines, ...hit.matchLines];
      if (other.fragment !== undefined) kept[same] = { ...other, matchLines: [...new Set(lines)] };
    }
  }
  return kept;
}

/** Whether a hit shows nothing that a better one does not show. */
function isSame(hit: CandidateHit, better: CandidateHit): boolean {
  if (hit.type === 'file' || better.type === 'file') return hit.type === better.type;
  // The hits of one literal are different places.
  if (hit.literal !== undefined && hit.literal === better.literal) return false;
  const [own, other] = [symbolOf(hit), symbolOf(better)];
  if (own !== undefined && other !== undefined) return own === other;
  const overlaps = hit.lineStart <= better.lineEnd && better.lineStart <= hit.lineEnd;
  const isShown = (line: number) => better.lineStart <= line && line <= better.lineEnd;
  return overlaps && (hit.literal === undefined || hit.matchLines.every(isShown));
}

function symbolOf({ symbol, symbolId }: CandidateHit): number | undefined {
  return symbol?.id ?? symbolId;
}
