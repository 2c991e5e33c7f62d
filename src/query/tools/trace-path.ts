/**
 * How one symbol reaches another through calls: the shortest few paths, each call with its place and confidence. Without
 * a path, the answer says how far it searched and where calls could not be resolved.
 */
import type { Remedy } from '../../errors.ts';
import { CodedError } from '../../errors.ts';
import { hasCalls } from '../../languages/languages.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { adviceIfUnresolved, callableSymbol } from '../names/callable-symbol.ts';
import { findAnchors } from '../names/find-anchor.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import { refParameter, symbolNameParameter } from '../parameters/shared-parameters.ts';
import type { Hop, Path } from '../resolve/calls/call-map.ts';
import { callPaths, type FoundPaths, keyOf } from '../resolve/calls/call-paths.ts';
import type { Confidence } from '../resolve/calls/edge.ts';
import { namesOfFiles } from '../resolve/calls/incomplete-calls.ts';
import { unindexedFilesFor } from '../resolve/calls/unindexed-files.ts';
import { needsOfCalls } from '../search/live-body.ts';
import { needsOfSymbol } from '../search/live-search.ts';
import type { Answer } from '../shapes/answer.ts';
import { type CallSiteShape, callSiteShapes } from '../shapes/call-site-shape.ts';
import { namedFields, type SignatureShape, symbolFields } from '../shapes/symbol-shape.ts';
import type { RefView } from '../view/ref-view.ts';
import { type AskSettings, oneRefCapability } from './capability.ts';

const { maxLength } = symbolNameParameter;

export const tracePathParameters = {
  from: {
    type: 'text',
    role: 'symbol',
    placeholder: 'FROM',
    required: true,
    maxLength,
    description: 'Calling symbol: name, id or path:line',
  },
  to: {
    type: 'text',
    role: 'symbol',
    placeholder: 'TO',
    required: true,
    maxLength,
    isObvious: true,
    description: 'Symbol that is reached',
  },
  max_depth: { type: 'integer', default: 8, min: 1, max: 20, isObvious: true, description: 'Maximum number of calls' },
  paths: { type: 'integer', default: 3, min: 1, max: 20, isObvious: true, description: 'Maximum number of paths' },
  through: {
    type: 'choice',
    values: ['calls'],
    default: 'calls',
    flag: false,
    isObvious: true,
    description: 'What connects the symbols',
  },
  tests: {
    type: 'choice',
    values: ['exclude', 'last'],
    default: 'exclude',
    isObvious: true,
    description: 'Whether paths through tests are left out, unless FROM or TO is a test, or come last',
  },
  ref: refParameter,
} as const;

export const tracePathCapability = oneRefCapability({
  name: 'trace_path',
  title: 'Call paths between two symbols',
  description:
    'How one function reaches another: the shortest call paths, with call sites; without one, unresolved_sites where the trail may be lost.',
  parameters: tracePathParameters,
  maxTokens: 4000,
  cuts: {
    lists: [[{ at: 'unresolved_sites', keep: 3 }], [{ at: 'paths' }]],
    details: ['completeness', 'from', 'to'],
    narrowedBy: ['paths', 'max_depth'],
  },
  example: { from: 'JwtValidator::check', to: 'decode_jwt' },
  commands: {
    path: {
      summary: 'Show how one function reaches another through calls',
      details:
        'Prints the shortest call paths with the line of each call. Calls that imports, scope and types do not prove are marked as guessed. ' +
        'A repository without an index is indexed first; any other folder after a question, or with --yes.',
      operands: ['from', 'to'],
      examples: [
        { line: 'codecompass path main Store.save', does: 'how main reaches a method' },
        { line: 'codecompass path src/cli.py:40 execute --paths 1', does: 'one path from the function at a line' },
      ],
      json: {
        from: 'the symbol that calls',
        to: 'the symbol that is reached',
        paths: 'best first: steps (symbol, call_site, confidence, via?) and confidence',
        searched_depth: 'number of calls up to which all paths were followed',
        ended: 'why the search ended: found, exhausted, depth or budget',
        completeness: 'numbers of followed and unfollowed symbols and of unresolved calls',
        'unresolved_sites?': 'without a path: calls whose target is unknown',
      },
      alsoCalled: ['trace', 'trace-path', 'paths', 'route'],
    },
  },
  answer: tracePath,
  live: ({ from, to }) => {
    const [start, goal] = [needsOfSymbol(from), needsOfSymbol(to)];
    const names = [...(start.names ?? []), ...(goal.names ?? [])];
    const paths = [...(start.paths ?? []), ...(goal.paths ?? [])];
    return { names, paths, mentions: true, imports: true };
  },
  liveFurther: (view, { from }) => needsOfCalls(view, from, undefined, 'callees'),
});

type ShownSymbol = Pick<SignatureShape, (typeof namedFields)[number]>;

export interface PathStep {
  /** The called symbol. */
  readonly symbol: ShownSymbol;
  /** Where the previous symbol calls it. */
  readonly call_site: { readonly file: string; readonly line: number };
  readonly confidence: Confidence;
  /** As in a call graph: passed as a value, or called through an interface or base. */
  readonly via?: 'reference' | 'dispatch';
}

export interface TracedPath {
  readonly steps: readonly PathStep[];
  /** `static` if all calls are. */
  readonly confidence: Confidence;
}

export interface TracePathAnswer extends Answer {
  readonly from: ShownSymbol;
  readonly to: ShownSymbol;
  readonly paths: readonly TracedPath[];
  /** The number of calls up to which all paths were followed. */
  readonly searched_depth: number;
  readonly ended: FoundPaths['ended'];
  readonly completeness: {
    readonly followed_symbols: number;
    /** Symbols whose calls were not followed, or not all of them. */
    readonly unfollowed_symbols: number;
    readonly unresolved_call_sites: number;
  };
  readonly unresolved_sites?: readonly CallSiteShape[];
}

