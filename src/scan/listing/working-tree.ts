/**
 * Lists the working tree as it is on disk: tracked files that still exist, and untracked files that git does not
 * ignore. Names come from git's index and everything else from disk, such as whether a name is a file, a link or a
 * repository; git's index is never refreshed.
 */
import { existsSync } from 'node:fs';
import { atOrBelow } from '../../text/path-sets.ts';
import { gitLocationOf, gitOutput } from '../git/git.ts';
import type { Repository } from '../git/repository.ts';
import { type Candidate, forEachItem, listingOf } from './candidates.ts';
import { defaultFoldersOn, defaultPatterns } from './default-excludes.ts';
import { ignoreFileName, readRuleSet } from './ignore/ignore-files.ts';
import { type IgnoreWork, ignoreWork, type ReportLimit } from './ignore/ignore-limits.ts';
import { ignoreRules } from './ignore/ignore-rules.ts';
import { type IgnoreFile, nestedRules } from './ignore/nested-rules.ts';
import type { Listing, ListOptions } from './list-files.ts';
import { type FileLstat, isFileLstat, type Lstat, lstatBelow, rootVanished } from './lstat.ts';
import { baseName, isGitlink, isSame, keyOf, type Name, parentOf, splitEntries } from './names.ts';
import { asText, pathspecs } from './pathspecs.ts';
import { type Untracked, untrackedNames } from './untracked.ts';

export async function listWorkingTree(repository: Repository, options: ListOptions): Promise<Listing> {
  const { root } = repository;
  const place = gitLocationOf(repository);
  const { signal } = options;
  const work = ignoreWork();
  const tracking = gitOutput(place, 'ls-files', ['-s', '-t', '-z'], { signal }).then(trackedEntries);
  // Git searches for untracked files while the tracked ones are checked.
  const searching = untrackedNames(repository, { gitlinks: gitlinksOf(tracking), signal, work });
  searching.catch(() => {});
  const tracked = await tracking;
  const lstat = lstatBelow(root);
  const present: FoundFile[] = [];
  await lstatAll(tracked, lstat, present, options);
  const untracked = await searching;
  await lstatAll(untrackedEntries(untracked, tracked), lstat, present, options);
  // A missing file was deleted, unless the root is missing too: then the state of the files is unknown.
  if (!existsSync(root)) throw rootVanished(root);
  const nested = nestedIn(tracked, untracked, present);
  return sift({ root, present, nested, ignoreFiles: ignoreFilesIn(present), work }, options);
}

/**
 * Lists only the files at or below these paths, which is much faster. Git matches names as text, so for a name that is
 * not UTF-8 the nearest folder above that is gets listed, and the result may contain more than was asked for.
 */
export async function listWorkingPaths(
  repository: Repository,
  names: readonly Name[],
  options: ListOptions,
): Promise<Listing> {
  const { root } = repository;
  const paths = names.map(textPath);
  if (paths.includes('')) return listWorkingTree(repository, options);
  // The ignore files above a path decide about it, unless git ignores them.
  const folders = new Set(paths.flatMap(foldersAbove));
  const above = [...folders].map((folder) => `${folder}${ignoreFileName}`);
  const patterns = [...[...paths, ...above].map(asText), ...[...folders].flatMap(entriesAt)];
  const place = gitLocationOf(repository);
  const { signal } = options;
  const work = ignoreWork();
  const args = ['-s', '-t', '-z', ...pathspecs(patterns)];
  const isWanted = atOrBelow(paths);
  const isAsked = ({ name: { path }, gitlink }: Entry) => isWanted(path) || (gitlink && folders.has(`${path}/`));
  const isRule = new Set(above);
  const tracking = gitOutput(place, 'ls-files', args, { signal }).then((output) =>
    trackedEntries(output).filter((entry) => isAsked(entry) || isRule.has(entry.name.path)),
  );
  const asked = { paths: [...paths, ...above], gitlinks: gitlinksOf(tracking), signal, work };
  const [tracked, untracked] = await Promise.all([tracking, untrackedNames(repository, asked)]);
  const lstat = lstatBelow(root);
  const present: FoundFile[] = [];
  await lstatAll([...tracked, ...untrackedEntries(untracked, tracked)], lstat, present, options);
  if (!existsSync(root)) throw rootVanished(root);
  const ignoreFiles = ignoreFilesIn(present);
  const wanted = present.filter(({ entry: { name } }) => isWanted(name.path));
  return sift({ root, present: wanted, nested: nestedIn(tracked, untracked, present), ignoreFiles, work }, options);
}

/** Returns the path of a name, or of the nearest folder above it whose name is UTF-8. */
function textPath(name: Name): string {
  let above = name;
  while (above.rawPath !== undefined) above = parentOf(above);
  return above.path;
}

/** Returns the folders above a path, each with a trailing slash; the root is the empty string. */
function foldersAbove(path: string): string[] {
  const folders = [''];
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    folders.push(path.slice(0, slash + 1));
  }
  return folders;
}

/**
 * Returns a pattern for the entry of the index at a folder, which is a gitlink, and not for those below it; a text without
 * wildcards would match these too. The pattern may match other entries beside it. It has no asterisks, of which several
 * take git exponential time.
 */
