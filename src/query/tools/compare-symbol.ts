/**
 * How a symbol changed between two refs. Its versions are found by what does not move (kind, scope, name), so a symbol whose
 * file was renamed is still the same one; overloads are told apart by their signatures before their order.
 */
import { CodedError, choosePath } from '../../errors.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { type DiffLine, diffLines, unifiedHunks } from '../../text/line-diff.ts';
import { definitionsAmong } from '../names/definitions.ts';
import { symbolsWritten } from '../names/name-match.ts';
import { nearNames } from '../names/near-names.ts';
import { normalPath } from '../names/normal-path.ts';
import { pairVersions, type SymbolPair } from '../resolve/pair-versions.ts';
import type { Answer } from '../shapes/answer.ts';
import type { ParametersOf } from '../shapes/parameters.ts';
import { pathParameter, refParameter, symbolNameParameter } from '../shapes/shared-parameters.ts';
import { qualifiedName, stableIdOf, symbolIds } from '../shapes/symbol-ids.ts';
import { textOfSymbol, withoutSignature } from '../shapes/symbol-text.ts';
import type { RefView } from '../view/ref-view.ts';

export const compareSymbolParameters = {
  symbol_name: symbolNameParameter,
  path: pathParameter,
  base_ref: { ...refParameter, required: true, description: 'Branch, tag or commit to compare from' },
  head_ref: { ...refParameter, required: true, description: 'Branch, tag or commit to compare to' },
  include_diff: { type: 'flag', default: false, description: 'Add a unified diff' },
} as const;

type Request = ParametersOf<typeof compareSymbolParameters>;

export interface SymbolVersion {
  readonly symbol_id: string;
  readonly path: string;
  readonly qualified_name: string;
  readonly signature: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly kind: string;
  readonly language: string;
}

export type DiffSummary =
  | { readonly status: 'unchanged' }
  | {
      readonly status: 'added' | 'deleted' | 'modified';
      readonly signature_changed: boolean;
      readonly body_changed: boolean;
      readonly lines_added: number;
      readonly lines_removed: number;
      readonly line_range_shifted: boolean;
    };

export interface CompareSymbolAnswer extends Answer {
  readonly symbol: string;
  readonly path: string;
  readonly symbol_stable_id: string;
  readonly base_version: SymbolVersion | null;
  readonly head_version: SymbolVersion | null;
  readonly diff_summary: DiffSummary;
  readonly diff?: string;
  /** Where several declarations share the name: how each of them fared, this one among them. */
  readonly overloads?: readonly { readonly signature: string; readonly status: DiffSummary['status'] }[];
}

export async function compareSymbol(base: RefView, head: RefView, request: Request): Promise<CompareSymbolAnswer> {
  const pairs = await pairsMeant(base, head, request);
  const compared = await Promise.all(pairs.map((pair) => compare(base, head, pair)));
  // Of several overloads, the one that changed is what the question is about.
  const shown = compared.find(({ summary }) => summary.status !== 'unchanged') ?? compared[0];
  if (shown === undefined) throw new Error('A comparison needs a symbol.');
  const { pair, summary, lines } = shown;
  const now = (pair.head ?? pair.base) as SymbolRecord;
  return {
    symbol: now.name,
    path: now.path,
    symbol_stable_id: stableIdOf(now),
    base_version: version(base, pair.base),
    head_version: version(head, pair.head),
    diff_summary: summary,
    ...(request.include_diff ? { diff: unifiedDiff(pair, lines) } : {}),
    ...(compared.length > 1
      ? {
          overloads: compared.map((other) => ({
            signature: ((other.pair.head ?? other.pair.base) as SymbolRecord).signature,
            status: other.summary.status,
          })),
        }
      : {}),
    metadata: { result_completeness: 'complete' },
  };
}

/** The versions of the one symbol that is meant, or of its overloads. */
async function pairsMeant(base: RefView, head: RefView, request: Request): Promise<SymbolPair[]> {
  const { symbol_name: name } = request;
  const before = await symbolsWritten(base, name);
  const after = await symbolsWritten(head, name);
  const pairs = await pairVersions(base, head, before, after);
  const path = request.path === undefined ? undefined : normalPath(request.path);
  const inPath = path === undefined ? pairs : pairs.filter((pair) => [pair.base, pair.head].some(isAt(path)));
  const meant = inPath.length > 1 ? defining(inPath.filter(isNoImpl(inPath))) : inPath;
  const [first] = meant;
  if (first === undefined) throw await notFound(base, head, name, path, [...before, ...after]);
  if (meant.some((pair) => groupOf(pair) !== groupOf(first))) throw ambiguous(base, head, name, meant);
  return meant;
}

function isAt(path: string): (symbol: SymbolRecord | undefined) => boolean {
  return (symbol) => symbol?.path === path;
}

