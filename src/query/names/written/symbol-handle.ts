/**
 * A handle refers to one symbol without its name: an id from an answer, or `path:line`. Every parameter that takes the
 * name of a symbol takes a handle as well.
 */
import { type ReadId, readId } from '../../shapes/symbol-ids.ts';

export type Handle =
  | { readonly is: 'id'; readonly written: string; readonly id: ReadId }
  | { readonly is: 'position'; readonly written: string; readonly position: WrittenPosition };

/** A line of a file as written, from 1. */
export interface WrittenPosition {
  readonly path: string;
  readonly line: number;
  readonly column?: number;
}

/** Returns undefined if the text is a name. */
export function readHandle(text: string): Handle | undefined {
  const written = text.trim();
  const id = readId(written);
  if (id !== undefined) return { is: 'id', written, id };
  const position = readPosition(written);
  return position === undefined ? undefined : { is: 'position', written, position };
}

/** Replaces the path of a position or a range by what `read` returns for it; returns undefined if the text is no position. */
export function mapPosition(text: string, read: (path: string) => string | undefined): string | undefined {
  const range = readRange(text);
  const file = range && read(range.path);
  if (range !== undefined && file !== undefined) return `${file}:${range.start}-${range.end}`;
  const position = readPosition(text.trim());
  const path = position && read(position.path);
  if (position === undefined || path === undefined) return undefined;
  return [path, position.line, ...(position.column === undefined ? [] : [position.column])].join(':');
}

/** Lines of a file as written, from 1. */
export interface WrittenRange {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Reads `src/a.ts:10-40`, as answers print a range of lines. */
export function readRange(written: string): WrittenRange | undefined {
  const [, path, start, end] = /^([^\n]*[^:\s]):(\d{1,9})-(\d{1,9})$/.exec(written.trim()) ?? [];
  return path === undefined ? undefined : { path, start: Number(start), end: Number(end) };
}

/** Reads `src/a.ts:42`, `src/a.ts:42:7` and `src/a.ts#L42`. No language has names of this form. */
export function readPosition(written: string): WrittenPosition | undefined {
  const match = /^(.*[^:\s]):(\d{1,9})(?::(\d{1,9}))?$/s.exec(written) ?? /^(.*[^#\s])#L(\d{1,9})$/s.exec(written);
  const [, path, line, column] = match ?? [];
  if (path === undefined || line === undefined) return undefined;
  // `a.ts:4:2` matches with the line as part of the path first.
  const inner = column === undefined ? /^(.*[^:\s]):(\d{1,9})$/s.exec(path) : null;
  if (inner !== null) return { path: inner[1] as string, line: Number(inner[2]), column: Number(line) };
  return { path, line: Number(line), ...(column === undefined ? {} : { column: Number(column) }) };
}
