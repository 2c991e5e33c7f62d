/**
 * How a symbol changed between two refs. Its versions are matched by kind, scope and name, so a symbol is still
 * recognized after its file was renamed. Overloads are matched by signature first, then by order.
 */
import { CodedError, toCodedError } from '../../errors.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { candidateShape } from '../names/candidate-shape.ts';
import { definitionsAmong } from '../names/definitions.ts';
import { choiceOf, findAnchors, isAbsence } from '../names/find-anchor.ts';
import { findExactly } from '../names/find-by-name.ts';
import { normalPath, pathMeant } from '../names/find-file.ts';
import { nearNames } from '../names/near-names.ts';
import { byPath, type SymbolCandidate, wholeSymbols } from '../names/symbol-candidates.ts';
import { readHandle, readPosition } from '../names/written/symbol-handle.ts';
import { readName } from '../names/written/written-name.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import { pathParameter, refParameter, symbolNameParameter } from '../parameters/shared-parameters.ts';
import { type CandidatePair, pairVersions, type SymbolPair } from '../resolve/symbols/pair-versions.ts';
import type { Answer } from '../shapes/answer.ts';
import { type DiffSummary, diffSymbol, statusesOf, unifiedDiff } from '../shapes/symbol-diff.ts';
import { isTopLevelCode, symbolIds } from '../shapes/symbol-ids.ts';
import { type SignatureShape, symbolFields } from '../shapes/symbol-shape.ts';
import { mayDefine } from '../view/missing-symbols.ts';
import type { RefView } from '../view/ref-view.ts';
import type { Subject } from '../view/subject.ts';
import { twoRefCapability } from './capability.ts';

export const compareSymbolParameters = {
  symbol_name: symbolNameParameter,
  path: { ...pathParameter, placeholder: 'PATH' },
  base_ref: {
    ...refParameter,
    placeholder: 'BASE',
    required: true,
    description: 'Branch, tag or commit to compare from',
  },
  head_ref: {
    ...refParameter,
    placeholder: 'HEAD',
    required: true,
    description: 'Branch, tag or commit to compare to',
  },
  include_diff: { type: 'flag', default: false, description: 'Add a unified diff' },
} as const;

type Request = ParametersOf<typeof compareSymbolParameters>;

export const compareSymbolCapability = twoRefCapability({
  name: 'compare_symbol_between_commits',
  title: 'Compare a symbol between refs',
  description:
    'How a symbol changed between two branches, tags or commits: signature, body, lines, added or deleted; follows moved files. The refs need not be indexed.',
  parameters: compareSymbolParameters,
  maxTokens: 4000,
  cuts: {
    lists: [[{ at: 'overloads' }]],
    details: ['diff', 'base_version', 'head_version'],
    narrowedBy: ['include_diff', 'path'],
  },
  example: { symbol_name: 'process_request', base_ref: 'main', head_ref: 'feat/auth' },
  commands: {
    compare: {
      summary: 'Show how a symbol changed between two refs',
      details:
        'Compares the signature, body and location of a symbol on two branches, tags or commits, and prints a diff. Follows ' +
        'moved files. A ref that is not indexed is read from git’s objects.',
      operands: ['symbol_name', 'base_ref', 'head_ref'],
      sets: { include_diff: true },
      examples: [{ line: 'codecompass compare parseFlags main feature', does: 'how a function changed on a branch' }],
      json: {
        symbol: 'the symbol',
        path: 'its file',
        symbol_stable_id: 'its id, which does not depend on lines and commits',
        base_version: 'its location on BASE, or null',
        head_version: 'its location on HEAD, or null',
        diff_summary: 'what changed',
        'diff?': 'a unified diff',
        'overloads?': 'signature and status of each overload',
      },
      alsoCalled: ['diff', 'history'],
    },
  },
  answer: compareSymbol,
  refsOf: ({ base_ref, head_ref }) => ({ base: base_ref, head: head_ref }),
  subjectOf: ({ symbol_name, path }, root) => subjectOf(symbol_name, path, root),
});

