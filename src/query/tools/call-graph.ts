/**
 * The call graph around a symbol: who calls it, what it calls, and what those call in turn, nearest first. It says how each
 * edge is known and how many places could not be told, so that nobody takes silence for proof.
 */
import { functionKinds, typeKinds } from '../../languages/entity.ts';
import { hasCalls } from '../../languages/languages.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { ambiguous, findAnchors } from '../names/find-anchor.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import { limitParameter, pathParameter, refParameter, symbolNameParameter } from '../parameters/shared-parameters.ts';
import { Budget } from '../resolve/calls/budget.ts';
import { calleesOf } from '../resolve/calls/callees.ts';
import { callersOf } from '../resolve/calls/callers.ts';
import type { Confidence, Edge, FoundEdges } from '../resolve/calls/edge.ts';
import { identity } from '../resolve/calls/identity.ts';
import { hasUnindexedFiles } from '../resolve/calls/unindexed-files.ts';
import type { Answer } from '../shapes/answer.ts';
import { symbolIds } from '../shapes/symbol-ids.ts';
import { type SignatureShape, symbolFields } from '../shapes/symbol-shape.ts';
import type { RefView } from '../view/ref-view.ts';
import { oneRefCapability } from './capability.ts';

export const callGraphParameters = {
  symbol_name: symbolNameParameter,
  path: pathParameter,
  ref: refParameter,
  direction: {
    type: 'choice',
    values: ['callers', 'callees', 'both'],
    default: 'both',
    description: 'Who calls the symbol, what it calls, or both',
  },
  depth: { type: 'integer', default: 1, min: 1, max: 5, description: 'Calls of calls that are followed' },
  limit: limitParameter(20, 200),
} as const;

const answerFields = {
  symbol: 'the symbol asked about',
  total_edges: 'edges found',
  truncated: 'whether --limit left some out',
  completeness: 'what was guessed and what could not be told',
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
      summary: 'Who calls a function, method or class',
      details:
        'Prints each caller with the line of its call. What imports, scope and types do not prove is marked as guessed, and calls ' +
        'that could not be told are counted. A folder that is not indexed yet is indexed first.',
      operands: ['symbol_name'],
      sets: { direction: 'callers' },
      examples: [
        { line: 'codecompass callers Store.get', does: 'who calls a method' },
        { line: 'codecompass callers run --path src/main.py --depth 3', does: 'the callers of the callers, too' },
        { line: 'codecompass callers run --dot | dot -Tsvg > calls.svg', does: 'a picture' },
      ],
      json: { callers: 'edges to the symbol', ...answerFields },
      alsoCalled: ['references', 'refs-to', 'usages', 'uses', 'who-calls'],
    },
    callees: {
      summary: 'What a function, method or class calls',
      details:
        'Prints each symbol of the repository that is called, with the line of the call. What imports, scope and types do not ' +
        'prove is marked as guessed. A folder that is not indexed yet is indexed first.',
      operands: ['symbol_name'],
      sets: { direction: 'callees' },
      examples: [
        { line: 'codecompass callees main', does: 'what it calls' },
        { line: 'codecompass callees main --depth 2 --mermaid', does: 'a picture for a document' },
      ],
      json: { callees: 'edges from the symbol', ...answerFields },
      alsoCalled: ['calls', 'graph'],
    },
  },
  answer: callGraph,
  empty: () => ({ symbol: null, callers: [], callees: [], total_edges: 0, truncated: false }),
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
  /** The first call; `more_lines` are those that follow in the same symbol. */
  readonly call_site: { readonly file: string; readonly line: number; readonly more_lines?: readonly number[] };
  readonly confidence: Confidence;
  readonly depth: number;
  /** The function is handed on, not called. */
  readonly via?: 'reference';
  /** From depth 2 on: the symbol of the depth before that the edge leads to. */
  readonly next_symbol_id?: string;
}

