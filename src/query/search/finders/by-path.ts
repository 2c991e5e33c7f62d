/** Finds files by a path or part of one, and the code at a line if the path has one (`src/a.ts:42`). */
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { stripEnds } from '../../../text/strip.ts';
import { weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { SearchFilter, SearchHit } from '../hit.ts';
import { matchFiles } from './match-files.ts';

export interface WrittenPath {
  readonly path: string;
  readonly line?: number;
}

/** Parses `src/a.ts:42:7` and `src/a.ts(42)`, quoted or in brackets. */
export function readPath(token: string): WrittenPath {
  const bare = stripEnds(token, '("\'`<[', ')"\'`>],;?!');
  const end = lineAtEnd.exec(bare);
  const line = Number(end?.[1] ?? end?.[2] ?? end?.[3]);
  return { path: end === null ? stripColon(bare) : bare.slice(0, end.index), ...(line > 0 ? { line } : {}) };
}

/** Digits start only after a character that is no digit, so that a run of them is read once. */
const lineAtEnd = /(?::(\d+)(?::\d+)?|\((\d+)(?:,\d+)?\)?|#L(\d+)(?:-L?\d+)?):?$/;

function stripColon(text: string): string {
  return text.endsWith(':') ? text.slice(0, -1) : text;
}

export interface FoundByPath {
  readonly hits: SearchHit[];
  /** Files that match and are not among the hits. */
  readonly unread: number;
  /** Files with that name that are shorter than the line. */
  readonly tooShort: readonly FileVersion[];
}

/** Finds at most `maxFiles` files, whatever the number of results asked for. */
export async function findByPath(
  view: RefView,
  files: FileTable,
  written: WrittenPath,
  filter: SearchFilter,
  maxFiles: number,
): Promise<FoundByPath> {
  const { line } = written;
  const all = await matchFiles(view, files, written.path);
  const found = all.filter(({ file }) => filter.files === undefined || filter.files.admits(file));
  // A line number refers to the file with that name, not to files whose path merely contains it.
  const named = line === undefined ? [] : found.filter(({ isNamed }) => isNamed);
  const meant = named.length > 0 ? named : found;
  const matched = meant.slice(0, maxFiles);
  const hits = await Promise.all(matched.map(({ file, score }) => hitIn(view, file, line, score)));
  return {
    hits: filter.kind === undefined ? hits : hits.filter((hit) => hit.symbol?.kind === filter.kind),
    unread: meant.length - matched.length,
    tooShort:
      line === undefined
        ? []
        : all.filter(({ file, isNamed }) => isNamed && line > file.lineCount).map(({ file }) => file),
  };
}

/** Lines shown before and after a line outside of any symbol. */
const maxLinesAround = 2;

/** Returns a hit for the whole file, or for the innermost symbol around a line. */
export async function hitIn(
  view: RefView,
  file: FileVersion,
  line: number | undefined,
  score: number,
): Promise<SearchHit> {
  // A line past the end leaves only the file.
  const around = line === undefined || line > file.lineCount ? undefined : line;
  const symbol = around === undefined ? undefined : innermost(await view.store.symbols(file), around);
  return {
    type: around === undefined ? 'file' : 'snippet',
    file,
    ...(symbol === undefined ? {} : { symbol }),
    lineStart: symbol?.lineStart ?? (around === undefined ? 1 : Math.max(1, around - maxLinesAround)),
    lineEnd:
      symbol?.lineEnd ?? (around === undefined ? file.lineCount : Math.min(file.lineCount, around + maxLinesAround)),
    score,
    matchLines: around === undefined ? [] : [around],
    factors: {
      exact_match_boost: score >= weights.pathNamed ? 1 : 0,
      qualified_name_boost: 0,
      path_affinity: 1,
      definition_boost: 0,
      kind_match: 0,
      bm25_score: 0,
      final_score: score,
    },
  };
}

export function innermost(symbols: readonly SymbolRecord[], line: number): SymbolRecord | undefined {
  return symbols
    .filter((symbol) => symbol.lineStart <= line && line <= symbol.lineEnd)
    .sort((a, b) => a.lineEnd - a.lineStart - (b.lineEnd - b.lineStart))[0];
}
