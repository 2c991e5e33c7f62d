/**
 * The outline of folders and of several files: each file with its top-level symbols, most important first. A large
 * folder lists its own files, and the folders in it by their number of files. Tests come last.
 */
import { functionKinds, typeKinds } from '../../languages/entity.ts';
import { type SkipReason, type SymbolKind, skipReasons } from '../../model.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { below } from '../../text/path-sets.ts';
import { filesBelow } from '../names/find-folder.ts';
import { type FileFilter, isTestFile } from '../parameters/file-filter.ts';
import { isInTests } from '../ranking/rank.ts';
import { folderOf } from '../view/folder-table.ts';
import type { RefView } from '../view/ref-view.ts';

export interface OutlinedFile {
  readonly path: string;
  readonly language: string;
  readonly lines: number;
  readonly test?: true;
  /** Top-level symbols, public types and functions first, the longest first; at most `maxSymbols`. */
  readonly symbols: readonly TopSymbol[];
  /** The number of top-level symbols. */
  readonly symbol_count: number;
}

export interface TopSymbol {
  readonly kind: string;
  readonly name: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly visibility?: string;
  readonly signature?: string;
}

export interface OutlinedFolder {
  readonly path: string;
  readonly files: number;
  /** How many of them are tests. */
  readonly tests?: number;
}

/** A folder with more files lists only its own. It is a constant, because the files must not depend on the limit. */
const mostListedDeep = 40;
const maxSymbols = 50;

export interface Selection {
  /** Code first, then files without symbols, then tests. */
  readonly files: readonly FileVersion[];
  readonly folders: readonly OutlinedFolder[];
  /** Files that the filter leaves out. */
  readonly filtered: number;
}

/** The files and folders to list; the root is the empty path. Explicitly requested files are always listed. */
export async function selectFiles(
  view: RefView,
  { files: explicit, folders }: { readonly files: readonly FileVersion[]; readonly folders: readonly string[] },
  filter: FileFilter,
): Promise<Selection> {
  const table = await view.files();
  const files = new Map(explicit.map((file) => [file.path, file]));
  const inner = new Map<string, OutlinedFolder>();
  let filtered = 0;
  for (const folder of folders) {
    const all = filesBelow(table, folder) ?? [];
    const admitted = all.filter((file) => filter.admits(file));
    filtered += all.length - admitted.length;
    const isSmall = admitted.length <= mostListedDeep;
    const deeper: FileVersion[] = [];
    for (const file of admitted) {
      if (isSmall || folderOf(file.path) === folder) files.set(file.path, file);
      else deeper.push(file);
      await view.pause();
    }
    for (const each of foldersOf(deeper, folder)) inner.set(each.path, each);
  }
  return { files: [...files.values()].sort(byImportance), folders: [...inner.values()].sort(testsLast), filtered };
}

/** The folders directly in a folder; one that holds nothing but another folder is shown as that one. */
function foldersOf(files: readonly FileVersion[], above: string): OutlinedFolder[] {
  const groups = new Map<string, FileVersion[]>();
  const start = above === '' ? 0 : above.length + 1;
  for (const file of files) {
    const folder = file.path.slice(0, file.path.indexOf('/', start));
    const group = groups.get(folder);
    if (group === undefined) groups.set(folder, [file]);
    else group.push(file);
  }
  return [...groups.values()].map((group) => {
    const tests = group.filter(isTestFile).length;
    return { path: sharedFolder(group), files: group.length, ...(tests > 0 ? { tests } : {}) };
  });
}

/** The deepest folder that holds all of the files, which are sorted by path. */
function sharedFolder(files: readonly FileVersion[]): string {
  let folder = folderOf((files[0] as FileVersion).path);
  for (const { path } of files) while (!path.startsWith(`${folder}/`)) folder = folderOf(folder);
  return folder;
}

function byImportance(a: FileVersion, b: FileVersion): number {
  const rank = (file: FileVersion) => (isTestFile(file) ? 2 : file.symbolCount > 0 ? 0 : 1);
  return rank(a) - rank(b) || (a.path < b.path ? -1 : 1);
}

