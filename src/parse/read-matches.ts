/**
 * The matches of a query over a text. What a grammar leaves as bare tokens (`@again`: the arguments of a macro) is
 * parsed once more as source of its own; where that fails, only what the query sees in the tokens is found.
 */
import type { Node, QueryMatch, Tree } from 'web-tree-sitter';
import type { Grammar } from './grammar.ts';

export interface Reading {
  readonly matches: QueryMatch[];
  /** Syntax errors, or more candidates than the query could keep. */
  readonly hasLost: boolean;
  /** Frees the trees; the nodes of the matches are gone with them. */
  readonly release: () => void;
}

/** Candidates that a query may keep open at a time; real sources stay far below. */
const matchLimit = 16_384;
/** Macros within macros. */
const maxDepth = 4;

/** Nothing if `isLate` before the end. */
export function readMatches(grammar: Grammar, text: string, isLate: () => boolean): Reading | undefined {
  const trees: Tree[] = [];
  const release = () => {
    for (const tree of trees) tree.delete();
  };
  const matches: QueryMatch[] = [];
  const read = (region?: Node): { tree: Tree; regions: Node[] } | undefined => {
    const tree = parse(grammar, text, isLate, region);
    if (tree === undefined) return undefined;
    trees.push(tree);
    if (region !== undefined && tree.rootNode.hasError) return { tree, regions: [] };
    const found = matchesIn(grammar, tree, isLate);
    if (found === undefined) return undefined;
    for (const match of found) matches.push(match);
    return { tree, regions: regionsIn(found) };
  };

  const whole = read();
  if (whole === undefined) {
    release();
    return undefined;
  }
  const hasLost = whole.tree.rootNode.hasError || grammar.query.didExceedMatchLimit();
  let regions = whole.regions;
  for (let depth = 0; depth < maxDepth && regions.length > 0; depth++) {
    const inner: Node[] = [];
    for (const region of regions) {
      const again = read(region);
      if (again === undefined) {
        release();
        return undefined;
      }
      inner.push(...again.regions);
    }
    regions = inner;
  }
  return { matches, hasLost, release };
}

function parse({ parser }: Grammar, text: string, isLate: () => boolean, region?: Node): Tree | undefined {
  const tree = parser.parse(text, null, {
    progressCallback: isLate,
    ...(region === undefined ? {} : { includedRanges: [region] }),
  });
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

function regionsIn(matches: readonly QueryMatch[]): Node[] {
  return matches.flatMap(({ captures }) => captures.filter(({ name }) => name === 'again').map(({ node }) => node));
}
