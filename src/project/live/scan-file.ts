/**
 * Scans the bytes of a file for the words, names and literals of a query, without parsing it. Words count as parts of
 * identifiers, as in the index. For a name, lines that look like its definition are told apart from uses.
 */
import { isWordCharacter, wordsOf } from '../../text/words.ts';
import { definitionJudge, likelihood, maxLineLength } from './definition-lines.ts';
import { wordFinder } from './find-words.ts';

export interface ScanPlan {
  /** The words of each term, in lower case. */
  readonly terms: readonly (readonly string[])[];
  /** Identifiers, in the exact spelling. */
  readonly names: readonly string[];
  readonly literals: readonly string[];
  /** Words that define the name after them, in any language. */
  readonly definitionWords: readonly string[];
}

/**
 * The result of one file is a row of numbers up to 255: the occurrences of each term, of each term in the path, of each
 * name, the best likelihood of a definition of each name, and whether each literal occurs.
 */
export interface RowLayout {
  readonly terms: number;
  readonly pathTerms: number;
  readonly names: number;
  readonly definitions: number;
  readonly literals: number;
  readonly length: number;
}

export function rowLayout({ terms, names, literals }: ScanPlan): RowLayout {
  const pathTerms = terms.length;
  const nameStart = 2 * terms.length;
  const definitions = nameStart + names.length;
  const literalStart = definitions + names.length;
  return {
    terms: 0,
    pathTerms,
    names: nameStart,
    definitions,
    literals: literalStart,
    length: literalStart + literals.length,
  };
}

/** Identifiers that are not split again; a scan sees some thousands. */
const maxKnown = 20_000;
/** More matches in one file do not change its rank. */
const maxMatches = 4_000;
const maxCount = 255;

/** Adds the counts of a file to a row. The bytes are UTF-8. */
export type FileScanner = (path: string, bytes: Buffer, row: Uint8Array) => void;

export function fileScanner(plan: ScanPlan): FileScanner {
  const layout = rowLayout(plan);
  const find = wordFinder([...plan.terms.flat(), ...plan.names]);
  const foundIn = identifierReader(plan);
  const judge = definitionJudge(plan.definitionWords);
  const literals = plan.literals.map((literal) => Buffer.from(literal));
  const count = (row: Uint8Array, at: number) => {
    if ((row[at] as number) < maxCount) (row[at] as number)++;
  };
  const eachIdentifier = (bytes: Buffer, visit: (found: Found, start: number, end: number) => void) => {
    let matches = 0;
    find(bytes, (at) => {
      const [start, end] = identifierAround(bytes, at - 1);
      visit(foundIn(bytes.toString('utf8', start, end)), start, end);
      return ++matches < maxMatches ? end : bytes.length;
    });
  };
  return (path, bytes, row) => {
    eachIdentifier(Buffer.from(path), ({ terms }) => {
      for (const term of terms) count(row, layout.pathTerms + term);
    });
    eachIdentifier(bytes, ({ terms, name }, start, end) => {
      for (const term of terms) count(row, layout.terms + term);
      if (name === undefined) return;
      const times = layout.names + name;
      const best = layout.definitions + name;
      if ((row[best] as number) < likelihood.strong && (row[times] as number) < maxCount) {
        row[best] = Math.max(row[best] as number, judge(lineBefore(bytes, start), lineAfter(bytes, end)));
      }
      count(row, times);
    });
    for (const [at, literal] of literals.entries()) if (bytes.includes(literal)) row[layout.literals + at] = 1;
  };
}

interface Found {
  readonly terms: readonly number[];
  readonly name: number | undefined;
}

/** Returns what an identifier contains; remembers it, since identifiers repeat. */
function identifierReader({ terms, names }: ScanPlan): (identifier: string) => Found {
  const termOfWord = new Map<string, number>();
  for (const [at, spellings] of terms.entries()) for (const word of spellings) termOfWord.set(word, at);
  const nameAt = new Map(names.map((name, at) => [name, at]));
  const known = new Map<string, Found>();
  return (identifier) => {
    let found = known.get(identifier);
    if (found === undefined) {
      const contained = wordsOf(identifier).flatMap((word) => termOfWord.get(word) ?? []);
      found = { terms: [...new Set(contained)], name: nameAt.get(identifier) };
      if (known.size >= maxKnown) known.clear();
      known.set(identifier, found);
    }
    return found;
  };
}

/** Bytes beyond ASCII belong to letters, nearly always. */
const isPart = Uint8Array.from({ length: 256 }, (_, code) => Number(code > 127 || isWordCharacter(code)));

function identifierAround(bytes: Buffer, at: number): [start: number, end: number] {
  let start = at;
  let end = at + 1;
  while (start > 0 && isPart[bytes[start - 1] as number] === 1) start--;
  while (end < bytes.length && isPart[bytes[end] as number] === 1) end++;
  return [start, end];
}

const newline = 0x0a;

/** The line up to a position; too long a line is cut so that its length shows. */
function lineBefore(bytes: Buffer, end: number): string {
  const least = Math.max(0, end - maxLineLength - 1);
  let start = end;
  while (start > least && bytes[start - 1] !== newline) start--;
  return bytes.toString('latin1', start, end);
}

function lineAfter(bytes: Buffer, start: number): string {
  const most = Math.min(bytes.length, start + maxLineLength);
  let end = start;
  while (end < most && bytes[end] !== newline) end++;
  return bytes.toString('latin1', start, end);
}
