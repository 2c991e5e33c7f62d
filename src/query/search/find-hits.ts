/**
 * A search from the query to its hits. The query is classified; names, paths, stack frames and literal text are looked
 * up first, each by its finder. The rest is searched by words: query → terms (`terms/`) → postings → file scores → hits
 * in the best files (`scoring/`). The hits are then merged; the calling tool formats them.
 */
import { searchWords } from '../../text/word-collector.ts';
import { findSymbolsByName } from '../names/find-by-name.ts';
import { readName } from '../names/written-name.ts';
import { round } from '../ranking/rank.ts';
import { weights } from '../ranking/weights.ts';
import type { FileTable } from '../view/file-table.ts';
import type { RefView } from '../view/ref-view.ts';
import { classifyQuery, kindWords, looksLikeMessage, looksLikePath } from './classify-query.ts';
import { findLiteral, literalsOf, messagesOf, quick, wordsBeside } from './finders/by-literal.ts';
import { findByPath, hitIn, matchFiles, readPath } from './finders/by-path.ts';
import { findByWords, type WordQuery } from './finders/by-words.ts';
import { stackFrames } from './finders/stack-frames.ts';
import type { QueryIntent, SearchFilter, SearchHit, SearchHits } from './hit.ts';

export async function findHits(view: RefView, query: string, filter: SearchFilter, limit: number): Promise<SearchHits> {
  const files = await view.files();
  const intent = classifyQuery(query);
  const asked = { view, files, query, filter, limit };
  const { hits: first, total = first.length, rest, remarks = [] } = await firstByIntent[intent](asked);
  const words = rest === undefined ? noWords : await findByWords(view, files, rest, filter, limit);
  const further =
    first.length === 0 ? words.hits : words.hits.map((hit) => ({ ...hit, score: hit.score * weights.behind }));
  const hits = withoutRepeats([...first, ...further].sort((a, b) => b.score - a.score)).map((hit) => ({
    ...hit,
    score: round(Math.min(1, hit.score)),
    factors: { ...hit.factors, final_score: round(Math.min(1, hit.score)) },
  }));
  return {
    intent,
    hits: hits.slice(0, limit),
    // Dropped duplicates are not further candidates: there are more only if the limit was reached.
    totalCandidates: hits.length < limit ? hits.length : Math.max(hits.length, total + words.totalCandidates),
    words: intent === 'error' ? [...literalsOf(query), ...words.words] : words.words,
    remarks,
  };
}

const noWords = { hits: [], totalCandidates: 0, words: [] };

const maxLiterals = 3;
/** Hits of one literal per requested result: some are duplicates. */
const maxHitsPerResult = 2;

interface Asked {
  readonly view: RefView;
  readonly files: FileTable;
  readonly query: string;
  readonly filter: SearchFilter;
  readonly limit: number;
}

interface First {
  readonly hits: SearchHit[];
  /** Total number of matches, if `hits` does not contain all of them. */
  readonly total?: number;
  /** The query for the word search that follows; absent if the hits answer the query. */
  readonly rest?: WordQuery;
  readonly remarks?: readonly string[];
}

/** The lookup of each intent, before the search by words. */
const firstByIntent: Readonly<Record<QueryIntent, (asked: Asked) => Promise<First>>> = {
  symbol: bySymbol,
  path: byPaths,
  error: byError,
  natural_language: async (asked) => ({
    hits: looksLikeMessage(asked.query) ? await byMessage(asked) : [],
    rest: { text: asked.query, wholeNames: false },
  }),
};

