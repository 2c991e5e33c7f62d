/** The previous query and its outcome, read from the arguments of `suggest_followup_queries`. */
import { invalid, isObject } from './parameters.ts';

export interface PreviousQuery {
  readonly tool: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Returns the previous query; throws if a field is missing. */
export function previousQuery({ previous_query: query }: Sent): PreviousQuery {
  const { tool, params } = query;
  if (tool === undefined) throw invalid('previous_query.tool', 'is missing');
  if (typeof tool !== 'string' || tool === '') throw invalid('previous_query.tool', 'must be the name of a tool');
  if (params === undefined) throw invalid('previous_query.params', 'is missing');
  if (!isObject(params)) throw invalid('previous_query.params', 'must be an object');
  return { tool, params };
}

export interface Outcome {
  /** Results, or edges of a call graph. */
  readonly found: number;
  readonly topScore: number;
  readonly intent?: string;
}

/** Reads the outcome from an answer. Clients may send only part of it, so every field is checked. */
export function outcomeOf(results: Readonly<Record<string, unknown>>): Outcome {
  const listed = ['results', 'context_items', 'related', 'hierarchy', 'symbols', 'callers', 'callees']
    .map((field) => results[field])
    .filter((value) => Array.isArray(value))
    .flat();
  const counts = ['total_candidates', 'total_edges', 'total_found'].map((field) => results[field]).filter(isNumber);
  const scores = listed.map((item) => (isObject(item) ? item.score : undefined)).filter(isNumber);
  const topScore = isNumber(results.top_score) ? results.top_score : Math.max(0, ...scores);
  const hasEdges = isNumber(results.total_edges);
  const found = hasEdges ? (results.total_edges as number) : listed.length > 0 ? listed.length : Math.max(0, ...counts);
  // A graph has edges instead of scores; any edge counts as a confident result.
  const isGraph = hasEdges || Array.isArray(results.callers) || Array.isArray(results.callees);
  return {
    found,
    topScore: isGraph && found > 0 && !isNumber(results.top_score) ? 1 : topScore,
    ...(typeof results.query_intent === 'string' ? { intent: results.query_intent } : {}),
  };
}

/** The subject of the previous query: its words, symbol name or path. */
export function textOf({ params }: PreviousQuery): string | undefined {
  const text = [params.query, params.name, params.symbol_name, params.path].find((value) => typeof value === 'string');
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, 2_000) : undefined;
}

/** The ref and the workspace of the previous query. */
export function scopeOf({ params }: PreviousQuery): Record<string, unknown> {
  return Object.fromEntries(
    ['ref', 'workspace'].filter((name) => typeof params[name] === 'string').map((name) => [name, params[name]]),
  );
}

/** The ref of the previous query, or undefined. */
export function refOfPrevious(request: Sent): string | undefined {
  return textOrNone(previousQuery(request).params.ref);
}

/** The workspace of the previous query, read from arguments that are not validated yet. */
export function workspaceOfPrevious(sent: unknown): string | undefined {
  return textOrNone(field(field(field(sent, 'previous_query'), 'params'), 'workspace'));
}

interface Sent {
  readonly previous_query: Readonly<Record<string, unknown>>;
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