function entriesAt(folder: string): string[] {
  const anyBytes = (character: string) => '?'.repeat(Buffer.byteLength(character));
  return folder === '' ? [] : [`:(glob)${folder.slice(0, -1).replace(/^.|[*?[\]\\]/gsu, anyBytes)}`];
}

interface Entry {
  readonly name: Name;
  readonly tracked: boolean;
  /** A submodule to the index. On disk there may be a file or an ordinary folder. */
  readonly gitlink: boolean;
  /** The file is not checked out, unless it is there all the same. */
  readonly sparse: boolean;
}

interface FoundFile {
  readonly entry: Entry;
  readonly found: FileLstat | { readonly kind: 'sparse' };
}

/** Each header is `TAG MODE HASH STAGE`; a path in conflict has one entry per stage. */
function trackedEntries(output: Buffer): Entry[] {
  const entries: Entry[] = [];
  let previous: Name | undefined;
  for (const name of splitEntries(output)) {
    if (previous !== undefined && isSame(name, previous)) continue;
    previous = name;
    const gitlink = isGitlink(name.header, 'H '.length);
    entries.push({ name, tracked: true, gitlink, sparse: !gitlink && name.header.startsWith('S') });
  }
  return entries;
}

async function gitlinksOf(tracking: Promise<readonly Entry[]>): Promise<Name[]> {
  return (await tracking).filter(({ gitlink }) => gitlink).map(({ name }) => name);
}

/** An index that git did not write may contain a gitlink and files below it. */
function untrackedEntries({ files, plainFolders }: Untracked, tracked: readonly Entry[]): Entry[] {
  const known = new Set(plainFolders.size === 0 ? [] : tracked.map(({ name }) => keyOf(name)));
  const others = known.size === 0 ? files : files.filter((name) => !known.has(keyOf(name)));
  return others.map((name) => ({ name, tracked: false, gitlink: false, sparse: false }));
}

/** Returns the nested repositories; untracked ones have a trailing slash. A missing submodule is one all the same. */
function nestedIn(tracked: readonly Entry[], untracked: Untracked, present: readonly FoundFile[]): string[] {
  const others = new Set(untracked.plainFolders);
  for (const { entry } of present) if (entry.gitlink) others.add(keyOf(entry.name));
  const submodules = tracked.filter(({ name, gitlink }) => gitlink && !others.has(keyOf(name)));
  return [...submodules.map(({ name }) => name.path), ...untracked.nested.map(({ path }) => `${path}/`)];
}

function lstatAll(
  entries: readonly Entry[],
  lstat: (name: Name) => Lstat,
  present: FoundFile[],
  options: ListOptions,
): Promise<void> {
  return forEachItem(entries, present, options, (entry) => {
    const found = lstat(entry.name);
    // If a tracked file became a folder, its files are listed as untracked.
    if (isFileLstat(found)) present.push({ entry, found });
    else if (entry.sparse) present.push({ entry, found: { kind: 'sparse' } });
  });
}

/** Returns the folders with an ignore file. The one in the root applies even if git ignores it. */
function ignoreFilesIn(present: readonly FoundFile[]): Name[] {
  // Compare the suffix first, since few paths pass it.
  const files = present.filter(
    ({ entry: { name } }) => name.path.endsWith(ignoreFileName) && baseName(name.path) === ignoreFileName,
  );
  return [{ path: '' }, ...files.map(({ entry }) => parentOf(entry.name))];
}

interface Found {
  readonly root: string;
  readonly present: readonly FoundFile[];
  /** Nested repositories; untracked ones have a trailing slash. */
  readonly nested: readonly string[];
  /** The folders with an ignore file. */
  readonly ignoreFiles: readonly Name[];
  readonly work: IgnoreWork;
}

async function sift(found: Found, options: ListOptions): Promise<Listing> {
  const { root, present, nested, work } = found;
  const ignoreFiles = found.ignoreFiles.map((folder) => ignoreFileOn(root, folder, work.report));
  const excludes = nestedRules(ignoreRules([], options.exclude, work), ignoreFiles);
  const excludesFolder = nestedRules(ignoreRules(defaultPatterns, options.exclude, work), ignoreFiles);
  const folders = new Set<string>();
  /** Whether an untracked path is in a folder of dependencies or caches; records each such folder once. */
  const isInDefaultFolder = (path: string): boolean => {
    const folder = defaultFoldersOn(path).find((found) => excludesFolder({ path: found.slice(0, -1) }, true));
    if (folder !== undefined) folders.add(folder);
    return folder !== undefined;
  };
  const candidates: Candidate[] = [];
  await forEachItem(present, present, options, ({ entry, found }) => {
    const { name, tracked } = entry;
    if (!tracked && isInDefaultFolder(name.path)) return;
    const excluded = excludes(name);
    if (found.kind !== 'file') candidates.push({ name, kind: found.kind, excluded });
    else candidates.push({ name, kind: 'file', excluded, stat: found.stat, executable: found.executable });
  });
  const submodules = nested
    .filter((path) => !path.endsWith('/') || !isInDefaultFolder(path))
    .map((path) => path.replace(/\/$/, ''));
  const skipped = [...folders].map((path) => ({ path, reason: 'excluded' as const }));
  return listingOf(candidates, skipped, submodules, work, options);
}

function ignoreFileOn(root: string, folder: Name, report: ReportLimit): IgnoreFile {
  return { folder, read: () => readRuleSet(root, folder, ignoreFileName, report) };
}
