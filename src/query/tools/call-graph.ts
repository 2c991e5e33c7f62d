/**
 * The call graph around a symbol: its callers, its callees and, to the requested depth, theirs, nearest first. Each
 * edge has a confidence and unresolved call sites are counted, so that a missing edge is not mistaken for proof of
 * absence.
 */
import { pointingToSearch, type Remedy } from '../../errors.ts';
import { functionKinds, typeKinds } from '../../languages/entity.ts';
import { hasCalls } from '../../languages/languages.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { ambiguous, findAnchors } from '../names/find-anchor.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import { limitParameter, pathParameter, refParameter, symbolNameParameter } from '../parameters/shared-parameters.ts';
import { Budget, type Confidence, type Edge, type FoundEdges } from '../resolve/calls/edge.ts';
import { calleesOf, callersOf } from '../resolve/calls/follow-calls.ts';

import { identity } from '../resolve/calls/resolve-site.ts';

import { hasUnindexedFiles } from '../resolve/calls/unindexed-files.ts';
import { needsOfBody } from '../search/live-body.ts';
import { needsOfSymbol } from '../search/live-search.ts';
import type { Answer } from '../shapes/answer.ts';
import { symbolIds, topLevelCode } from '../shapes/symbol-ids.ts';
import { type SignatureShape, symbolFields } from '../shapes/symbol-shape.ts';
import type { RefView } from '../view/ref-view.ts';
import { type AskSettings, oneRefCapability } from './capability.ts';

export const callGraphParameters = {
  symbol_name: symbolNameParameter,
  path: pathParameter,
  ref: refParameter,
  direction: {
    type: 'choice',
    values: ['callers', 'callees', 'both'],
    default: 'both',
    description: 'Callers of the symbol, its callees, or both',
  },
  depth: { type: 'integer', default: 1, min: 1, max: 5, description: 'Levels of calls to follow' },
  limit: limitParameter(20, 200),
} as const;

const answerFields = {
  symbol: 'the requested symbol',
  total_edges: 'number of edges found',
  truncated: 'whether edges are missing because of --limit',
  completeness: 'number of static edges, heuristic edges and unresolved call sites',
};

export const callGraphCapability = oneRefCapability({
  name: 'get_call_graph',
  title: 'Callers and callees',
  description:
    'Who calls a function and what it calls, up to depth 5, with call sites. confidence "static" is proven by scope, imports or types; "heuristic" is a guess by name. Use it for impact analysis.',
  parameters: callGraphParameters,
  example: { symbol_name: 'validate_token' },
  commands: {
    callers: {
      summary: 'List the callers of a function, method or class',
      details:
        'Prints each caller with the line of its call. Calls that imports, scope and types do not prove are marked as guessed; ' +
        'unresolved calls are counted. A repository without an index is indexed first; any other folder after a question, or with --yes.',
      operands: ['symbol_name'],
      sets: { direction: 'callers' },
      examples: [
        { line: 'codecompass callers Store.get', does: 'the callers of a method' },
        { line: 'codecompass callers run --path src/main.py --depth 3', does: 'callers of callers as well' },
        { line: 'codecompass callers run --dot | dot -Tsvg > calls.svg', does: 'an SVG image of the graph' },
      ],
      json: { callers: 'edges to the symbol', ...answerFields },
      alsoCalled: ['who-calls'],
    },
    callees: {
      summary: 'List what a function, method or class calls',
      details:
        'Prints each called symbol of the repository with the line of the call. Calls that imports, scope and types do not ' +
        'prove are marked as guessed. A repository without an index is indexed first; any other folder after a question, or with --yes.',
      operands: ['symbol_name'],
      sets: { direction: 'callees' },
      examples: [
        { line: 'codecompass callees main', does: 'the callees of a function' },
        { line: 'codecompass callees main --depth 2 --mermaid', does: 'a Mermaid diagram' },
      ],
      json: { callees: 'edges from the symbol', ...answerFields },
      alsoCalled: ['calls', 'graph'],
    },
  },
  answer: callGraph,
  live: ({ symbol_name, path, direction }) => ({
    ...needsOfSymbol(symbol_name, path),
    mentions: direction !== 'callees',
    imports: true,
  }),
  liveFurther: async (view, { symbol_name, path, direction }) =>
    direction === 'callers' ? undefined : needsOfBody(view, symbol_name, path),
});