function testsLast(a: OutlinedFolder, b: OutlinedFolder): number {
  const isTests = ({ files, tests = 0 }: OutlinedFolder) => Number(2 * tests > files);
  return isTests(a) - isTests(b) || (a.path < b.path ? -1 : 1);
}

export async function outlineFile(view: RefView, file: FileVersion): Promise<OutlinedFile> {
  const symbols = await view.store.symbols(file);
  const top = topSymbols(symbols);
  const linesOf = sizes(symbols);
  // The sort is stable, so symbols of the same rank and size stay in the order of the file.
  const ranked = top.toSorted((a, b) => rankOf(a) - rankOf(b) || linesOf(b) - linesOf(a)).slice(0, maxSymbols);
  return {
    path: file.path,
    language: file.language,
    lines: file.lineCount,
    ...(isTestFile(file) ? { test: true } : {}),
    symbols: ranked.map(topSymbol),
    symbol_count: top.length,
  };
}

/** The outermost symbols. A namespace around other symbols says less than they do, so they stand for it. */
function topSymbols(symbols: readonly SymbolRecord[]): SymbolRecord[] {
  const parents = new Set(symbols.map(({ parent }) => parent));
  const open = new Set([-1]);
  const top: SymbolRecord[] = [];
  // A symbol comes after the one around it.
  for (const symbol of symbols) {
    if (!open.has(symbol.parent)) continue;
    const { kind, name, language, position } = symbol;
    if (kind === 'module' && parents.has(position) && !isInTests(language, name)) open.add(position);
    else top.push(symbol);
  }
  return top;
}

function topSymbol({ kind, name, lineStart, lineEnd, modifier, signature }: SymbolRecord): TopSymbol {
  return {
    kind,
    name,
    line_start: lineStart,
    line_end: lineEnd,
    ...(modifier === undefined ? {} : { visibility: modifier }),
    ...(signature === '' || signature === name ? {} : { signature }),
  };
}

/** The lines of a symbol, with those of members that are declared outside of it. */
function sizes(symbols: readonly SymbolRecord[]): (symbol: SymbolRecord) => number {
  const byPosition = new Map(symbols.map((symbol) => [symbol.position, symbol]));
  const outside = new Map<number, number>();
  for (const { parent, lineStart, lineEnd } of symbols) {
    const around = byPosition.get(parent);
    if (around === undefined || (lineStart >= around.lineStart && lineEnd <= around.lineEnd)) continue;
    outside.set(parent, (outside.get(parent) ?? 0) + lineEnd - lineStart + 1);
  }
  return ({ position, lineStart, lineEnd }) => lineEnd - lineStart + 1 + (outside.get(position) ?? 0);
}

/** Public before others; types and functions before values, and those before the blocks of a type. */
function rankOf({ kind, visibility }: SymbolRecord): number {
  return Number(visibility !== 'public') * 4 + kindRank(kind);
}

function kindRank(kind: SymbolKind): number {
  if (kind === 'impl') return 3;
  if (typeKinds.has(kind) || functionKinds.has(kind)) return 0;
  return kind === 'macro' ? 1 : 2;
}

/** The files at or below the paths that are not indexed: their number by reason, and a sentence about them. */
export async function skippedBelow(view: RefView, folders: readonly string[]) {
  const counts = new Map<SkipReason, number>();
  const isBelow = below(folders);
  const all = folders.includes('');
  for (const { path, reason } of await view.store.skippedFiles(view.ref)) {
    if (all || isBelow(path)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const number = (count: number) => count.toLocaleString('en-US');
  const listed = [...counts].map(([reason, count]) => `${number(count)} ${skipReasons[reason].counted}`).join(', ');
  return {
    mayHide: [...counts.keys()].some((reason) => skipReasons[reason].mayHideCode),
    metadata: total === 0 ? {} : { skipped_files: Object.fromEntries(counts) },
    warnings:
      total === 0 ? [] : [`${total === 1 ? '1 file is' : `${number(total)} files are`} not indexed: ${listed}.`],
  };
}
