/**
 * Lists a plain folder without git: walks it and applies every `.gitignore` and `.codecompassignore` on the way. Links
 * are not followed, and neither nested git repositories nor folders of version control systems are entered.
 */
import { lstatSync, opendirSync } from 'node:fs';
import { CodedError, systemError } from '../../errors.ts';
import type { SkippedFile } from '../../model.ts';
import { readWorkingFile } from '../content/read-file.ts';
import { partsOfGitFolder } from '../git/repository.ts';
import { type Candidate, listingOf, yieldToEventLoop } from './candidates.ts';
import { defaultFolders, defaultPatterns } from './default-excludes.ts';
import { gitIgnoreFileName, type IgnoreRules, ignoreFileName, ignoreRules } from './ignore-rules.ts';
import type { Listing, ListOptions } from './list-files.ts';
import { isFileLstat, lstatBelow, rootVanished } from './lstat.ts';
import { absolutePath, baseName, type Name, nameInside, nameOf } from './names.ts';

export async function listFolder(root: string, options: ListOptions): Promise<Listing> {
  const lstat = lstatBelow(root);
  const candidates: Candidate[] = [];
  const skipped: SkippedFile[] = [];
  const nested: string[] = [];
  const open: Folder[] = [{ name: { path: '' }, ...rulesOfRoot(options.exclude) }];
  for (let folder = open.pop(), count = 1; folder !== undefined; folder = open.pop(), count++) {
    const entries = entriesOf(root, folder.name);
    if (entries === 'unreadable') skipped.push({ path: `${folder.name.path}/`, reason: 'unreadable' });
    if (!Array.isArray(entries)) continue;
    if (folder.name.path !== '' && isRepository(root, folder.name, entries)) {
      nested.push(folder.name.path);
      continue;
    }
    const isFileHere = (fileName: string) =>
      entries.some(({ name, isFolder }) => !isFolder && baseName(name.path) === fileName);
    const rules = rulesInside(root, folder.name, folder, isFileHere);
    for (const { name, isFolder } of entries) {
      if (versionControl.has(baseName(name.path))) continue;
      const path = isFolder ? `${name.path}/` : name.path;
      if (rules.ignored.ignores(path)) continue;
      const isExcluded = isFolder ? isExcludedFolder(rules, name) : rules.excluded.ignores(path);
      if (isFolder && isExcluded) skipped.push({ path, reason: 'excluded' });
      else if (isFolder) open.push({ name, ...rules });
      else {
        const found = lstat(name);
        if (isFileLstat(found)) candidates.push({ name, ...found, excluded: isExcluded });
        if (candidates.length % 2_048 === 0) await yieldToEventLoop(candidates.length + skipped.length, options);
      }
    }
    if (count % 256 === 0) await yieldToEventLoop(candidates.length + skipped.length, options);
  }
  // A missing subfolder counts as absent. A missing root is an error, because the state of its files is unknown.
  entriesOf(root, { path: '' });
  await yieldToEventLoop(candidates.length + skipped.length, options);
  return listingOf(candidates, skipped, nested, options.maxFileBytes);
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

export interface FolderEntry {
  readonly name: Name;
  readonly isFolder: boolean;
}

export function rulesOfRoot(exclude: readonly string[]): FolderRules {
  return {
    ignored: ignoreRules([]),
    excluded: ignoreRules([], exclude),
    excludedByDefault: ignoreRules(defaultPatterns, exclude),
  };
}

/** Whether a folder is excluded by the rules of its parent, the default excludes among them. */
export function isExcludedFolder(rules: FolderRules, name: Name): boolean {
  const isDefault = defaultFolders.has(baseName(name.path));
  return (isDefault ? rules.excludedByDefault : rules.excluded).ignores(`${name.path}/`);
}

/** Folders of version control systems, which are never entered. */
export const versionControl: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', '.jj']);

/** Reads entries in batches: a folder of a million files would take a gigabyte as a whole. */
function entriesOf(root: string, folder: Name): FolderEntry[] | 'absent' | 'unreadable' {
  try {
    return [...readEntries(root, folder)];
  } catch (error) {
    // The folder may be readable: nothing can be opened now.
    if (systemError(error) !== undefined) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    const absent = code === 'ENOENT' || code === 'ENOTDIR';
    if (folder.path !== '') return absent ? 'absent' : 'unreadable';
    if (absent) throw rootVanished(root);
    throw new CodedError('permission_denied', `${root} cannot be read.`, { data: { path: root }, cause: error });
  }
}

const entriesAtOnce = 256;

function* readEntries(root: string, folder: Name): Generator<FolderEntry> {
  // The type declarations allow only text encodings, but names may be arbitrary bytes.
  const options = { encoding: 'buffer' as BufferEncoding, bufferSize: entriesAtOnce };
  const found = opendirSync(absolutePath(root, folder), options);
  try {
    for (let entry = found.readSync(); entry !== null; entry = found.readSync()) {
      const bytes = entry.name as unknown as Buffer;
      yield { name: nameInside(folder, nameOf(bytes)), isFolder: entry.isDirectory() };
    }
  } finally {
    found.closeSync();
  }
}

/** Whether a folder is the top of a git work tree, by the same rules by which one is opened. */
function isRepository(root: string, folder: Name, entries: readonly FolderEntry[]): boolean {
  const git = nameInside(folder, { path: '.git' });
  if (!entries.some(({ name }) => name.path === git.path)) return false;
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
): FolderRules {
  const withFile = (rules: IgnoreRules, fileName: string): IgnoreRules => {
    if (!has(fileName)) return rules;
    const bytes = readWorkingFile(root, nameInside(folder, { path: fileName }), 1 << 20);
    return typeof bytes === 'string' ? rules : rules.withFile(folder.path, bytes.toString('utf8'));
  };
  return {
    ignored: withFile(outside.ignored, gitIgnoreFileName),
    excluded: withFile(outside.excluded, ignoreFileName),
    excludedByDefault: withFile(outside.excludedByDefault, ignoreFileName),
  };
}