/** The fields of a symbol in a call graph, in the order of the answer. */
const shownFields = [
  'symbol_id',
  'symbol_stable_id',
  'name',
  'qualified_name',
  'path',
  'line_start',
  'line_end',
  'kind',
] as const satisfies readonly (keyof SignatureShape)[];

export type CallGraphSymbol = Pick<SignatureShape, (typeof shownFields)[number]>;

export interface CallGraphEdge {
  readonly symbol: CallGraphSymbol;
  /** The first call; `more_lines` are further calls in the same symbol. */
  readonly call_site: { readonly file: string; readonly line: number; readonly more_lines?: readonly number[] };
  readonly confidence: Confidence;
  readonly depth: number;
  /**
   * `reference`: the function is passed as a value, not called. `dispatch`: the call is made through an interface, trait
   * or base, and the type of the receiver at run time decides whether it reaches this symbol.
   */
  readonly via?: 'reference' | 'dispatch';
  /** From depth 2 on: the symbol at the previous depth that the edge connects to. */
  readonly next_symbol_id?: string;
}

export interface CallGraphAnswer extends Answer {
  readonly symbol: CallGraphSymbol;
  readonly callers?: readonly CallGraphEdge[];
  readonly callees?: readonly CallGraphEdge[];
  /** Number of edges found; there may be more if `truncated`. */
  readonly total_edges: number;
  readonly truncated: boolean;
  readonly completeness: {
    readonly static_edges: number;
    readonly heuristic_edges: number;
    /** Call sites with the symbol's name, and call sites inside the symbol, whose target is unknown. */
    readonly unresolved_call_sites: number;
    /** Files with the name that were not examined; they are not part of the totals. */
    readonly unexamined_files?: number;
  };
}

/** File budget of one direction: a base, plus an allowance that grows with the limit. */
const minFiles = 30;
const filesPerResult = 2;

type Group = readonly [SymbolRecord, ...SymbolRecord[]];

export async function callGraph(
  view: RefView,
  request: ParametersOf<typeof callGraphParameters>,
  settings: AskSettings = {},
): Promise<CallGraphAnswer> {
  const { symbol_name: name, path } = request;
  const anchors = declarationsOfOne(view, name, await findAnchors(view, name, path, adviceIfUnresolved));
  const { direction, depth, limit } = request;
  const callers = direction === 'callees' ? undefined : await walk(view, anchors, callersOf, depth, limit);
  const callees = direction === 'callers' ? undefined : await walk(view, anchors, calleesOf, depth, limit);
  const walks = [callers, callees].filter((each) => each !== undefined);
  const count = (confidence: Confidence) => walks.reduce((sum, each) => sum + each.counts[confidence], 0);
  const beyondView = callers === undefined ? 0 : (settings.unexaminedFiles ?? 0);
  const unexamined = walks.reduce((sum, each) => sum + each.unexamined, beyondView);
  const truncated = beyondView > 0 || walks.some((each) => each.isTruncated);
  const { language } = anchors[0];
  const isResolved = hasCalls(language);
  const isPartial = !isResolved || (await hasUnindexedFiles(view, language));
  return {
    symbol: symbolFields(view, anchors[0], shownFields),
    ...(callers === undefined ? {} : { callers: callers.edges }),
    ...(callees === undefined ? {} : { callees: callees.edges }),
    total_edges: count('static') + count('heuristic'),
    truncated,
    completeness: {
      static_edges: count('static'),
      heuristic_edges: count('heuristic'),
      unresolved_call_sites: walks.reduce((sum, each) => sum + each.unresolved, 0),
      ...(unexamined > 0 ? { unexamined_files: unexamined } : {}),
    },
    metadata: {
      result_completeness: isPartial ? 'partial' : truncated ? 'truncated' : 'complete',
      ...(isResolved
        ? {}
        : {
            warnings: [`Calls in ${language} are not resolved, so an empty list does not mean there are no calls.`],
          }),
    },
  };
}