function subjectOf(name: string, typedPath: string | undefined, root: string): Subject {
  const path = typedPath === undefined ? undefined : (readPosition(typedPath)?.path ?? typedPath);
  const handle = readHandle(name);
  if (handle === undefined) {
    return {
      identifiers: identifiersOf(name),
      ...(path === undefined ? {} : { path: normalPath(path, root) }),
      definedIn: async (view) => pathsOf(await findExactly(view, name)),
    };
  }
  const file = path ?? (handle.is === 'position' ? handle.position.path : undefined);
  return {
    identifiers: [],
    ...(file === undefined ? {} : { path: normalPath(file, root) }),
    definedIn: async (view) => (await anchorsIfAny(view, name, path)).map((symbol) => symbol.path),
    named: async (view) => {
      const [symbol] = await anchorsIfAny(view, name, path);
      return symbol && subjectOf(symbol.name, symbol.path, root);
    },
  };
}

/** The last word of each spelling of a name, which every definition of it contains. */
function identifiersOf(written: string): string[] {
  const words = readName(written).spellings.map((spelling) => spelling.match(/[\p{L}\p{N}_]+/gu)?.at(-1));
  return words.includes(undefined) ? [] : [...new Set(words as string[])];
}

/** The fields of a version, in the order of the answer. */
const versionFields = [
  'symbol_id',
  'path',
  'qualified_name',
  'signature',
  'line_start',
  'line_end',
  'kind',
  'language',
] as const satisfies readonly (keyof SignatureShape)[];

export type SymbolVersion = Pick<SignatureShape, (typeof versionFields)[number]>;

export interface CompareSymbolAnswer extends Answer {
  readonly symbol: string;
  readonly path: string;
  readonly symbol_stable_id: string;
  readonly base_version: SymbolVersion | null;
  readonly head_version: SymbolVersion | null;
  readonly diff_summary: DiffSummary;
  readonly diff?: string;
  /** The status of each declaration if several share the name, including this one. */
  readonly overloads?: readonly { readonly signature: string; readonly status: DiffSummary['status'] }[];
}

export async function compareSymbol(base: RefView, head: RefView, request: Request): Promise<CompareSymbolAnswer> {
  const pairs = await pairsMeant(base, head, request);
  const compared = pairs.slice(0, maxOverloads);
  const statuses = compared.length > 1 ? await statusesOf(base, head, compared) : [];
  // If there are overloads, the relevant one is the first that changed.
  const relevant =
    compared[
      Math.max(
        0,
        statuses.findIndex((status) => status !== 'unchanged'),
      )
    ];
  if (relevant === undefined) throw new Error('A comparison needs a symbol.');
  const shown = await diffSymbol(base, head, relevant);
  const now = shownIn(relevant);
  const lacking = relevant.base === undefined ? base : relevant.head === undefined ? head : undefined;
  // A symbol was added or deleted only if it cannot be in a file that the index lacks.
  const missing = lacking === undefined ? [] : await mayDefine(lacking, now.name, now.path);
  const uncompared = pairs.length - compared.length;
  const warnings = [
    ...missing,
    ...(uncompared > 0 ? [`Only the first ${maxOverloads} of ${pairs.length} overloads were compared.`] : []),
    ...(shown.isShortest ? [] : [longDiff]),
  ];
  return {
    symbol: now.name,
    path: now.path,
    symbol_stable_id: symbolIds(head.projectId, now).symbol_stable_id,
    base_version: version(base, relevant.base),
    head_version: version(head, relevant.head),
    diff_summary: shown.summary,
    ...(request.include_diff ? { diff: unifiedDiff(shown) } : {}),
    ...(statuses.length > 1
      ? {
          overloads: statuses.map((status, at) => ({
            signature: shownIn(compared[at] as SymbolPair).signature,
            status,
          })),
        }
      : {}),
    metadata: {
      result_completeness: missing.length > 0 || uncompared > 0 ? 'partial' : 'complete',
      ...(warnings.length > 0 ? { warnings } : {}),
    },
  };
}