export interface CallGraphAnswer extends Answer {
  readonly symbol: CallGraphSymbol;
  readonly callers?: readonly CallGraphEdge[];
  readonly callees?: readonly CallGraphEdge[];
  /** The edges found; there may be more if `truncated`. */
  readonly total_edges: number;
  readonly truncated: boolean;
  readonly completeness: {
    readonly static_edges: number;
    readonly heuristic_edges: number;
    /** Calls of a name that a caller in question may have, and calls by the symbol, of which it cannot be told what they mean. */
    readonly unresolved_call_sites: number;
    /** Files with the name that were not looked into; the totals leave them out. */
    readonly unexamined_files?: number;
  };
}

/** Files that are followed for one direction: so many, and more for those who ask for more. */
const minFiles = 30;
const filesPerResult = 2;

type Group = readonly [SymbolRecord, ...SymbolRecord[]];

export async function callGraph(
  view: RefView,
  request: ParametersOf<typeof callGraphParameters>,
): Promise<CallGraphAnswer> {
  const { symbol_name: name, path } = request;
  const anchors = meantBy(view, name, await findAnchors(view, name, path, insteadWhereUnread));
  const { direction, depth, limit } = request;
  const callers = direction === 'callees' ? undefined : await walk(view, anchors, callersOf, depth, limit);
  const callees = direction === 'callers' ? undefined : await walk(view, anchors, calleesOf, depth, limit);
  const walks = [callers, callees].filter((each) => each !== undefined);
  const truncated = walks.some((each) => each.isTruncated);
  const count = (confidence: Confidence) => walks.reduce((sum, each) => sum + each.counts[confidence], 0);
  const unexamined = walks.reduce((sum, each) => sum + each.unexamined, 0);
  const { language } = anchors[0];
  const isRead = hasCalls(language);
  const isPartial = !isRead || (await hasUnindexedFiles(view, language));
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
      ...(isRead ? {} : { warnings: [`Calls in ${language} are not read: that none is listed says nothing.`] }),
    },
  };
}

/** Of what has the name in one file: the declarations of one thing, and what can be called before what cannot. */
function meantBy(view: RefView, name: string, found: Group): Group {
  const callable = found.filter(({ kind }) => functionKinds.has(kind) || typeKinds.has(kind));
  const candidates = callable.length > 0 ? callable : found;
  const outermost = candidates.filter(({ scope }) => scope === '');
  const [first, ...others] = outermost.length > 0 ? outermost : candidates;
  if (first === undefined || others.some(({ scope }) => scope !== first.scope)) {
    throw ambiguous(view, name, candidates, insteadWhereUnread(candidates));
  }
  return [first, ...others];
}

/** Nobody is to choose among symbols none of which has calls to show. */
function insteadWhereUnread(found: readonly Pick<SymbolRecord, 'language'>[]): string | undefined {
  if (found.some(({ language }) => hasCalls(language))) return undefined;
  const languages = [...new Set(found.map(({ language }) => language))].join(' and ');
  return `Calls in ${languages} are not read, whichever is meant; search_code finds where the name stands.`;
}

interface Walk {
  readonly edges: CallGraphEdge[];
  readonly counts: Record<Confidence, number>;
  readonly unresolved: number;
  readonly unexamined: number;
  readonly isTruncated: boolean;
}

/** Breadth first; each symbol is followed once, so circles end. What is beyond the limit is counted where it was found. */
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
      // What follows could not be shown any more.
      if (edges.length >= limit) {
        isTruncated = true;
        break;
      }
      const found = await follow(view, group, budget);
      if (at === 1) unresolved += found.unresolved;
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

/** What is proven first, code before tests. */
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
    ...(edge.isReference ? { via: 'reference' } : {}),
    ...(depth > 1 ? { next_symbol_id: symbolIds(view.projectId, from).symbol_id } : {}),
  };
}

/** Code at the top of a file belongs to the module that the file is. */
function moduleShape(view: RefView, file: FileVersion): CallGraphSymbol {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  const ids = symbolIds(view.projectId, {
    ...file,
    kind: 'module',
    name,
    scope: '',
    ordinal: 0,
  });
  return {
    ...ids,
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