async function bySymbol({ view, files, query, filter, limit }: Asked): Promise<First> {
  const tokens = query.trim().split(/\s+/);
  const kinds = tokens.length > 1 ? kindWords.get(tokens[0] ?? '') : undefined;
  const names = kinds === undefined ? tokens : tokens.slice(1);
  const found: SearchHit[] = [];
  let all = 0;
  let called = true;
  for (const name of names) {
    const { ranked, total, level } = await findSymbolsByName(view, name, {
      limit,
      ...(kinds === undefined ? {} : { preferred: kinds }),
      keep: ({ file, kind }) =>
        (filter.language === undefined || file.language === filter.language) &&
        (filter.kind === undefined || kind === filter.kind),
    });
    all += total;
    called &&= level === 'exact';
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
  return { hits: found, total: all, rest: { text: rest.join(' '), wholeNames: called } };
}

async function byPaths({ view, files, query, filter, limit }: Asked): Promise<First> {
  const paths = query.trim().split(/\s+/).filter(looksLikePath);
  const hits = (
    await Promise.all(paths.map((token) => findByPath(view, files, readPath(token), filter, limit)))
  ).flat();
  return hits.length > 0 ? { hits } : { hits, rest: { text: query, wholeNames: false } };
}

async function byError(asked: Asked): Promise<First> {
  const { view, files, query, filter, limit } = asked;
  const found: SearchHit[] = [];
  const frames = stackFrames(query);
  for (const [index, frame] of frames.slice(0, limit).entries()) {
    const [best] = matchFiles(files, frame.path);
    // A file that only has the same base name belongs to another project.
    if (best === undefined || best.score < weights.frameFile) continue;
    const hit = await hitIn(view, best.file, frame.line, best.score * weights.outerFrame ** index);
    if (filter.language === undefined || best.file.language === filter.language) found.push(hit);
  }
  const remarks: string[] = [];
  for (const literal of literalsOf(query).slice(0, maxLiterals)) {
    const { hits, isComplete } = await findLiteral(view, files, literal, filter);
    found.push(...hits.slice(0, limit * maxHitsPerResult));
    if (hits.length === 0 && isComplete) remarks.push(...absence(literal, filter));
    else if (searchWords(literal).trim() === '') remarks.push(`"${literal}" contains no word to search for; use grep.`);
  }
  if (found.length > 0 && (frames.length > 0 || wordsBeside(query).length < 2)) return { hits: found, remarks };
  if (found.length === 0) found.push(...(await byMessage(asked)));
  return { hits: found, rest: { text: query, wholeNames: false }, remarks };
}

/** Finds hits that contain a printed message, or parts of it around a colon. */
async function byMessage({ view, files, query, filter, limit }: Asked): Promise<SearchHit[]> {
  const found: SearchHit[] = [];
  for (const [at, message] of messagesOf(query).entries()) {
    const { hits } = await findLiteral(view, files, message, filter, quick);
    found.push(
      ...hits
        .slice(0, limit * maxHitsPerResult)
        .map((hit) => ({ ...hit, score: hit.score * weights.partialMessage ** at })),
    );
  }
  return found;
}

/** Warns that the hits share only some words with the quoted text. With a filter, the text may exist elsewhere. */
function absence(literal: string, { language, kind }: SearchFilter): string[] {
  if (language !== undefined || kind !== undefined) return [];
  return [`No file contains "${literal}" literally; the results contain some of its words.`];
}

/** Keeps the better of two hits on the same symbol or on overlapping lines. */
function withoutRepeats(hits: readonly SearchHit[]): SearchHit[] {
  const kept: SearchHit[] = [];
  const byFile = new Map<number, SearchHit[]>();
  for (const hit of hits) {
    const inFile = byFile.get(hit.file.id) ?? [];
    if (inFile.some((other) => isSame(hit, other))) continue;
    kept.push(hit);
    byFile.set(hit.file.id, [...inFile, hit]);
  }
  return kept;
}

function isSame(a: SearchHit, b: SearchHit): boolean {
  if (a.type === 'file' || b.type === 'file') return a.type === b.type;
  if (a.symbol !== undefined && b.symbol !== undefined) return a.symbol.id === b.symbol.id;
  return a.lineStart <= b.lineEnd && b.lineStart <= a.lineEnd;
}