/** Hand-written code has a few dozen; a generated file may have very many. */
const maxOverloads = 500;

const longDiff =
  'The versions differ in too many lines for the shortest diff: all lines between the first and the last difference count as changed.';

/** The version that stands for both. */
function shownIn({ base, head }: SymbolPair): SymbolRecord {
  return (head ?? base) as SymbolRecord;
}

/** Returns the versions of the requested symbol, or of its overloads. */
async function pairsMeant(base: RefView, head: RefView, request: Request): Promise<SymbolPair[]> {
  const { symbol_name: name } = request;
  if (readHandle(name) !== undefined) return pairOfHandle(base, head, request);
  const before = await namedOn(base, name);
  const after = await namedOn(head, name);
  const pairs = await pairVersions(base, head, before, after);
  const path = request.path === undefined ? undefined : await pathOnEither(base, head, request.path);
  const inPath = path === undefined ? pairs : pairs.filter((pair) => [pair.base, pair.head].some(isAt(path)));
  const meant = inPath.length > 1 ? await defining(base, head, inPath.filter(isNoImpl(inPath))) : inPath;
  const [first] = meant;
  if (first === undefined) throw await notFound(base, head, name, path, [...before, ...after]);
  // Only the symbols of one file are loaded in full: those of several are ambiguous, and may be very many.
  const { file, kind } = symbolOf(first);
  if (meant.some((pair) => symbolOf(pair).file.path !== file.path || symbolOf(pair).kind !== kind)) {
    throw await ambiguous(base, head, name, meant);
  }
  const whole = await wholePairs(base, head, meant);
  const group = groupOf(whole[0] as SymbolPair);
  if (whole.some((pair) => groupOf(pair) !== group)) throw await ambiguous(base, head, name, meant);
  return whole;
}

async function namedOn(view: RefView, name: string): Promise<SymbolCandidate[]> {
  return byPath(view, await findExactly(view, name));
}

function pathsOf(candidates: readonly SymbolCandidate[]): string[] {
  return [...new Set(candidates.map(({ file }) => file.path))];
}

/** A pair shows its head, or else its base. */
function symbolOf({ base, head }: CandidatePair): SymbolCandidate {
  return (head ?? base) as SymbolCandidate;
}

async function wholePairs(base: RefView, head: RefView, pairs: readonly CandidatePair[]): Promise<SymbolPair[]> {
  const before = await wholeSymbols(
    base,
    pairs.flatMap((pair) => pair.base ?? []),
  );
  const after = await wholeSymbols(
    head,
    pairs.flatMap((pair) => pair.head ?? []),
  );
  const [old, fresh] = [before.values(), after.values()];
  return pairs.map((pair) => ({
    ...(pair.base && { base: old.next().value as SymbolRecord }),
    ...(pair.head && { head: fresh.next().value as SymbolRecord }),
  }));
}

/** The path of a file that one of the refs has, if the request names one by position. */
async function pathOnEither(base: RefView, head: RefView, typed: string): Promise<string> {
  const onHead = await pathMeant(head, typed);
  return (await head.store.file(head.ref, onHead)) === undefined ? pathMeant(base, typed) : onHead;
}

