/** Paths that are nearly the one that was asked for: the same name elsewhere, another ending, a slip of the finger. */
import type { FileTable } from '../view/file-table.ts';
import { editDistance, editsAllowed } from './near-names.ts';

export interface NearPaths {
  /** The path is a folder, and the paths are of files in it. */
  readonly isFolder: boolean;
  /** The nearest first. */
  readonly paths: readonly string[];
}

export function nearPaths({ files }: FileTable, path: string, limit: number): NearPaths {
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
  /** Without its ending, in lower case. */
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

/** 0: the same name; 1: with another ending; then by misspellings. */
function nameDistance(wanted: PathParts, found: PathParts): number {
  if (wanted.stem === found.stem) return wanted.ending === found.ending ? 0 : 1;
  // One fewer than a name may have.
  const slips = editsAllowed(wanted.stem) - 1;
  const distance = editDistance(wanted.stem, found.stem, slips);
  return distance > slips ? maxDistance + 1 : 1 + distance + (wanted.ending === found.ending ? 0 : 1);
}

function sharedFolders(wanted: PathParts, found: PathParts): number {
  return wanted.folders.filter((folder) => found.folders.includes(folder)).length;
}
