/** Finds quoted text literally: files are selected by the words of the text, then their source is searched. */
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { LineIndex } from '../../../text/line-index.ts';
import { searchWords } from '../../../text/word-collector.ts';
import { escapedForPattern } from '../../../text/words.ts';
import { askedForNothing, fileWeight } from '../../ranking/rank.ts';
import { factorAt, weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { SearchFilter, SearchHit } from '../hit.ts';
import { countWords, identifiersOf } from '../terms/query-terms.ts';

import { stopWords } from '../terms/word-lists.ts';
import { innermost } from './by-path.ts';

export interface Care {
  /** Limits on the text that is read to verify the literal. */
  readonly maxFilesRead: number;
  readonly maxBytesRead: number;
  /** Whether the first and last word may be parts of words. */
  readonly mayBeCut: boolean;
}

/** `thorough` is for quoted text; `quick` is for text that may be a message, which must not cost much. */
export const thorough: Care = { maxFilesRead: 100, maxBytesRead: Number.POSITIVE_INFINITY, mayBeCut: true };
export const quick: Care = { maxFilesRead: 20, maxBytesRead: 400_000, mayBeCut: false };

const maxHolders = 40_000;
const maxHitsPerFile = 3;
const maxMatchLines = 5;
const maxOccurrences = 50;
const maxPattern = 100;
/** Only the rarest words are looked up: common ones cost the most and select the least. */
const maxWords = 6;

/**
 * Returns the quoted texts to search literally, longest first. A single quoted word among others is not literal: it is
 * searched together with them.
 */
export function literalsOf(query: string): string[] {
  const found = [...query.matchAll(quoted)]
    .map((match) => (match[1] ?? match[2] ?? match[3] ?? '').trim())
    .filter((literal) => literal !== '');
  const isAmidOthers = wordsBeside(query).length >= 2;
  const isMeant = (literal: string) => !isAmidOthers || /\S\s+\S/.test(literal);
  return [...new Set(found)].filter(isMeant).sort((a, b) => b.length - a.length);
}

/** Returns the words of a query outside of quotes, without stop words. */
export function wordsBeside(query: string): string[] {
  return identifiersOf(query.replace(quoted, ' ')).filter((word) => !stopWords.has(word.toLowerCase()));
}

/**
 * Returns the parts of a message to search literally, longest first: the whole first line, without the prefix before a
 * colon (`TypeError: …`), and without the text after one, which is often inserted at run time (`cannot open: …`). Parts
 * of few words are skipped.
 */
export function messagesOf(query: string): string[] {
  const [line = ''] = query.trim().split('\n', 1);
  const colons = [...line.matchAll(/:\s+/g)];
  const parts = [
    line,
    ...colons.map(({ index, 0: colon }) => line.slice(index + colon.length)),
    ...colons.map(({ index }) => line.slice(0, index)),
  ].map((part) => part.replace(/[\s.!]+$/, ''));
  return [...new Set(parts)]
    .filter((part) => part.split(/\s+/).length >= minMessageWords)
    .sort((a, b) => b.length - a.length)
    .slice(0, maxMessages);
}

const minMessageWords = 4;
const maxMessages = 4;

const quoted = /"([^"]+)"|`([^`]+)`|(?:^|[\s(])'([^']+)'(?=$|[\s.,;:?!)])/g;

export async function findLiteral(
  view: RefView,
  files: FileTable,
  literal: string,
  filter: SearchFilter,
  care: Care = thorough,
): Promise<{ hits: SearchHit[]; isComplete: boolean }> {
  if (searchWords(literal).trim() === '') return { hits: [], isComplete: false };
  const candidates = (await filesWithWords(view, files, literal, care.mayBeCut)).filter(
    (file) => filter.language === undefined || file.language === filter.language,
  );
  const weighed = candidates.map((file, position) => ({ file, position, weight: fileWeight(file, askedForNothing) }));
  const byWeight = weighed.toSorted((a, b) => b.weight - a.weight || a.file.byteLength - b.file.byteLength);
  const read = within(byWeight, care).toSorted((a, b) => a.position - b.position);
  const hits: SearchHit[] = [];
  for (const { file, weight } of read) {
    const text = await view.store.text(file);
    hits.push(...(await hitsOf(view, file, text, literal, weight)));
  }
  const kept = filter.kind === undefined ? hits : hits.filter((hit) => hit.symbol?.kind === filter.kind);
  kept.sort((a, b) => b.score - a.score);
  return { hits: kept, isComplete: read.length === candidates.length };
}

