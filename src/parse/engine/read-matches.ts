/**
 * The matches of a query in a text. Regions that a grammar leaves as bare tokens (`@again`: the arguments of a macro)
 * are parsed again as source. If that fails, only matches on the tokens remain.
 */
import type { QueryMatch, Tree } from 'web-tree-sitter';
import { firstAtOrAfter } from '../../text/bisect.ts';
import type { Span } from '../extract/captures.ts';
import type { Grammar } from './grammar.ts';

export interface Reading {
  /** The tree of the whole text. */
  readonly tree: Tree;
  readonly matches: QueryMatch[];
  /** There were syntax errors, or more candidates than the query could keep. */
  readonly hasLost: boolean;
  /** Frees the trees and with them the nodes of the matches. */
  readonly release: () => void;
}

/** Candidates that a query may keep open at a time. Real sources need far fewer. */
const matchLimit = 16_384;
/** Nesting of macros in macros. */
const maxDepth = 4;
/** Regions per parse; the parser searches them linearly. */
const maxRegions = 256;

/** Returns undefined if `isLate` becomes true before the end. */
export function readMatches(grammar: Grammar, text: string, isLate: () => boolean): Reading | undefined {
  const trees: Tree[] = [];
  const release = () => {
    for (const tree of trees) tree.delete();
  };
  const read = (source: string, regions?: readonly Span[]): { tree: Tree; found: QueryMatch[] } | undefined => {
    const tree = parse(grammar, source, isLate, regions);
    if (tree === undefined) return undefined;
    trees.push(tree);
    const found = matchesIn(grammar, tree, isLate);
    return found && { tree, found };
  };

  const whole = read(text);
  if (whole === undefined) {
    release();
    return undefined;
  }
  const hasLost = whole.tree.rootNode.hasError || grammar.query.didExceedMatchLimit();
  const matches = [whole.found];
  let unread = regionsIn(whole.found);
  for (let depth = 0; depth < maxDepth && unread.length > 0; depth++) {
    const source = asStatements(text, unread);
    const inner: Span[] = [];
    for (let at = 0; at < unread.length; at += maxRegions) {
      const again = read(source, unread.slice(at, at + maxRegions));
      if (again === undefined) {
        release();
        return undefined;
      }
      const valid = withoutErrors(again.found, again.tree);
      matches.push(valid);
      for (const region of regionsIn(valid)) inner.push(region);
    }
    unread = inner;
  }
  return { tree: whole.tree, matches: matches.flat(), hasLost, release };
}

/** Parses the whole source, or only the given regions as if they were contiguous. */
function parse(
  { parser }: Grammar,
  source: string,
  isLate: () => boolean,
  regions?: readonly Span[],
): Tree | undefined {
  const includedRanges = regions?.map(({ start, end }) => ({
    startIndex: start,
    endIndex: end,
    startPosition: { row: 0, column: start },
    endPosition: { row: 0, column: end },
  }));
  const tree = parser.parse(source, null, { progressCallback: isLate, ...(includedRanges && { includedRanges }) });
  if (tree === null) parser.reset();
  return tree ?? undefined;
}

function matchesIn({ query }: Grammar, tree: Tree, isLate: () => boolean): QueryMatch[] | undefined {
  let wasStopped = false;
  const matches = query.matches(tree.rootNode, {
    matchLimit,
    progressCallback: () => {
      wasStopped = isLate();
      return wasStopped;
    },
  });
  return wasStopped ? undefined : matches;
}

/** Returns the regions to parse again in order, each including one character after it for a `;`. */
function regionsIn(matches: readonly QueryMatch[]): Span[] {
  const regions: Span[] = [];
  for (const { captures } of matches) {
    for (const { name, node } of captures) {
      if (name === 'again') regions.push({ start: node.startIndex, end: node.endIndex + 1 });
    }
  }
  return regions.sort((a, b) => a.start - b.start);
}

/** Terminates each region with a `;`, without shifting offsets. */
function asStatements(text: string, regions: readonly Span[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { end } of regions) {
    parts.push(text.slice(from, end - 1), ';');
    from = end;
  }
  return parts.join('') + text.slice(from);
}

function withoutErrors(matches: readonly QueryMatch[], tree: Tree): QueryMatch[] {
  const faulty: Span[] = [];
  for (const { hasError, startIndex, endIndex } of tree.rootNode.children) {
    if (hasError) faulty.push({ start: startIndex, end: endIndex });
  }
  if (faulty.length === 0) return [...matches];
  const ends = faulty.map(({ end }) => end);
  const isFaulty = (offset: number) => {
    const next = faulty[firstAtOrAfter(ends, offset + 1)];
    return next !== undefined && next.start <= offset;
  };
  return matches.filter(({ captures }) => !isFaulty(captures[0]?.node.startIndex ?? 0));
}
