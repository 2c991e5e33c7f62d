/**
 * Lists a plain folder without git: walks it and applies every `.gitignore` and `.codecompassignore` on the way. Links
 * are not followed, and neither nested git repositories nor folders of version control systems are entered.
 */
import { lstatSync } from 'node:fs';
import type { SkippedFile } from '../../model.ts';
import { partsOfGitFolder } from '../git/repository.ts';
import { type Candidate, listingOf, yieldToEventLoop } from './candidates.ts';
import { defaultFolders, defaultPatterns } from './default-excludes.ts';
import { gitIgnoreFileName, ignoreFileName, readRuleSet } from './ignore/ignore-files.ts';
import { type IgnoreWork, ignoreWork, type ReportLimit } from './ignore/ignore-limits.ts';
import { type IgnoreRules, ignoreRules } from './ignore/ignore-rules.ts';
import type { Listing, ListOptions } from './list-files.ts';
import { isFileLstat, lstatBelow } from './lstat.ts';
import { absolutePath, baseName, type Name, nameInside } from './names.ts';
import { type FolderEntry, readFolder } from './read-folder.ts';
import { newSlice } from './slice.ts';

export async function listFolder(root: string, options: ListOptions): Promise<Listing> {
  const lstat = lstatBelow(root);
  const candidates: Candidate[] = [];
  const skipped: SkippedFile[] = [];
  const nested: string[] = [];
  const work = ignoreWork();
  const open: Folder[] = [{ name: { path: '' }, ...rulesOfRoot(options.exclude, work) }];
  const slice = newSlice();
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = readFolder(root, folder.name);
    if (entries === 'unreadable') skipped.push({ path: `${folder.name.path}/`, reason: 'unreadable' });
    if (!Array.isArray(entries)) continue;
    if (folder.name.path !== '' && isRepository(root, folder.name, entries)) {
      nested.push(folder.name.path);
      continue;
    }
    const isFileHere = (fileName: string) =>
      entries.some(({ segment, kind }) => kind !== 'folder' && segment === fileName);
    const rules = rulesInside(root, folder.name, folder, isFileHere, work.report);
    for (const { name, segment, kind } of entries) {
      if (versionControl.has(segment)) continue;
      const isFolder = kind === 'folder';
      const path = isFolder ? `${name.path}/` : name.path;
      // Comparing one path with hostile patterns can take milliseconds.
      if (slice.isOver()) await yieldToEventLoop(candidates.length + skipped.length, options, slice);
      if (rules.ignored.ignores(name, isFolder)) continue;
      const isExcluded = isFolder ? isExcludedFolder(rules, name) : rules.excluded.ignores(name, false);
      if (isFolder && isExcluded) skipped.push({ path, reason: 'excluded' });
      else if (isFolder) open.push({ name, ...rules });
      else {
        const found = lstat(name);
        if (isFileLstat(found)) candidates.push({ name, ...found, excluded: isExcluded });
      }
    }
    if (slice.isOver()) await yieldToEventLoop(candidates.length + skipped.length, options, slice);
  }
  // A missing subfolder counts as absent. A missing root is an error, because the state of its files is unknown.
  readFolder(root, { path: '' });
  await yieldToEventLoop(candidates.length + skipped.length, options, slice);
  return listingOf(candidates, skipped, nested, work, options);
}

/** The rules for the entries of one folder. */
export interface FolderRules {
  readonly ignored: IgnoreRules;
  readonly excluded: IgnoreRules;
  /** Includes the default excludes. Slower, so it is used only for folders with such a name. */
  readonly excludedByDefault: IgnoreRules;
}

interface Folder extends FolderRules {
  readonly name: Name;
}

export function rulesOfRoot(exclude: readonly string[], work: IgnoreWork = ignoreWork()): FolderRules {
  return {
    ignored: ignoreRules([], [], work),
    excluded: ignoreRules([], exclude, work),
    excludedByDefault: ignoreRules(defaultPatterns, exclude, work),
  };
}

/** Whether a folder is excluded by the rules of its parent, the default excludes among them. */
export function isExcludedFolder(rules: FolderRules, name: Name): boolean {
  const isDefault = defaultFolders.has(baseName(name.path));
  return (isDefault ? rules.excludedByDefault : rules.excluded).ignores(name, true);
}

/** Folders of version control systems, which are never entered. */
export const versionControl: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', '.jj']);

/** Whether a folder is the top of a git work tree, by the same rules by which one is opened. */
function isRepository(root: string, folder: Name, entries: readonly FolderEntry[]): boolean {
  const git = nameInside(folder, { path: '.git' });
  if (!entries.some(({ segment }) => segment === '.git')) return false;
  const lstat = (name: Name) => lstatSync(absolutePath(root, name), { throwIfNoEntry: false });
  if (lstat(git)?.isFile()) return true;
  return partsOfGitFolder.some((part) => lstat(nameInside(git, { path: part })) !== undefined);
}

/** Returns the rules for the entries of a folder: those of its parent and of its own ignore files, which `has` tells. */
export function rulesInside(
  root: string,
  folder: Name,
  outside: FolderRules,
  has: (fileName: string) => boolean,
  report: ReportLimit = () => {},
): FolderRules {
  const rulesIn = (fileName: string) => (has(fileName) ? readRuleSet(root, folder, fileName, report) : undefined);
  const [ofGit, own] = [rulesIn(gitIgnoreFileName), rulesIn(ignoreFileName)];
  return {
    ignored: ofGit ? outside.ignored.withFile(folder, ofGit) : outside.ignored,
    excluded: own ? outside.excluded.withFile(folder, own) : outside.excluded,
    excludedByDefault: own ? outside.excludedByDefault.withFile(folder, own) : outside.excludedByDefault,
  };
}