/** Returns the first files, up to the limits. */
function within<Each extends { readonly file: FileVersion }>(files: readonly Each[], care: Care): readonly Each[] {
  let bytes = 0;
  const tooMany = files.findIndex(({ file }, index) => {
    bytes += file.byteLength;
    return index >= care.maxFilesRead || (index > 0 && bytes > care.maxBytesRead);
  });
  return tooMany === -1 ? files : files.slice(0, tooMany);
}

/**
 * Returns the files with a chunk that contains the rarest words of the literal. A literal without line breaks is always
 * inside one chunk. Its first and last word may be cut off, so the words are tried with them, then without.
 */
async function filesWithWords(
  view: RefView,
  files: FileTable,
  literal: string,
  mayBeCut: boolean,
): Promise<FileVersion[]> {
  const line = longestLine(literal);
  const inner = line.replace(/^[\p{L}\p{N}_$]*/u, '').replace(/[\p{L}\p{N}_$]*$/u, '');
  for (const part of mayBeCut ? [line, inner] : [line]) {
    const words = [...new Set(searchWords(part).split(' ').filter(Boolean))];
    const counts = await countWords(view, words);
    if (counts.length < words.length) continue;
    const rarest = counts.sort((a, b) => a.count - b.count).slice(0, maxWords);
    const ids = await view.store.holdersOfAll(
      'text',
      rarest.map(({ word }) => word),
      maxHolders,
    );
    const holding = new Set<number>();
    files.eachChunk(ids, (file) => holding.add(file));
    if (holding.size > 0) return [...holding].map((index) => files.files[index] as FileVersion);
  }
  return [];
}

function longestLine(literal: string): string {
  return literal.split('\n').reduce((longest, line) => (line.length > longest.length ? line : longest), '');
}

async function hitsOf(
  view: RefView,
  file: FileVersion,
  text: string,
  literal: string,
  weight: number,
): Promise<SearchHit[]> {
  const offsets = occurrences(text, literal);
  if (offsets.length === 0) return [];
  const lines = new LineIndex(text);
  const symbols = await view.store.symbols(file);
  const byKey = new Map<string, SearchHit>();
  for (const offset of offsets) {
    const line = lines.lineAt(offset);
    const symbol = documentedBy(symbols, line, literal) ?? innermost(symbols, line);
    const lineStart = symbol === undefined ? Math.max(1, line - 1) : Math.min(symbol.lineStart, line);
    const key = symbol === undefined ? `line ${line}` : `symbol ${symbol.id}`;
    const known = byKey.get(key);
    const score = weights.literal * factorAt(weights.literalFile, weight);
    byKey.set(key, {
      type: 'snippet',
      file,
      ...(symbol === undefined ? {} : { symbol }),
      lineStart,
      lineEnd: symbol?.lineEnd ?? Math.min(file.lineCount, line + 1),
      score,
      matchLines: [...(known?.matchLines ?? []), line].slice(0, maxMatchLines),
      factors: {
        exact_match_boost: 1,
        qualified_name_boost: 0,
        path_affinity: 0,
        definition_boost: 0,
        kind_match: 0,
        bm25_score: 0,
        final_score: score,
      },
    });
  }
  return [...byKey.values()].slice(0, maxHitsPerFile);
}

/** Returns the symbol whose doc comment contains the literal, if the comment is above the lines of the symbol. */
function documentedBy(symbols: readonly SymbolRecord[], line: number, literal: string): SymbolRecord | undefined {
  let next: SymbolRecord | undefined;
  for (const symbol of symbols) {
    if (symbol.lineStart > line && (next === undefined || symbol.lineStart < next.lineStart)) next = symbol;
  }
  return next?.doc?.toLowerCase().includes(literal.toLowerCase()) === true ? next : undefined;
}

/** Matches case first; ignores case if that finds nothing. */
function occurrences(text: string, literal: string): number[] {
  const exact = exactOffsets(text, literal);
  return exact.length > 0 ? exact : offsetsInAnyCase(text, literal);
}

function exactOffsets(text: string, literal: string): number[] {
  const offsets: number[] = [];
  for (
    let at = text.indexOf(literal);
    at !== -1 && offsets.length < maxOccurrences;
    at = text.indexOf(literal, at + 1)
  ) {
    offsets.push(at);
  }
  return offsets;
}

/** Searches for the start of the literal by pattern: a lower-case copy of the text would cost more. */
function offsetsInAnyCase(text: string, literal: string): number[] {
  const offsets: number[] = [];
  const lower = literal.toLowerCase();
  for (const { index } of text.matchAll(new RegExp(escapedForPattern(literal.slice(0, maxPattern)), 'gi'))) {
    if (offsets.length === maxOccurrences) break;
    if (text.slice(index, index + literal.length).toLowerCase() === lower) offsets.push(index);
  }
  return offsets;
}
