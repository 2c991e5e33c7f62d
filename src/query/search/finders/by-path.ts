/** Finds files by a path or part of one, and the code at a line if the path has one (`src/a.ts:42`). */
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { normalPath } from '../../names/find-file.ts';
import { askedForNothing, fileWeight } from '../../ranking/rank.ts';
import { factorAt, weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { SearchFilter, SearchHit } from '../hit.ts';

export interface WrittenPath {
  readonly path: string;
  readonly line?: number;
}

/** Parses `src/a.ts:42:7` and `src/a.ts(42)`, quoted or in brackets. */
export function readPath(token: string): WrittenPath {
  const bare = token.replace(/^[("'`<[]+|[)"'`>\],;?!]+$/g, '');
  const match = /^(.*?)(?::(\d+)(?::\d+)?|\((\d+)(?:,\d+)?\)?|#L(\d+)(?:-L?\d+)?)?:?$/.exec(bare);
  const line = Number(match?.[2] ?? match?.[3] ?? match?.[4]);
  return { path: match?.[1] ?? bare, ...(line > 0 ? { line } : {}) };
}

export async function findByPath(
  view: RefView,
  files: FileTable,
  written: WrittenPath,
  filter: SearchFilter,
): Promise<{ hits: SearchHit[]; unread: number }> {
  const found = matchFiles(files, written.path).filter(
    ({ file }) => filter.language === undefined || file.language === filter.language,
  );
  // A line number refers to the file with that name, not to files whose path merely contains it.
  const named = written.line === undefined ? [] : found.filter(({ isNamed }) => isNamed);
  const meant = named.length > 0 ? named : found;
  const matched = meant.slice(0, maxFiles);
  const hits = await Promise.all(matched.map(({ file, score }) => hitIn(view, file, written.line, score)));
  const kept = filter.kind === undefined ? hits : hits.filter((hit) => hit.symbol?.kind === filter.kind);
  return { hits: kept, unread: meant.length - matched.length };
}

/** Files that are hits, whatever the number of results asked for. */
const maxFiles = 400;

export interface MatchedFile {
  readonly file: FileVersion;
  readonly score: number;
  /** The query is the whole path or its last parts. */
  readonly isNamed: boolean;
}

/** Returns the files whose path matches, best first. */
export function matchFiles(files: FileTable, typed: string): MatchedFile[] {
  const wanted = normalPath(typed).toLowerCase();
  if (wanted === '') return [];
  const found: MatchedFile[] = [];
  for (const file of files.files) {
    const match = matchOf(file.path.toLowerCase(), wanted);
    if (match === 0) continue;
    const score = match * factorAt(weights.pathFile, fileWeight(file, askedForNothing));
    found.push({ file, score, isNamed: match >= weights.pathNamed });
  }
  if (found.length === 0) {
    // The end of an absolute path, or of one from another machine, may be a path in the repository.
    const rest = wanted.slice(wanted.indexOf('/') + 1);
    return rest === wanted || !wanted.includes('/') ? [] : matchFiles(files, rest);
  }
  return found.sort(
    (a, b) => b.score - a.score || a.file.path.length - b.file.path.length || (a.file.path < b.file.path ? -1 : 1),
  );
}

function matchOf(path: string, wanted: string): number {
  if (!path.includes(wanted)) return 0;
  if (path === wanted) return weights.path.whole;
  if (path.endsWith(`/${wanted}`)) return weights.path.end;
  const withoutExtension = path.replace(/\.[^./]+$/, '');
  if (withoutExtension === wanted || withoutExtension.endsWith(`/${wanted}`)) return weights.path.endWithoutExtension;
  if (path.startsWith(`${wanted}/`)) return weights.path.topFolder;
  if (path.includes(`/${wanted}/`)) return weights.path.folder;
  return weights.path.part;
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
