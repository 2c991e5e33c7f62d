/**
 * Scans a text for the words, names and literals of a query, without parsing it. Words count as parts of identifiers,
 * as in the index. For a name, a line that looks like its definition is told apart from a use by the words and
 * punctuation around the name.
 */
import { escapedForPattern, isWordCharacter, wordsOf } from '../../text/words.ts';

export interface ScanPlan {
  /** The words of each term, in lower case. */
  readonly terms: readonly (readonly string[])[];
  /** Identifiers, in the exact spelling. */
  readonly names: readonly string[];
  readonly literals: readonly string[];
  /** Words that define the name after them, in any language. */
  readonly definitionWords: readonly string[];
}

/** How much a line looks like the definition of a name in it. */
export const likelihood = { none: 0, weak: 1, medium: 2, strong: 3 } as const;

/**
 * The result of one text is a row of numbers up to 255: the occurrences of each term, of each term in the path, of each
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

/** Returns a function that adds the counts of a text and its path to a row. */
export function textScanner(plan: ScanPlan): (path: string, text: string, row: Uint8Array) => void {
  const layout = rowLayout(plan);
  const termsOfWord = new Map<string, number>();
  for (const [at, spellings] of plan.terms.entries()) for (const word of spellings) termsOfWord.set(word, at);
  const nameAt = new Map(plan.names.map((name, at) => [name, at]));
  const pattern = patternOf([...termsOfWord.keys()], plan.names);
  const likelihoodOf = definitionFinder(plan.definitionWords);
  const known = new Map<string, Found>();
  const foundIn = (identifier: string): Found => {
    let found = known.get(identifier);
    if (found === undefined) {
      const terms = [...new Set(wordsOf(identifier).flatMap((word) => termsOfWord.get(word) ?? []))];
      found = { terms, name: nameAt.get(identifier) };
      if (known.size >= maxKnown) known.clear();
      known.set(identifier, found);
    }
    return found;
  };
  const count = (row: Uint8Array, at: number) => {
    if ((row[at] as number) < maxCount) (row[at] as number)++;
  };
  const eachIdentifier = (text: string, visit: (found: Found, start: number, end: number) => void) => {
    if (pattern === undefined) return;
    pattern.lastIndex = 0;
    for (let matches = 0; matches < maxMatches && pattern.test(text); matches++) {
      const [start, end] = identifierAround(text, pattern.lastIndex - 1);
      pattern.lastIndex = Math.max(end, pattern.lastIndex);
      visit(foundIn(text.slice(start, end)), start, end);
    }
  };
  return (path, text, row) => {
    eachIdentifier(path, ({ terms }) => {
      for (const term of terms) count(row, layout.pathTerms + term);
    });
    eachIdentifier(text, ({ terms, name }, start, end) => {
      for (const term of terms) count(row, layout.terms + term);
      if (name === undefined) return;
      const times = layout.names + name;
      const best = layout.definitions + name;
      if ((row[best] as number) < likelihood.strong && (row[times] as number) < maxCount) {
        row[best] = Math.max(row[best] as number, likelihoodOf(text, start, end));
      }
      count(row, times);
    });
    for (const [at, literal] of plan.literals.entries()) if (text.includes(literal)) row[layout.literals + at] = 1;
  };
}

interface Found {
  readonly terms: readonly number[];
  readonly name: number | undefined;
}

/** Words match in any case. Names alone match exactly, which is several times faster. */
function patternOf(words: readonly string[], names: readonly string[]): RegExp | undefined {
  const texts = words.length === 0 ? names : [...words, ...names.map((name) => name.toLowerCase())];
  // A text that contains another one is found with it.
  const minimal = [...new Set(texts)].filter(
    (one, _, all) => !all.some((other) => other !== one && one.includes(other)),
  );
  if (minimal.length === 0) return undefined;
  return new RegExp(minimal.map(escapedForPattern).join('|'), words.length === 0 ? 'g' : 'gi');
}

function identifierAround(text: string, at: number): [start: number, end: number] {
  let start = at;
  let end = at + 1;
  while (start > 0 && isWordCharacter(text.charCodeAt(start - 1))) start--;
  while (end < text.length && isWordCharacter(text.charCodeAt(end))) end++;
  return [start, end];
}

/** Longer lines are data or minified code. */
const maxLineLength = 400;

/** Returns how much the line around a name looks like its definition. */
function definitionFinder(words: readonly string[]): (text: string, start: number, end: number) => number {
  const keywords = words.map(escapedForPattern).join('|');
  // `def name`, `export function* name`, `def self.name`, `func (r *Receiver) name`
  const keyword = new RegExp(String.raw`(?:^|[^\w$.])(?:${keywords})(?:[\s*&]+|\s*\([^)]*\)\s*)(?:[\w$]+(?:\.|::))*$`);
  return (text, start, end) => {
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    if (start - lineStart > maxLineLength) return likelihood.none;
    const before = text.slice(lineStart, start);
    if (isComment.test(before)) return likelihood.none;
    if (keywords !== '' && keyword.test(before)) return likelihood.strong;
    const newline = text.indexOf('\n', end);
    const after = text.slice(end, Math.min(newline === -1 ? text.length : newline, end + maxLineLength));
    if (isStatement.test(before)) return likelihood.none;
    if (isTyped.test(before) && /^\s*\(/.test(after)) {
      return /;\s*$/.test(after) ? likelihood.weak : likelihood.medium;
    }
    if (!isModifiers.test(before)) return likelihood.none;
    // A method or a shell function; a call does not end with a brace.
    if (/^\s*(?:<[^>]*>)?\(.*\{\s*$/.test(after)) return likelihood.medium;
    if (/^\s*(?::[^=]*)?=(?!=)/.test(after)) return before === '' ? likelihood.medium : likelihood.weak;
    return /^(?:\s*[:?]|\s+[\w[*({]|\s*[,;]?\s*$)/.test(after) ? likelihood.weak : likelihood.none;
  };
}

const isComment = /^\s*(?:\/\/|\/?\*|#\s|--\s|<!--)/;
/** `static int *`, `public List<String> `, `void Type::` */
const isTyped = /^\s*(?:[\w$<>,[\]:.?@]+[\s*&]+)+(?:[\w$]+(?:\.|::))*$/;
/** Words that begin a statement, not a declaration. */
const isStatement =
  /^\s*(?:return|throw|raise|new|else|elif|if|while|for|case|yield|await|assert|del|go|defer|not|and|or|in|import|from|use|package|goto|print|delete|typeof)\b/;
/** Nothing but lower-case words and annotations before the name: `public static `, `@cached `. */
const isModifiers = /^\s*(?:@?[a-z]+\s+)*[#*]?$/;
