/**
 * Shortens the longest texts of an answer, all to the same size, until enough tokens are saved. Names, paths and ids
 * are not texts: shortened, they identify nothing, so they are spared as long as anything else can be left out.
 */
import { tokensOfPart } from '../../text/tokens/estimate-tokens.ts';
import { isJson, type Json } from './cuts.ts';

export interface Shortening {
  /** The size in tokens below which no text is shortened. */
  readonly least: number;
  /** Whether names and paths are shortened too. */
  readonly all: boolean;
}

/** Returns the body with shorter texts, or undefined if none is long enough. */
export function shortenTexts(body: Json, excess: number, { least, all }: Shortening): Json | undefined {
  const sizes: number[] = [];
  eachText(body, all, (text) => {
    // A token has hardly ever less than one character.
    const size = text.length <= least ? 0 : tokensOfPart(text);
    if (size > least) sizes.push(size);
  });
  if (sizes.length === 0) return undefined;
  const most = Math.max(least, levelThatSaves(sizes, excess));
  return replaced(body, all, (text, isName) => {
    const size = text.length <= most ? 0 : tokensOfPart(text);
    if (size <= most) return text;
    // The marker needs some tokens as well.
    const length = Math.max(1, Math.floor((text.length * Math.max(1, most - markerTokens)) / size));
    return isName ? withoutMiddle(text, length) : shortened(text, length);
  }) as Json;
}

/** The number of texts that differ, for the note about them. */
export function changedTexts(before: unknown, after: unknown): number {
  if (typeof after === 'string') return before === after ? 0 : 1;
  if (Array.isArray(after)) {
    const list = Array.isArray(before) ? before : [];
    return after.reduce((count: number, value, at) => count + changedTexts(list[at], value), 0);
  }
  if (!isJson(after) || !isJson(before)) return 0;
  return Object.entries(after).reduce((count, [field, value]) => count + changedTexts(before[field], value), 0);
}

const markerTokens = 8;

/** Fields that identify something. `params` are those of a suggested call, which must work as they stand. */
const names: ReadonlySet<string> = new Set([
  'path',
  'file',
  'file_path',
  'repo_root',
  'name',
  'qualified_name',
  'symbol',
  'ref',
  'params',
  'changed_paths',
]);

/** An id is of no use unless it is whole. */
function isId(field: string): boolean {
  return /(?:_id|_token|^commit|^code)$/.test(field);
}

/** Lowers the level at which all texts are cut until the excess is saved; 0 if that is not possible. */
function levelThatSaves(sizes: readonly number[], excess: number): number {
  const descending = sizes.toSorted((a, b) => b - a);
  let above = 0;
  for (const [index, size] of descending.entries()) {
    above += size;
    const level = (above - excess) / (index + 1);
    if (level >= (descending[index + 1] ?? 0)) return level;
  }
  return 0;
}

function eachText(value: unknown, all: boolean, visit: (text: string) => void): void {
  replaced(value, all, (text) => {
    visit(text);
    return text;
  });
}

function replaced(
  value: unknown,
  all: boolean,
  change: (text: string, isName: boolean) => string,
  isName = false,
): unknown {
  if (typeof value === 'string') return change(value, isName);
  if (Array.isArray(value)) return value.map((inner) => replaced(inner, all, change, isName));
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      if (isId(field)) return [field, inner];
      // The symbol of a graph is an object with texts of its own.
      const isSpared = names.has(field) && !(field === 'symbol' && isJson(inner));
      return [field, isSpared && !all ? inner : replaced(inner, all, change, isName || isSpared)];
    }),
  );
}

/** The beginning of a text, whole lines if it has several, and what is missing. */
function shortened(text: string, length: number): string {
  const newline = text.lastIndexOf('\n', length);
  if (newline <= 0) return `${whole(text.slice(0, length))}…`;
  const left = text.slice(newline + 1).split('\n').length;
  return `${text.slice(0, newline)}\n… ${left} more ${left === 1 ? 'line' : 'lines'}`;
}

function withoutMiddle(text: string, length: number): string {
  const half = Math.ceil(length / 2);
  const end = text.slice(text.length - half);
  return `${whole(text.slice(0, half))}…${/^[\uDC00-\uDFFF]/.test(end) ? end.slice(1) : end}`;
}

/** Half of a surrogate pair is not a character. */
function whole(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