/** Unresolved calls that are listed if there is no path. */
const maxSites = 10;
/** The search for a path in the other direction is only a hint. */
const reverseEffort = 0.25;

export async function tracePath(
  view: RefView,
  request: ParametersOf<typeof tracePathParameters>,
  settings: AskSettings = {},
): Promise<TracePathAnswer> {
  const from = await anchorsOf(view, 'from', request.from);
  const to = await anchorsOf(view, 'to', request.to);
  if (keyOf(from[0]) === keyOf(to[0])) throw sameSymbol(from[0]);
  const throughTests = request.tests === 'last' || [from[0], to[0]].some(({ labels }) => labels.includes('test'));
  const search = { maxDepth: request.max_depth, maxPaths: request.paths, throughTests };
  const found = await callPaths(view, { ...search, from, to, effort: 1 });
  const paths = request.tests === 'last' ? testsLast(found.paths) : found.paths;
  const isFound = paths.length > 0;
  const { warnings, isHidden } = await gaps(view, found, from[0].language);
  if (!isFound) {
    const back = await callPaths(view, { ...search, from: to, to: from, maxPaths: 1, effort: reverseEffort });
    const [path] = back.paths;
    if (path !== undefined) warnings.push(otherWay(from[0], to[0], path));
  }
  const isPartial = isHidden || found.unresolved.length > 0 || (settings.unexaminedFiles ?? 0) > 0;
  const isCut = isFound ? found.hasMore : found.ended !== 'exhausted';
  return {
    from: symbolFields(view, from[0], namedFields),
    to: symbolFields(view, to[0], namedFields),
    paths: paths.map((path) => pathShape(view, path)),
    searched_depth: found.searchedDepth,
    ended: found.ended,
    completeness: {
      followed_symbols: found.followed.callees.length + found.followed.callers.length,
      unfollowed_symbols: found.unfollowed,
      unresolved_call_sites: found.unresolved.length,
    },
    ...(isFound || found.unresolved.length === 0
      ? {}
      : { unresolved_sites: await callSiteShapes(view, found.unresolved.slice(0, maxSites)) }),
    metadata: {
      result_completeness: isPartial ? 'partial' : isCut ? 'truncated' : 'complete',
      ...(warnings.length > 0 ? { warnings } : {}),
    },
  };
}

type Group = readonly [SymbolRecord, ...SymbolRecord[]];

async function anchorsOf(view: RefView, parameter: 'from' | 'to', name: string): Promise<Group> {
  const advice = (found: Parameters<typeof adviceIfUnresolved>[0]): Remedy =>
    adviceIfUnresolved(found) ?? choices[parameter];
  return callableSymbol(view, name, await findAnchors(view, name, undefined, advice), advice);
}

const choices = {
  from: {
    agent: 'Call again with the "symbol_id" or path:line of the one you mean as "from".',
    cli: 'Run it again with PATH:LINE of the one you mean as FROM.',
  },
  to: {
    agent: 'Call again with the "symbol_id" or path:line of the one you mean as "to".',
    cli: 'Run it again with PATH:LINE of the one you mean as TO.',
  },
} as const;

function sameSymbol({ name, path, lineStart }: SymbolRecord): CodedError {
  return new CodedError('invalid_input', `The parameter "to" names the start itself, ${name} (${path}:${lineStart}).`, {
    remediation: {
      agent: 'Name two different symbols; get_call_graph shows whether a function calls itself.',
      cli: 'Name two different symbols; `codecompass callers NAME` shows whether a function calls itself.',
    },
    data: { parameter: 'to' },
  });
}

/** What may hide a path, other than the limits of the search. */
async function gaps(
  view: RefView,
  { followed, ended }: FoundPaths,
  language: string,
): Promise<{ readonly warnings: string[]; readonly isHidden: boolean }> {
  if (!hasCalls(language)) {
    const warning = `Calls in ${language} are not resolved, so an empty list does not mean there is no path.`;
    return { warnings: [warning], isHidden: true };
  }
  if (ended === 'found') return { warnings: [], isHidden: false };
  const unindexed = [
    ...(await unindexedFilesFor(view, followed.callers, { callers: true, callees: false })),
    ...(await unindexedFilesFor(view, followed.callees, { callers: false, callees: true })),
  ];
  const files = [...new Map(unindexed.map((file) => [file.path, file])).values()];
  const warnings = files.length > 0 ? [`Calls in these files may be missing: ${namesOfFiles(files)}.`] : [];
  return { warnings, isHidden: files.length > 0 };
}

function otherWay(from: SymbolRecord, to: SymbolRecord, path: Path): string {
  const calls = path.length === 1 ? 'directly' : `in ${path.length} calls`;
  return `The other direction has a path: ${to.name} reaches ${from.name} ${calls}. Swap from and to to see it.`;
}

function testsLast(paths: readonly Path[]): readonly Path[] {
  const leadsThroughTests = (path: Path) => path.some(({ callee }) => callee.labels.includes('test'));
  return [...paths].sort((a, b) => Number(leadsThroughTests(a)) - Number(leadsThroughTests(b)));
}

function pathShape(view: RefView, path: Path): TracedPath {
  return {
    steps: path.map((hop) => stepShape(view, hop)),
    confidence: path.every(({ confidence }) => confidence === 'static') ? 'static' : 'heuristic',
  };
}

function stepShape(view: RefView, { callee, file, line, confidence, via }: Hop): PathStep {
  return {
    symbol: symbolFields(view, callee, namedFields),
    call_site: { file, line },
    confidence,
    ...(via === undefined ? {} : { via }),
  };
}