/** An `impl` block has the name of its type; the type itself is meant where there is one. */
function isNoImpl(pairs: readonly SymbolPair[]): (pair: SymbolPair) => boolean {
  const hasType = pairs.some(({ base, head }) => (head ?? base)?.kind !== 'impl');
  return ({ base, head }) => !hasType || (head ?? base)?.kind !== 'impl';
}

/** Without what a header only declares. */
function defining(pairs: readonly SymbolPair[]): SymbolPair[] {
  const symbolOf = ({ base, head }: SymbolPair) => (head ?? base) as SymbolRecord;
  const definitions = new Set(definitionsAmong(pairs.map(symbolOf)));
  return pairs.filter((pair) => definitions.has(symbolOf(pair)));
}

/** Overloads stand in one file and one scope and are of one kind. */
function groupOf({ base, head }: SymbolPair): string {
  const { path, kind, scope } = (head ?? base) as SymbolRecord;
  return [path, kind, scope].join('\0');
}

interface Compared {
  readonly pair: SymbolPair;
  readonly summary: DiffSummary;
  readonly lines: readonly DiffLine[];
}

async function compare(baseView: RefView, headView: RefView, pair: SymbolPair): Promise<Compared> {
  const before = pair.base === undefined ? undefined : await textOfSymbol(baseView, pair.base);
  const after = pair.head === undefined ? undefined : await textOfSymbol(headView, pair.head);
  const lines = diffLines(linesOf(before), linesOf(after));
  if (before !== undefined && before === after) return { pair, lines, summary: { status: 'unchanged' } };
  const { base, head } = pair;
  const status = base === undefined ? 'added' : head === undefined ? 'deleted' : 'modified';
  const signatureChanged = base?.signature !== head?.signature;
  const bodyChanged =
    base === undefined || head === undefined || !signatureChanged
      ? true
      : withoutSignature(before as string, base.signature) !== withoutSignature(after as string, head.signature);
  return {
    pair,
    lines,
    summary: {
      status,
      signature_changed: signatureChanged,
      body_changed: bodyChanged,
      lines_added: lines.filter(({ sign }) => sign === '+').length,
      lines_removed: lines.filter(({ sign }) => sign === '-').length,
      line_range_shifted: base?.lineStart !== head?.lineStart || base?.lineEnd !== head?.lineEnd,
    },
  };
}

function linesOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split('\n');
}

function version(view: RefView, symbol: SymbolRecord | undefined): SymbolVersion | null {
  if (symbol === undefined) return null;
  return {
    symbol_id: symbolIds(view.projectId, symbol).symbol_id,
    path: symbol.path,
    qualified_name: qualifiedName(symbol),
    signature: symbol.signature,
    line_start: symbol.lineStart,
    line_end: symbol.lineEnd,
    kind: symbol.kind,
    language: symbol.language,
  };
}

function unifiedDiff({ base, head }: SymbolPair, lines: readonly DiffLine[]): string {
  const hunks = unifiedHunks(lines, base?.lineStart ?? 1, head?.lineStart ?? 1);
  if (hunks === '') return '';
  const from = base === undefined ? '/dev/null' : `a/${base.path}`;
  const to = head === undefined ? '/dev/null' : `b/${head.path}`;
  return `--- ${from}\n+++ ${to}\n${hunks}\n`;
}

const maxCandidates = 10;

async function notFound(
  base: RefView,
  head: RefView,
  name: string,
  path: string | undefined,
  elsewhere: readonly SymbolRecord[],
): Promise<CodedError> {
  const place = path === undefined ? '' : ` in ${path}`;
  const message = `No symbol is called ${name}${place} on ${base.ref.name} or ${head.ref.name}.`;
  const paths = [...new Set(elsewhere.map((symbol) => symbol.path))].slice(0, maxCandidates);
  if (paths.length > 0) {
    return new CodedError('symbol_not_found', message, {
      remediation: `Leave the path out, or give one of: ${paths.join(', ')}.`,
      data: { paths },
    });
  }
  const near = await nearNames(head, name, 5);
  return new CodedError('symbol_not_found', message, {
    ...(near.length > 0 ? { remediation: `Did you mean ${near.join(', ')}?`, data: { suggestions: near } } : {}),
  });
}

function ambiguous(base: RefView, head: RefView, name: string, pairs: readonly SymbolPair[]): CodedError {
  const symbols = pairs.map((pair) => (pair.head ?? pair.base) as SymbolRecord);
  const candidates = symbols.slice(0, maxCandidates).map((symbol) => ({
    qualified_name: qualifiedName(symbol),
    path: symbol.path,
    kind: symbol.kind,
    line_start: symbol.lineStart,
    signature: symbol.signature,
  }));
  return new CodedError(
    'ambiguous_symbol',
    `${symbols.length} symbols are called ${name} on ${base.ref.name} or ${head.ref.name}.`,
    {
      remediation: choosePath,
      data: { candidates, total_candidates: symbols.length },
    },
  );
}
