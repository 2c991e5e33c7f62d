/**
 * Lists the files of a commit from git objects: nothing is checked out and the work tree is not read. Large and missing
 * objects are skipped.
 */

import { gitLocationOf, gitOutput } from '../git/git.ts';
import type { Repository } from '../git/repository.ts';
import { type Candidate, forEachItem, listingOf } from './candidates.ts';
import { expansionLimit, withinExpansion } from './expansion-limit.ts';
import { ignoreFileName } from './ignore/ignore-files.ts';
import { ignoreWork, type ReportLimit } from './ignore/ignore-limits.ts';
import { ignoreRules } from './ignore/ignore-rules.ts';
import { type IgnoreFile, nestedRules } from './ignore/nested-rules.ts';
import { readObjectRules } from './ignore/object-rules.ts';
import type { Listing, ListOptions } from './list-files.ts';
import { baseName, isForged, type Name, splitEntries } from './names.ts';
import { newSlice } from './slice.ts';

/** Lists the files of a commit; none for a branch without commits. */
export async function listObjects(
  repository: Repository,
  commit: string | undefined,
  options: ListOptions,
): Promise<Listing> {
  if (commit === undefined) return { files: [], skipped: [], submodules: [], warnings: [] };
  const limit = expansionLimit(repository);
  const place = { ...gitLocationOf(repository), maxOutputBytes: limit.listBytes };
  const args = ['-r', '-z', '--long', '--full-tree', commit];
  const output = await gitOutput(place, 'ls-tree', args, { signal: options.signal });
  return withinExpansion(await listingOfEntries(repository, await treeEntries(output, options.signal), options), limit);
}

/**
 * Lists only the files at these paths, by the same rules. Paths that the commit does not have, and folders, are left
 * out. Much faster than the whole listing for a few files.
 */
export async function listObjectsAt(
  repository: Repository,
  commit: string,
  paths: readonly string[],
  options: ListOptions,
): Promise<Listing> {
  const folders = new Set(paths.flatMap(foldersAbove));
  const ignoreFiles = [...folders].map((folder) => (folder === '' ? ignoreFileName : `${folder}/${ignoreFileName}`));
  const wanted = new Set(paths);
  const { files } = await entriesAt(repository, commit, [...wanted, ...ignoreFiles], options.signal);
  const asked = files.filter(({ name }) => wanted.has(name.path));
  return listingOfEntries(repository, { files: asked, submodules: [] }, options, files);
}

/** More arguments might exceed the limits of the operating system: of all together, and of one. */
const argumentBytes = 64 << 10;

async function entriesAt(
  repository: Repository,
  commit: string,
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{ files: TreeEntry[]; submodules: string[] }> {
  const files: TreeEntry[] = [];
  // No commit has other paths, and git refuses them. The prefix keeps a leading colon from being read as a pattern.
  const literal = paths.filter((path) => !isForged(path) && !path.includes('\0')).map((path) => `./${path}`);
  for (const asked of inParts(literal)) {
    const args = ['-z', '--long', '--full-tree', commit, '--', ...asked];
    const output = await gitOutput(gitLocationOf(repository), 'ls-tree', args, { signal });
    const found = await treeEntries(output, signal);
    for (const each of found.files.filter(({ mode }) => mode !== folderMode)) files.push(each);
  }
  return { files, submodules: [] };
}

/** Leaves out paths that are too long for one argument; no index has them. */
function* inParts(paths: readonly string[]): Generator<string[]> {
  let part: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    const size = Buffer.byteLength(path) + 1;
    if (size > argumentBytes) continue;
    if (bytes + size > argumentBytes) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(path);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

const folderMode = '040000';

/** Returns the folders that contain a path, the root as the empty string. */
function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return ['', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))];
}

async function listingOfEntries(
  repository: Repository,
  { files, submodules }: { readonly files: readonly TreeEntry[]; readonly submodules: readonly string[] },
  options: ListOptions,
  amongThese: readonly TreeEntry[] = files,
): Promise<Listing> {
  const work = ignoreWork();
  const ignoreFiles = await readIgnoreFiles(repository, amongThese, work.report);
  const excludes = nestedRules(ignoreRules([], options.exclude, work), ignoreFiles);
  const candidates: Candidate[] = [];
  await forEachItem(files, candidates, options, ({ name, mode, hash, size }) => {
    const kind = mode === '120000' ? 'link' : size === undefined ? 'unreadable' : 'file';
    candidates.push({ name, kind, excluded: excludes(name), hash, size, executable: mode === '100755' });
  });
  return listingOf(candidates, [], submodules, work, options);
}

interface TreeEntry {
  readonly name: Name;
  readonly mode: string;
  readonly hash: string;
  /** Unknown if the object is missing. */
  readonly size?: number;
}

/** Each header is `MODE TYPE HASH SIZE`. */
async function treeEntries(
  output: Buffer,
  signal: AbortSignal | undefined,
): Promise<{ files: TreeEntry[]; submodules: string[] }> {
  const files: TreeEntry[] = [];
  const submodules: string[] = [];
  const slice = newSlice();
  for (const { header, ...name } of splitEntries(output)) {
    const [mode = '', , hash = '', size] = header.split(/ +/);
    if (mode === '160000') submodules.push(name.path);
    else if (size !== undefined && /^\d+$/.test(size)) files.push({ name, mode, hash, size: Number(size) });
    else files.push({ name, mode, hash });
    if (!slice.isOver()) continue;
    await slice.next();
    signal?.throwIfAborted();
  }
  return { files, submodules };
}

/** Reads the ignore files among these. */
function readIgnoreFiles(
  repository: Repository,
  files: readonly TreeEntry[],
  report: ReportLimit,
): Promise<IgnoreFile[]> {
  const found = files.filter((file) => file.mode !== '120000' && baseName(file.name.path) === ignoreFileName);
  return readObjectRules(repository, found, report);
}
