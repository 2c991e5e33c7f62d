/** The previous query and its outcome, read from the arguments of `suggest_followup_queries`. */
import { invalid, isObject } from './parameters.ts';

export interface PreviousQuery {
  readonly tool: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Returns the previous query; throws if a field is missing. */
export function previousQuery({ previous_query: query }: Pick<Sent, 'previous_query'>): PreviousQuery {
  const { tool, params } = query;
  if (tool === undefined) throw invalid('previous_query.tool', 'is missing');
  if (typeof tool !== 'string' || tool === '') throw invalid('previous_query.tool', 'must be the name of a tool');
  if (params === undefined) throw invalid('previous_query.params', 'is missing');
  if (!isObject(params)) throw invalid('previous_query.params', 'must be an object');
  return { tool, params };
}

export interface Outcome {
  /** Whether there is something to judge by its score: results, or a score without them. */
  readonly isAnswer: boolean;
  /** Results, or edges of a call graph. */
  readonly found: number;
  readonly topScore: number;
  readonly intent?: string;
  /** The previous call failed. */
  readonly error?: { readonly code: string; readonly data: Readonly<Record<string, unknown>> };
}

/** The lists of results in the answers of tools that give scores, and of those that do not. */
const scoredLists = ['results', 'context_items'];
const plainLists = ['related', 'hierarchy', 'symbols', 'callers', 'callees', 'references', 'suggestions'];
const totals = ['total_candidates', 'total_edges', 'total_found', 'total'];
/** Single results. */
const objects = ['base_version', 'head_version'];

/** Reads the outcome from an answer. Clients may send only part of it, so every field is checked. */
export function outcomeOf(results: Readonly<Record<string, unknown>>): Outcome {
  const { error, top_score, total_edges, query_intent } = results;
  if (isObject(error)) {
    const data = isObject(error.data) ? error.data : {};
    return { isAnswer: false, found: 0, topScore: 0, error: { code: String(error.code), data } };
  }
  const itemsOf = (fields: readonly string[]): unknown[] =>
    fields.flatMap((field) => (Array.isArray(results[field]) ? results[field] : []));
  const scored = itemsOf(scoredLists);
  const plain = itemsOf(plainLists).length + objects.filter((field) => isObject(results[field])).length;
  const counts = totals.map((field) => results[field]).filter(isNumber);
  const listed = scored.length + plain;
  const found = isNumber(total_edges) ? total_edges : listed > 0 ? listed : largest(counts);
  const scores = scored.map((item) => (isObject(item) ? item.score : undefined)).filter(isNumber);
  // Results without scores, such as the edges of a graph, are certain.
  const isCertain = found > 0 && (plain > 0 || isNumber(total_edges) || isNumber(results.total));
  return {
    isAnswer: found > 0 || isNumber(top_score),
    found,
    topScore: isNumber(top_score) ? top_score : isCertain ? 1 : largest(scores),
    ...(typeof query_intent === 'string' ? { intent: query_intent } : {}),
  };
}

/** The list comes from a client, and may be long. */
function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}

/** The subject of the previous query: its words, symbol name or path. */
export function textOf({ params }: PreviousQuery): string | undefined {
  const fields = ['query', 'symbol_id', 'symbol_name', 'name', 'pattern', 'from', 'path', 'file'];
  const text = fields.map((field) => params[field]).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof text === 'string' ? text.trim().slice(0, 2_000) : undefined;
}

/** The ref and the workspace of the previous query, unless it failed because of them. */
export function scopeOf({ params }: PreviousQuery, { error }: Pick<Outcome, 'error'>): Record<string, unknown> {
  return Object.fromEntries(
    (['ref', 'workspace'] as const)
      .filter((name) => typeof params[name] === 'string' && !isAtFault(name, error?.code, error?.data))
      .map((name) => [name, params[name]]),
  );
}

/** The ref of the previous query, or undefined. */
export function refOfPrevious(request: Sent): string | undefined {
  return textOrNone(scopeOf(previousQuery(request), outcomeOf(request.previous_results)).ref);
}

/** The workspace of the previous query, read from arguments that are not validated yet. */
export function workspaceOfPrevious(sent: unknown): string | undefined {
  const error = field(field(sent, 'previous_results'), 'error');
  if (isAtFault('workspace', field(error, 'code'), field(error, 'data'))) return undefined;
  return textOrNone(field(field(field(sent, 'previous_query'), 'params'), 'workspace'));
}

/** Whether the error of a call says that its ref or workspace is wrong. */
function isAtFault(name: 'ref' | 'workspace', code: unknown, data: unknown): boolean {
  const codes = { ref: ['ref_not_indexed'], workspace: ['workspace_not_registered', 'workspace_not_allowed'] };
  return (typeof code === 'string' && codes[name].includes(code)) || field(data, 'parameter') === name;
}

interface Sent {
  readonly previous_query: Readonly<Record<string, unknown>>;
  readonly previous_results: Readonly<Record<string, unknown>>;
}

function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