/** Returns the versions of the symbol that a handle names on the head, or else on the base. */
async function pairOfHandle(base: RefView, head: RefView, request: Request): Promise<SymbolPair[]> {
  const { symbol_name: written, path } = request;
  const [onHead] = await anchorsIfAny(head, written, path);
  const [symbol] = onHead === undefined ? await findAnchors(base, written, path) : [onHead];
  if (isTopLevelCode(symbol)) {
    throw new CodedError('symbol_not_found', `${written} is the file ${symbol.path}, not a symbol in it.`, {
      remediation: 'Use the name of a symbol, or path:line.',
    });
  }
  const [before, after] = [await namedOn(base, symbol.name), await namedOn(head, symbol.name)];
  const pairs = await pairVersions(base, head, before, after);
  const meant = pairs.filter((pair) => (onHead === undefined ? pair.base : pair.head)?.id === symbol.id);
  return wholePairs(base, head, meant);
}

/** Returns nothing if the ref has no such symbol. */
async function anchorsIfAny(view: RefView, name: string, path: string | undefined): Promise<readonly SymbolRecord[]> {
  try {
    return await findAnchors(view, name, path);
  } catch (thrown) {
    if (isAbsence(toCodedError(thrown))) return [];
    throw thrown;
  }
}

function isAt(path: string): (symbol: SymbolCandidate | undefined) => boolean {
  return (symbol) => symbol?.file.path === path;
}

/** An `impl` block has the name of its type; the type takes precedence. */
function isNoImpl(pairs: readonly CandidatePair[]): (pair: CandidatePair) => boolean {
  const hasType = pairs.some((pair) => symbolOf(pair).kind !== 'impl');
  return (pair) => !hasType || symbolOf(pair).kind !== 'impl';
}

/** Drops declarations in headers that are defined elsewhere. */
async function defining(base: RefView, head: RefView, pairs: readonly CandidatePair[]): Promise<CandidatePair[]> {
  const deleted = pairs.filter((pair) => pair.head === undefined).map(symbolOf);
  const definitions = new Set(
    await definitionsAmong(
      { view: base, candidates: deleted },
      { view: head, candidates: pairs.flatMap((pair) => pair.head ?? []) },
    ),
  );
  return pairs.filter((pair) => definitions.has(symbolOf(pair)));
}

/** Overloads share file, scope and kind. Places are numbered anew on each ref. */
function groupOf(pair: SymbolPair): string {
  const { path, kind, scope, place } = shownIn(pair);
  return [path, kind, scope, place, place === 0 || pair.head !== undefined ? '' : 'base'].join('\0');
}

function version(view: RefView, symbol: SymbolRecord | undefined): SymbolVersion | null {
  return symbol === undefined ? null : symbolFields(view, symbol, versionFields);
}

const maxCandidates = 10;

async function notFound(
  base: RefView,
  head: RefView,
  name: string,
  path: string | undefined,
  elsewhere: readonly SymbolCandidate[],
): Promise<CodedError> {
  const place = path === undefined ? '' : ` in ${path}`;
  const message = `No symbol is named ${name}${place} on ${base.ref.name} or ${head.ref.name}.`;
  const paths = pathsOf(elsewhere).slice(0, maxCandidates);
  if (paths.length > 0) {
    return new CodedError('symbol_not_found', message, {
      remediation: `Omit the path, or use one of: ${paths.join(', ')}.`,
      data: { paths },
    });
  }
  const near = await nearNames(head, name, 5);
  return new CodedError('symbol_not_found', message, {
    ...(near.length > 0 ? { remediation: `Did you mean ${near.join(', ')}?`, data: { suggestions: near } } : {}),
  });
}

async function ambiguous(
  base: RefView,
  head: RefView,
  name: string,
  pairs: readonly CandidatePair[],
): Promise<CodedError> {
  const listed = await wholePairs(base, head, pairs.slice(0, maxCandidates));
  const candidates = listed.map((pair) => candidateShape(head, shownIn(pair)));
  return new CodedError(
    'ambiguous_symbol',
    `${pairs.length} symbols are named ${name} on ${base.ref.name} or ${head.ref.name}.`,
    {
      ...choiceOf(pairs.map((pair) => symbolOf(pair).file.path)),
      data: { candidates, total_candidates: pairs.length },
    },
  );
}
