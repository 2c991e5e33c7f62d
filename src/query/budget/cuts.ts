/**
 * Cuts say what may be left out of an answer that is over its token budget, in order of sacrifice, as data in the row of
 * each tool. Counts and totals are never cut, so an answer still says how much there is.
 */
export interface Cuts<Given = unknown> {
  /** Lists of one inner array share what is left between them; those of the first array are cut first. */
  readonly lists: readonly (readonly ListCut[])[];
  /** Fields without which a small answer still makes sense, left out last, in this order. */
  readonly details?: readonly string[];
  /** Parameters that make the question narrower, so that everything fits. */
  readonly narrowedBy: readonly string[];
  /** Another way to get what was left out, as a sentence. */
  readonly advice?: string;
  /** Corrects the fields that describe a list after it was cut. */
  settle?(answer: Given): Given;
}

export interface ListCut {
  /** Where the list is: field names with dots between them. */
  readonly at: string;
  /** The entries that stay unless the budget is too small for anything else. Default: 1. */
  readonly keep?: number;
  /** A list with one entry for each entry of this one, which is cut with it. */
  readonly beside?: string;
  /** Lists inside an entry, shortened before whole entries are left out. */
  readonly inner?: readonly string[];
  /** For a list of trees: which nodes stay longest, lowest first. A node stays only if its parent does. */
  readonly rank?: (node: Json, depth: number) => number;
}

export type Json = Readonly<Record<string, unknown>>;

/** The field of a tree that holds the nodes below. */
export const childrenField = 'children';

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the list at a place, or undefined if there is none. */
export function listAt(body: unknown, at: string): readonly unknown[] | undefined {
  let value = body;
  for (const field of at.split('.')) value = isJson(value) ? value[field] : undefined;
  return Array.isArray(value) ? value : undefined;
}

/** Returns the body without a field, or undefined if it has none of that name. */
export function withoutField(body: Json, field: string): Json | undefined {
  if (!Object.hasOwn(body, field)) return undefined;
  const { [field]: _, ...rest } = body;
  return rest;
}

/** Returns the body with another value at a place that exists. */
export function withValueAt<Body>(body: Body, at: string, value: unknown): Body {
  const [field, ...rest] = at.split('.') as [string, ...string[]];
  const inner = (body as Json)[field];
  return { ...body, [field]: rest.length === 0 ? value : withValueAt(inner, rest.join('.'), value) };
}