/** Selects the declarations of one symbol from those with the name in one file. Callable kinds take precedence. */
function declarationsOfOne(view: RefView, name: string, found: Group): Group {
  const callable = found.filter(({ kind }) => functionKinds.has(kind) || typeKinds.has(kind));
  const candidates = callable.length > 0 ? callable : found;
  const outermost = candidates.filter(({ scope }) => scope === '');
  const [first, ...others] = outermost.length > 0 ? outermost : candidates;
  if (first === undefined || others.some(({ scope }) => scope !== first.scope)) {
    throw ambiguous(view, name, candidates, adviceIfUnresolved(candidates));
  }
  return [first, ...others];
}

/** Replaces the advice to choose a symbol if calls are resolved for none of the candidates. */
function adviceIfUnresolved(found: readonly Pick<SymbolRecord, 'language'>[]): Remedy | undefined {
  if (found.some(({ language }) => hasCalls(language))) return undefined;
  const languages = [...new Set(found.map(({ language }) => language))].join(' and ');
  return pointingToSearch(
    (search) => `Calls in ${languages} are not resolved for any of them; ${search} finds occurrences of the name.`,
  );
}

interface Walk {
  readonly edges: CallGraphEdge[];
  readonly counts: Record<Confidence, number>;
  readonly unresolved: number;
  readonly unexamined: number;
  readonly isTruncated: boolean;
}

/**
 * Walks breadth first and visits each symbol once, so cycles end. Edges beyond the limit are counted but not listed.
 */
async function walk(
  view: RefView,
  anchors: Group,
  follow: (view: RefView, symbols: Group, budget: Budget) => Promise<FoundEdges>,
  depth: number,
  limit: number,
): Promise<Walk> {
  const budget = new Budget(minFiles + filesPerResult * limit);
  const edges: CallGraphEdge[] = [];
  const counts = { static: 0, heuristic: 0 };
  const seen = new Set(anchors.map(identity));
  let level: Group[] = [anchors];
  let unresolved = 0;
  let unexamined = 0;
  let isTruncated = false;
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const next: Group[] = [];
    for (const group of level) {
      // Further edges would not be listed.
      if (edges.length >= limit) {
        isTruncated = true;
        break;
      }
      const found = await follow(view, group, budget);
      if (at === 1) unresolved += found.unresolved.length;
      unexamined += found.unexamined;
      isTruncated ||= found.unexamined > 0;
      for (const edge of inOrder(found.edges)) {
        counts[edge.confidence]++;
        if (edges.length < limit) edges.push(edgeShape(view, edge, at, group[0]));
        else isTruncated = true;
        if (!isSymbol(edge.end) || seen.has(identity(edge.end))) continue;
        seen.add(identity(edge.end));
        next.push([edge.end]);
      }
    }
    level = next;
  }
  return { edges, counts, unresolved, unexamined, isTruncated };
}

/** Static edges before heuristic ones, then code before tests. */
function inOrder(edges: readonly Edge[]): Edge[] {
  const rank = ({ confidence, end, isReference }: Edge) =>
    Number(confidence === 'heuristic') * 4 + Number(end.labels.includes('test')) * 2 + Number(isReference);
  return [...edges].sort((a, b) => rank(a) - rank(b));
}

function edgeShape(view: RefView, edge: Edge, depth: number, from: SymbolRecord): CallGraphEdge {
  const [line = 0, ...more] = edge.lines;
  return {
    symbol: isSymbol(edge.end) ? symbolFields(view, edge.end, shownFields) : moduleShape(view, edge.end),
    call_site: { file: edge.path, line, ...(more.length > 0 ? { more_lines: more } : {}) },
    confidence: edge.confidence,
    depth,
    ...(edge.isReference ? { via: 'reference' } : edge.isDispatch ? { via: 'dispatch' } : {}),
    ...(depth > 1 ? { next_symbol_id: symbolIds(view.projectId, from).symbol_id } : {}),
  };
}

/** Top-level code belongs to the module of its file. */
function moduleShape(view: RefView, file: FileVersion): CallGraphSymbol {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  return {
    ...symbolIds(view.projectId, topLevelCode(file)),
    name,
    qualified_name: file.module === '' ? file.path : file.module,
    path: file.path,
    line_start: 1,
    line_end: Math.max(1, file.lineCount),
    kind: 'module',
  };
}

function isSymbol(end: SymbolRecord | FileVersion): end is SymbolRecord {
  return 'scope' in end;
}
