/**
 * The call graph around a symbol: its callers, its callees and, to the requested depth, theirs, nearest first. Each
 * edge has a confidence and unresolved call sites are counted, so that a missing edge is not mistaken for proof of
 * absence.
 */
import { hasCalls } from '../../languages/languages.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { adviceIfUnresolved, callableSymbol } from '../names/callable-symbol.ts';
import { findAnchors } from '../names/find-anchor.ts';
import { fileFilter } from '../parameters/file-filter.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import {
  languageParameter,
  limitParameter,
  pathParameter,
  refParameter,
  symbolNameParameter,
  testsParameter,
  withinParameter,
} from '../parameters/shared-parameters.ts';
import { referenceUses } from '../references/file-references.ts';
import { isUsedByCalls, otherUses } from '../references/other-uses.ts';
import type { Confidence, Edge } from '../resolve/calls/edge.ts';
import { calleesOf, callersOf } from '../resolve/calls/follow-calls.ts';
import { incompleteCalls } from '../resolve/calls/incomplete-calls.ts';
import { type SelectedWalk, selectEdges } from '../resolve/calls/select-edges.ts';
import { isSymbol, type Walk, walkCalls } from '../resolve/calls/walk-calls.ts';
import { needsOfCalls } from '../search/live-body.ts';
import { needsOfSymbol } from '../search/live-search.ts';
import type { Answer } from '../shapes/answer.ts';
import { type CallSiteShape, callSiteShapes } from '../shapes/call-site-shape.ts';
import { type OtherUsesShape, otherUsesText } from '../shapes/other-uses-shape.ts';
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
    isObvious: true,
    description: 'Callers of the symbol, its callees, or both',
  },
  depth: { type: 'integer', default: 1, min: 1, max: 5, isObvious: true, description: 'Levels of calls to follow' },
  within: withinParameter,
  tests: testsParameter,
  language: languageParameter,
  limit: limitParameter(20, 200),
} as const;

const answerFields = {
  symbol: 'the requested symbol',
  total_edges: 'number of edges to the requested depth, whatever --limit is',
  'test_edges?': 'number of them in tests, which come last',
  'total_is_lower_bound?': 'there may be more edges, because not everything was examined',
  truncated: 'whether edges are missing from the list',
  'levels?': 'from depth 2 on: edges found and listed at each depth',
  'stopped?': 'where and why the walk ended before the requested depth',
  completeness: 'number of static edges, heuristic edges, unresolved call sites and unexamined files',
  'unresolved_sites?': 'calls with the name, or inside the symbol, whose target is unknown: path, line, text',
  'other_uses?': 'for what calls do not cover: number of lines with the name, and what lists them',
};

