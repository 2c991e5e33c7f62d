/**
 * Lists the working tree as it is on disk: tracked files that still exist, and untracked files that git does not
 * ignore. Names come from git's index and everything else from disk; git's index is never refreshed.
 */
import { existsSync } from 'node:fs';
import { gitLocationOf, gitOutput } from '../git/git.ts';
import type { Repository } from '../git/repository.ts';
import { type Candidate, forEachItem, listingOf } from './candidates.ts';
import { defaultFoldersOn, defaultPatterns } from './default-excludes.ts';
import { ignoreFileName, readRuleSet } from './ignore/ignore-files.ts';
import { collectedWarnings, type ReportLimit } from './ignore/ignore-limits.ts';
import { ignoreRules } from './ignore/ignore-rules.ts';
import { type IgnoreFile, nestedRules } from './ignore/nested-rules.ts';
import type { Listing, ListOptions } from './list-files.ts';
import { type FileLstat, isFileLstat, type Lstat, lstatBelow, rootVanished } from './lstat.ts';
import { baseName, isSame, type Name, parentOf, splitEntries } from './names.ts';
import { type Untracked, untrackedNames } from './untracked.ts';

export async function listWorkingTree(repository: Repository, options: ListOptions): Promise<Listing> {
  const { root } = repository;
  const place = gitLocationOf(repository);
  const { signal } = options;
  const { report, warnings } = collectedWarnings();
  // Git searches for untracked files while the tracked ones are checked.
  const searching = untrackedNames(repository, { signal, report });
  searching.catch(() => {});
  const tracked = trackedEntries(await gitOutput(place, 'ls-files', ['-s', '-t', '-z'], { signal }));
  const lstat = lstatBelow(root);
  const present: FoundFile[] = [];
  await lstatAll(tracked.files, lstat, present, options);
  const untracked = untrackedEntries(await searching);
  await lstatAll(untracked.files, lstat, present, options);
  // A missing file was deleted, unless the root is missing too: then the state of the files is unknown.
  if (!existsSync(root)) throw rootVanished(root);
  const nested = [...tracked.submodules, ...untracked.submodules];
  return sift({ root, present, nested, ignoreFiles: ignoreFilesIn(present), report, warnings }, options);
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
  const above = new Set(paths.flatMap((path) => foldersAbove(path)).map((folder) => `${folder}${ignoreFileName}`));
  const literal = [...paths, ...above].map((path) => `:(literal)${path}`);
  const place = gitLocationOf(repository);
  const { signal } = options;
  const { report, warnings } = collectedWarnings();
  const [tracked, untracked] = await Promise.all([
    gitOutput(place, 'ls-files', ['-s', '-t', '-z', '--', ...literal], { signal }).then(trackedEntries),
    untrackedNames(repository, { paths: [...paths, ...above], signal, report }).then(untrackedEntries),
  ]);
  const lstat = lstatBelow(root);
  const present: FoundFile[] = [];
  await lstatAll([...tracked.files, ...untracked.files], lstat, present, options);
  if (!existsSync(root)) throw rootVanished(root);
  const ignoreFiles = ignoreFilesIn(present);
  const wanted = present.filter(({ entry: { name } }) => !above.has(name.path) || isAtOrBelow(name.path, paths));
  const nested = [...tracked.submodules, ...untracked.submodules];
  return sift({ root, present: wanted, nested, ignoreFiles, report, warnings }, options);
}

/** Returns the path of a name, or of the nearest folder above it whose name is UTF-8. */
function textPath(name: Name): string {
  return name.rawPath === undefined ? name.path : textPath(parentOf(name));
}

/** Returns the folders above a path, each with a trailing slash; the root is the empty string. */
function foldersAbove(path: string): string[] {
  const folders = [''];
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    folders.push(path.slice(0, slash + 1));
  }
  return folders;
}

function isAtOrBelow(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(`${root}/`));
}

interface Entry {
  readonly name: Name;
  readonly tracked: boolean;
  readonly link: boolean;
  /** The file is not checked out, unless it is there all the same. */
  readonly sparse: boolean;
}

interface Entries {
  readonly files: Entry[];
  readonly submodules: string[];
}

interface FoundFile {
  readonly entry: Entry;
  readonly found: FileLstat | { readonly kind: 'sparse' };
}

/** Each header is `TAG MODE HASH STAGE`; a path in conflict has one entry per stage. */
function trackedEntries(output: Buffer): Entries {
  const files: Entry[] = [];
  const submodules: string[] = [];
  let previous: Name | undefined;
  for (const name of splitEntries(output)) {
    if (previous !== undefined && isSame(name, previous)) continue;
    previous = name;
    if (name.header.startsWith('160000', modeAt)) submodules.push(name.path);
    else {
      const [link, sparse] = [name.header.startsWith('120000', modeAt), name.header.startsWith('S')];
      files.push({ name, tracked: true, link, sparse });
    }
  }
  return { files, submodules };
}

const modeAt = 'H '.length;

function untrackedEntries({ files, nested }: Untracked): Entries {
  return {
    files: files.map((name) => ({ name, tracked: false, link: false, sparse: false })),
    submodules: nested.map(({ path }) => `${path}/`),
  };
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
  readonly report: ReportLimit;
  readonly warnings: readonly string[];
}

async function sift(found: Found, options: ListOptions): Promise<Listing> {
  const { root, present, nested, report, warnings } = found;
  const ignoreFiles = found.ignoreFiles.map((folder) => ignoreFileOn(root, folder, report));
  const excludes = nestedRules(ignoreRules([], options.exclude, report), ignoreFiles);
  const excludesFolder = nestedRules(ignoreRules(defaultPatterns, options.exclude, report), ignoreFiles);
  const folders = new Set<string>();
  /** Whether an untracked path is in a folder of dependencies or caches; records each such folder once. */
  const isInDefaultFolder = (path: string): boolean => {
    const folder = defaultFoldersOn(path).find((found) => excludesFolder({ path: found.slice(0, -1) }, true));
    if (folder !== undefined) folders.add(folder);
    return folder !== undefined;
  };
  const candidates: Candidate[] = [];
  await forEachItem(present, present, options, ({ entry, found }) => {
    const { name, tracked, link } = entry;
    if (!tracked && isInDefaultFolder(name.path)) return;
    const excluded = excludes(name);
    if (link || found.kind !== 'file') candidates.push({ name, kind: link ? 'link' : found.kind, excluded });
    else candidates.push({ name, kind: 'file', excluded, stat: found.stat, executable: found.executable });
  });
  const submodules = nested
    .filter((path) => !path.endsWith('/') || !isInDefaultFolder(path))
    .map((path) => path.replace(/\/$/, ''));
  const skipped = [...folders].map((path) => ({ path, reason: 'excluded' as const }));
  return listingOf(candidates, skipped, submodules, warnings, options);
}

function ignoreFileOn(root: string, folder: Name, report: ReportLimit): IgnoreFile {
  return { folder, read: () => readRuleSet(root, folder, ignoreFileName, report) };
}
