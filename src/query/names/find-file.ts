/** Finds the file at a path on a ref. The error explains why it is not in the index and suggests similar paths. */

import { CodedError } from '../../errors.ts';
import { type SkipReason, skipReasons } from '../../model.ts';
import type { FileVersion } from '../../store/store.ts';
import { stripEnd } from '../../text/strip.ts';
import type { FileTable } from '../view/file-table.ts';
import type { RefView } from '../view/ref-view.ts';
import { editDistance, editsAllowed } from './near-names.ts';
import { readPosition } from './written/symbol-handle.ts';

const maxSuggestions = 5;

/** Accepts `path:line` as well; throws `range_out_of_file` if the file has no such line. */
export async function findFile(view: RefView, typed: string): Promise<FileVersion> {
  const path = await pathMeant(view, typed);
  const file = await view.store.file(view.ref, path);
  if (file !== undefined) return file;
  const skipped = (await view.store.skippedFiles(view.ref)).find((one) => one.path === path);
  if (skipped !== undefined) throw skippedFile(view, path, skipped.reason);
  throw await notFound(view, path === '' ? typed : path);
}

/** Returns the file at a path, or the only one whose path ends with it. */
export async function findFileByEnd(view: RefView, typed: string): Promise<FileVersion> {
  return (await fileByEnd(view, typed)) ?? findFile(view, typed);
}

async function fileByEnd(view: RefView, typed: string): Promise<FileVersion | undefined> {
  const path = normalPath(typed, view.ref.root);
  const known = await view.store.file(view.ref, path);
  if (known !== undefined || path === '') return known;
  const ending = (await view.files()).files.filter((file) => file.path.endsWith(`/${path}`));
  return ending.length === 1 ? ending[0] : undefined;
}

/** A name with its file before it, as people write it: `src/jwt.rs:Claims.new`. Undefined if there is no such file. */
export async function namedInFile(
  view: RefView,
  written: string,
): Promise<{ readonly name: string; readonly path: string } | undefined> {
  const [, path, name] = /^([^\s:]+\.[^\s:./\\]+):([^\s:].*)$/.exec(written.trim()) ?? [];
  if (path === undefined || name === undefined) return undefined;
  const file = await fileByEnd(view, path);
  return file === undefined ? undefined : { name, path: file.path };
}

/** The path of a file as in the index. Of `path:line` it is the path, if the ref has that file and the line. */
export async function pathMeant(view: RefView, typed: string): Promise<string> {
  const path = normalPath(typed, view.ref.root);
  const position = readPosition(path);
  if (position === undefined || (await view.store.file(view.ref, path)) !== undefined) return path;
  const file = await view.store.file(view.ref, position.path);
  if (file === undefined) return path;
  checkLine(file, position.line);
  return file.path;
}

/** Throws `range_out_of_file` if the file does not have the line. An empty file has line 1. */
export function checkLine({ path, lineCount }: FileVersion, line: number): void {
  if (line >= 1 && line <= Math.max(1, lineCount)) return;
  throw new CodedError('range_out_of_file', endOfFile(path, lineCount, line), {
    remediation: `Use a line from 1 to ${Math.max(1, lineCount)}.`,
    data: { path, line, line_count: lineCount },
  });
}

/** Says that a line is past the end of a file. */
export function endOfFile(path: string, lineCount: number, line: number): string {
  const lines = `${lineCount.toLocaleString('en-US')} ${lineCount === 1 ? 'line' : 'lines'}`;
  return line < 1
    ? `${path} has ${lines}; they count from 1.`
    : `${path} has ${lines}; line ${line.toLocaleString('en-US')} is past its end.`;
}

function skippedFile(view: RefView, path: string, reason: SkipReason): CodedError {
  return new CodedError(
    'file_not_found',
    `${path} is in the repository but not in the index of ${view.ref.name}: ${skipReasons[reason]?.reason}.`,
    {
      remediation: 'Read the file directly. `codecompass skipped` lists unindexed files with the reasons.',
      data: { path, skip_reason: reason },
    },
  );
}

async function notFound(view: RefView, path: string): Promise<CodedError> {
  const { isFolder, paths } = nearPaths(await view.files(), path, maxSuggestions);
  const message = isFolder
    ? `${path} is a folder on ${view.ref.name}, not a file.`
    : `${path} is not in the index of ${view.ref.name}.`;
  return new CodedError('file_not_found', message, {
    ...(paths.length === 0
      ? {}
      : {
          remediation: isFolder
            ? `Use a file in it, such as ${paths.join(', ')}.`
            : `Did you mean ${paths.join(', ')}?`,
        }),
    data: { path, ...(paths.length === 0 ? {} : { suggestions: paths }) },
  });
}

/**
 * Normalizes a path to the form in the index: relative to the root, with slashes. Accepts `./src\\a.ts` and the
 * absolute path of a file below `root`.
 */
export function normalPath(typed: string, root?: string): string {
  const slashed = typed.trim().replaceAll('\\', '/');
  const folder = root === undefined ? undefined : `${stripEnd(root.replaceAll('\\', '/'), '/')}/`;
  const inside = folder !== undefined && slashed.startsWith(folder) ? slashed.slice(folder.length) : slashed;
  const parts: string[] = [];
  for (const part of inside.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** Paths similar to the requested one: the same name in another folder, another extension, a misspelling. */
interface NearPaths {
  /** The requested path is a folder; `paths` are files in it. */
  readonly isFolder: boolean;
  /** Nearest first. */
  readonly paths: readonly string[];
}

function nearPaths({ files }: FileTable, path: string, limit: number): NearPaths {
  const inside = files.filter((file) => file.path.startsWith(`${path}/`)).map((file) => file.path);
  if (inside.length > 0) {
    const depth = (inner: string) => inner.split('/').length;
    return { isFolder: true, paths: inside.sort((a, b) => depth(a) - depth(b)).slice(0, limit) };
  }
  const wanted = partsOf(path);
  const near: { path: string; distance: number; shared: number }[] = [];
  for (const file of files) {
    const parts = partsOf(file.path);
    const distance = nameDistance(wanted, parts);
    if (distance <= maxDistance) near.push({ path: file.path, distance, shared: sharedFolders(wanted, parts) });
  }
  near.sort((a, b) => a.distance - b.distance || b.shared - a.shared || (a.path < b.path ? -1 : 1));
  return { isFolder: false, paths: near.slice(0, limit).map((one) => one.path) };
}

interface PathParts {
  readonly folders: readonly string[];
  /** Without the extension, in lower case. */
  readonly stem: string;
  readonly ending: string;
}

const maxDistance = 3;

function partsOf(path: string): PathParts {
  const parts = path.toLowerCase().split('/');
  const name = parts.pop() as string;
  const dot = name.lastIndexOf('.');
  return dot <= 0
    ? { folders: parts, stem: name, ending: '' }
    : { folders: parts, stem: name.slice(0, dot), ending: name.slice(dot) };
}

/** 0: the same name; 1: another extension; then by edit distance. */
function nameDistance(wanted: PathParts, found: PathParts): number {
  if (wanted.stem === found.stem) return wanted.ending === found.ending ? 0 : 1;
  // One edit fewer than symbol names may have.
  const slips = editsAllowed(wanted.stem) - 1;
  const distance = editDistance(wanted.stem, found.stem, slips);
  return distance > slips ? maxDistance + 1 : 1 + distance + (wanted.ending === found.ending ? 0 : 1);
}

function sharedFolders(wanted: PathParts, found: PathParts): number {
  return wanted.folders.filter((folder) => found.folders.includes(folder)).length;
}