export const callGraphCapability = oneRefCapability({
  name: 'get_call_graph',
  title: 'Callers and callees',
  description:
    'Who calls a function and what it calls, with call sites. confidence "static" is proven; "heuristic" is guessed by name, or with via "dispatch" made through an interface or base. unresolved_sites lists calls that may be meant.',
  parameters: callGraphParameters,
  takesSeveral: true,
  maxTokens: 6000,
  cuts: {
    lists: [
      [{ at: 'unresolved_sites', keep: 3 }],
      [
        { at: 'callers', inner: ['call_site.more_lines'] },
        { at: 'callees', inner: ['call_site.more_lines'] },
      ],
    ],
    details: ['levels', 'stopped', 'completeness'],
    narrowedBy: ['direction', 'depth', 'within', 'tests', 'language'],
    settle: withListedEdges,
  },
  example: { symbol_name: 'validate_token' },
  commands: {
    callers: {
      summary: 'List the callers of a function, method or class',
      details:
        'Prints each caller with the line of its call. Calls that imports, scope and types do not prove are marked as guessed; ' +
        'unresolved calls follow. A repository without an index is indexed first; any other folder after a question, or with --yes.',
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
  liveFurther: (view, { symbol_name, path, direction }) => needsOfCalls(view, symbol_name, path, direction),
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
  /** Number of edges to the requested depth; it does not depend on the limit. */
  readonly total_edges: number;
  /** Number of them that are in tests; at each depth they come last. */
  readonly test_edges?: number;
  /** Not everything was examined, so there may be more edges. */
  readonly total_is_lower_bound?: true;
  readonly truncated: boolean;
  /** From depth 2 on: the edges at each depth, and how many of them are listed. */
  readonly levels?: readonly { readonly depth: number; readonly edges: number; readonly listed: number }[];
  /** Where and why the walk in a direction ended before the requested depth. */
  readonly stopped?: readonly CallGraphStop[];
  readonly completeness: {
    readonly static_edges: number;
    readonly heuristic_edges: number;
    /** Call sites with the symbol's name, and call sites inside the symbol, whose target is unknown. */
    readonly unresolved_call_sites: number;
    /** Files with the name that were not examined; they are not part of the totals. */
    readonly unexamined_files?: number;
    /** Implementations that calls through an interface or base may reach and that are not listed. */
    readonly omitted_implementations?: number;
    /** Edges and unresolved call sites that the filters leave out; they are not part of the totals. */
    readonly filtered?: number;
  };
  /** The unresolved call sites, nearest first, at most `limit`. */
  readonly unresolved_sites?: readonly CallSiteShape[];
  /** Uses that are not calls, for a symbol that is not a function or that has no caller. */
  readonly other_uses?: OtherUsesShape;
}

export interface CallGraphStop {
  readonly direction: 'callers' | 'callees';
  /** The first depth at which edges are missing, or at which there are none. */
  readonly depth: number;
  /** `budget`: the answer would take too long; `no_more_edges`: nothing was left to follow. */
  readonly reason: 'budget' | 'no_more_edges';
  /** Symbols whose calls were not followed, or not all of them. */
  readonly unexpanded_symbols?: number;
}

type Group = readonly [SymbolRecord, ...SymbolRecord[]];

export async function callGraph(
  view: RefView,
  request: ParametersOf<typeof callGraphParameters>,
  settings: AskSettings = {},
): Promise<CallGraphAnswer> {
  const { symbol_name: name, path } = request;
  const anchors = callableSymbol(
    view,
    name,
    await findAnchors(view, name, path, adviceIfUnresolved),
    adviceIfUnresolved,
  );
  const { direction, depth, limit } = request;
  const { within, language, tests } = request;
  const filter = { files: await fileFilter(view, { within, language }), tests };
  const allCallers = direction === 'callees' ? undefined : await walkCalls(view, anchors, callersOf, depth);
  const allCallees = direction === 'callers' ? undefined : await walkCalls(view, anchors, calleesOf, depth);
  const callers = allCallers && selectEdges(allCallers, 'callers', filter);
  const callees = allCallees && selectEdges(allCallees, 'callees', filter);
  const walks = [callers, callees].filter((each) => each !== undefined);
  const sum = (of: (walk: SelectedWalk) => number) => walks.reduce((total, each) => total + of(each), 0);
  const unread = callers === undefined ? 0 : (settings.unexaminedFiles ?? 0);
  const unexamined = unread + sum((walk) => walk.unexamined);
  const omitted = sum((walk) => walk.omitted);
  const filtered = sum((walk) => walk.filtered);
  const testEdges = sum((walk) => walk.testEdges);
  const isLowerBound = omitted > 0 || unread > 0 || walks.some(({ stopped }) => stopped?.reason === 'budget');
  const truncated = isLowerBound || walks.some(({ edges }) => edges.length > limit);
  const unresolved = walks.flatMap((walk) => walk.unresolved);
  const { warnings, isPartial } = await incompleteCalls(view, anchors[0].language, {
    callers,
    callees,
    unexaminedFiles: unexamined,
  });
  const symbol = symbolFields(view, anchors[0], shownFields);
  const others =
    allCallers === undefined
      ? undefined
      : await otherUsesOf(view, anchors, allCallers, {
          symbol_id: symbol.symbol_id,
          ...(settings.workspace === undefined ? {} : { workspace: settings.workspace }),
        });
  const isUnproven = allCallers?.edges.length === 0 && others !== undefined;
  const allWarnings = [
    ...filter.files.warnings,
    ...warnings,
    ...(others === undefined ? [] : [otherUsesText(symbol, others, 'agent')]),
  ];
  return {
    symbol,
    ...(callers === undefined ? {} : { callers: edgeShapes(view, callers, limit) }),
    ...(callees === undefined ? {} : { callees: edgeShapes(view, callees, limit) }),
    total_edges: sum(({ edges }) => edges.length),
    ...(testEdges > 0 ? { test_edges: testEdges } : {}),
    ...(isLowerBound ? { total_is_lower_bound: true } : {}),
    truncated,
    ...(depth > 1 ? { levels: levelsOf(walks, depth, limit) } : {}),
    ...stopsOf({ callers, callees }),
    completeness: {
      static_edges: sum(({ counts }) => counts.static),
      heuristic_edges: sum(({ counts }) => counts.heuristic),
      unresolved_call_sites: unresolved.length,
      ...(unexamined > 0 ? { unexamined_files: unexamined } : {}),
      ...(omitted > 0 ? { omitted_implementations: omitted } : {}),
      ...(filtered > 0 ? { filtered } : {}),
    },
    ...(unresolved.length > 0 ? { unresolved_sites: await callSiteShapes(view, unresolved.slice(0, limit)) } : {}),
    ...(others === undefined ? {} : { other_uses: others }),
    metadata: {
      result_completeness:
        isPartial || isUnproven || unresolved.length > 0 ? 'partial' : truncated ? 'truncated' : 'complete',
      ...(allWarnings.length > 0 ? { warnings: allWarnings } : {}),
    },
  };
}

/** Counts the uses that callers do not show; undefined for a function with callers, and if there are none. */
async function otherUsesOf(
  view: RefView,
  anchors: Group,
  { edges, unresolved }: Walk,
  named: { readonly symbol_id: string; readonly workspace?: string },
): Promise<OtherUsesShape | undefined> {
  if (!hasCalls(anchors[0].language) || (edges.length > 0 && isUsedByCalls(anchors[0].kind))) return undefined;
  const shown = new Set(unresolved.map(({ file, site }) => `${file.path}:${site.line}`));
  for (const { edge, depth } of edges)
    if (depth === 1) for (const line of edge.lines) shown.add(`${edge.path}:${line}`);
  const { lines, files, places, hasMentions, isLowerBound } = await otherUses(view, anchors, (path, line) =>
    shown.has(`${path}:${line}`),
  );
  if (places === 0 && !isLowerBound) return undefined;
  return {
    lines_with_name: lines,
    files_with_name: files,
    places,
    ...(isLowerBound ? { is_lower_bound: true } : {}),
    list_with: {
      tool: 'find_references',
      ...named,
      ref: view.ref.name,
      // They are left out unless they are asked for.
      ...(hasMentions ? { kinds: referenceUses } : {}),
    },
  };
}

function levelsOf(walks: readonly Walk[], depth: number, limit: number): NonNullable<CallGraphAnswer['levels']> {
  const at = (edges: Walk['edges'], level: number) => edges.filter((each) => each.depth === level).length;
  return Array.from({ length: depth }, (_, index) => ({
    depth: index + 1,
    edges: walks.reduce((sum, { edges }) => sum + at(edges, index + 1), 0),
    listed: walks.reduce((sum, { edges }) => sum + at(edges.slice(0, limit), index + 1), 0),
  })).filter(({ edges }) => edges > 0);
}

/** Corrects what the answer says about its lists after edges were left out. */
function withListedEdges(answer: CallGraphAnswer): CallGraphAnswer {
  const edges = [...(answer.callers ?? []), ...(answer.callees ?? [])];
  const listed = (depth: number) => edges.filter((edge) => edge.depth === depth).length;
  return {
    ...answer,
    truncated: answer.truncated || edges.length < answer.total_edges,
    ...(answer.levels && { levels: answer.levels.map((level) => ({ ...level, listed: listed(level.depth) })) }),
  };
}

function stopsOf(walks: Readonly<Record<'callers' | 'callees', Walk | undefined>>): Pick<CallGraphAnswer, 'stopped'> {
  const stops = (['callers', 'callees'] as const).flatMap((direction): CallGraphStop[] => {
    const stop = walks[direction]?.stopped;
    if (stop === undefined) return [];
    const { depth, reason, unexpandedSymbols } = stop;
    return [{ direction, depth, reason, ...(unexpandedSymbols > 0 ? { unexpanded_symbols: unexpandedSymbols } : {}) }];
  });
  return stops.length === 0 ? {} : { stopped: stops };
}

function edgeShapes(view: RefView, { edges }: Walk, limit: number): CallGraphEdge[] {
  return edges.slice(0, limit).map(({ edge, depth, from }) => edgeShape(view, edge, depth, from));
}

function edgeShape(view: RefView, edge: Edge, depth: number, from: SymbolRecord): CallGraphEdge {
  const [line = 0, ...more] = edge.lines;
  return {
    symbol: symbolFields(view, isSymbol(edge.end) ? edge.end : topLevelCode(edge.end), shownFields),
    call_site: { file: edge.path, line, ...(more.length > 0 ? { more_lines: more } : {}) },
    confidence: edge.confidence,
    depth,
    ...(edge.isReference ? { via: 'reference' } : edge.isDispatch ? { via: 'dispatch' } : {}),
    ...(depth > 1 ? { next_symbol_id: symbolIds(view.projectId, from).symbol_id } : {}),
  };
}
