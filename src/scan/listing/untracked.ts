/**
 * Untracked files are in the working tree, but neither in git's index nor ignored. Git tells which files and folders are
 * not in its index, without entering such a folder or reading an ignore file; the rest is decided and walked here. So are
 * the folders at gitlinks, the entries of submodules in the index: git never looks into one, submodule or not.
 */

import { above, atOrBelow } from '../../text/path-sets.ts';
import { gitLocationOf, gitOutput } from '../git/git.ts';
import { isNestedRepository } from '../git/nested-repository.ts';
import type { Repository } from '../git/repository.ts';
import { type GitRules, gitRules } from './ignore/git-rules.ts';
import { gitIgnoreFileName } from './ignore/ignore-files.ts';
import type { IgnoreWork } from './ignore/ignore-limits.ts';
import type { IgnoreRules } from './ignore/ignore-rules.ts';
import { type Lstat, lstatBelow } from './lstat.ts';
import { absolutePath, bytesOf, keyOf, type Name, nameOf, splitNames } from './names.ts';
import { asText, pathspecs } from './pathspecs.ts';
import { type FolderEntry, readFolder } from './read-folder.ts';
import { newSlice, type Slice } from './slice.ts';

export interface Untracked {
  /** Files and links. */
  readonly files: readonly Name[];
  /** The folders of nested repositories, which are not entered. */
  readonly nested: readonly Name[];
  /** The keys of the gitlinks at which there is an ordinary folder with entries, and no repository. */
  readonly plainFolders: ReadonlySet<string>;
}

export interface UntrackedOptions {
  /** Only what is at or below these paths. */
  readonly paths?: readonly string[];
  readonly gitlinks?: Promise<readonly Name[]>;
  readonly work?: IgnoreWork;
  readonly signal?: AbortSignal | undefined;
}

export async function untrackedNames(repository: Repository, options: UntrackedOptions = {}): Promise<Untracked> {
  const { paths, work, signal } = options;
  const asked = paths && new Set(paths.map(outsideNested(repository)));
  // The third option adds folders that take the place of a tracked file.
  const args = ['-o', '--directory', '-k', '-z', ...(asked === undefined ? [] : pathspecs([...asked].map(asText)))];
  const [output, rules, gitlinks] = await Promise.all([
    gitOutput(gitLocationOf(repository), 'ls-files', args, { signal }),
    gitRules(repository, work, signal),
    options.gitlinks,
  ]);
  const walk = new Walk(repository, rules, paths, signal);
  const seen = new Set<string>();
  for (const entry of splitNames(output)) {
    const key = keyOf(entry);
    if (seen.has(key)) continue;
    seen.add(key);
    await walk.add(entry);
  }
  for (const gitlink of gitlinks ?? []) await walk.addGitlink(gitlink);
  return walk;
}

/**
 * Returns the outermost nested repository that contains a path, else the path. Git would follow the `.git` of that
 * repository, which may lead outside, to decide whether to list what is in it.
 */
function outsideNested({ root, within }: Repository): (path: string) => string {
  const known = new Map<string, boolean>();
  const isNested = (folder: string): boolean => {
    const found = known.get(folder) ?? isNestedRepository(absolutePath(root, { path: folder }), within);
    known.set(folder, found);
    return found;
  };
  return (path) => {
    for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
      if (isNested(path.slice(0, slash))) return path.slice(0, slash);
    }
    return path;
  };
}

interface Folder {
  readonly name: Name;
  /** The rules for the folder itself. */
  readonly rules: IgnoreRules;
  /** Whether everything in the folder is wanted. */
  readonly isWanted: boolean;
}

class Walk implements Untracked {
  readonly files: Name[] = [];
  readonly nested: Name[] = [];
  readonly plainFolders = new Set<string>();
  readonly #root: string;
  readonly #lstat: (name: Name) => Lstat;
  readonly #within: readonly string[] | undefined;
  readonly #rules: GitRules;
  readonly #isWanted: (path: string) => boolean;
  /** A folder with something wanted. */
  readonly #isAbove: (folder: string) => boolean;
  readonly #signal: AbortSignal | undefined;
  readonly #slice: Slice = newSlice();

  constructor(
    { root, within }: Repository,
    rules: GitRules,
    paths: readonly string[] | undefined,
    signal: AbortSignal | undefined,
  ) {
    this.#root = root;
    this.#lstat = lstatBelow(root);
    this.#within = within;
    this.#rules = rules;
    this.#isWanted = paths === undefined ? () => true : atOrBelow(paths);
    this.#isAbove = above(paths ?? []);
    this.#signal = signal;
  }

  /** Adds an entry that git listed: a folder has a trailing slash. */
  async add(entry: Name): Promise<void> {
    if (this.#slice.isOver()) await this.#pause();
    const isFolder = entry.path.endsWith('/');
    const name = isFolder ? withoutSlash(entry) : entry;
    const rules = this.#rules.beside(name);
    if (rules.ignores(name, isFolder)) return;
    if (isFolder) await this.#walk({ name, rules, isWanted: this.#isWanted(name.path) });
    else if (this.#isWanted(name.path)) this.files.push(name);
  }

  async addGitlink(name: Name): Promise<void> {
    if (this.#slice.isOver()) await this.#pause();
    if (this.#lstat(name).kind !== 'folder') return;
    const entries = readFolder(this.#root, name);
    // A submodule that is not checked out is an empty folder.
    if (!Array.isArray(entries) || entries.length === 0 || this.#isNested(name, entries)) return;
    this.plainFolders.add(keyOf(name));
    const rules = this.#rules.beside(name);
    if (!rules.ignores(name, true)) await this.#walk({ name, rules, isWanted: this.#isWanted(name.path) });
  }

  async #walk(top: Folder): Promise<void> {
    const open = [top];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      const entries = readFolder(this.#root, folder.name);
      // As for git, a folder that cannot be read is empty.
      if (!Array.isArray(entries)) continue;
      if (this.#isNested(folder.name, entries)) {
        if (folder.isWanted) this.nested.push(folder.name);
        continue;
      }
      const hasRules = entries.some(({ segment }) => segment === gitIgnoreFileName);
      const rules = this.#rules.inside(folder.name, folder.rules, hasRules);
      for (const { name, segment, kind } of entries) {
        // Comparing one path with hostile patterns can take milliseconds.
        if (this.#slice.isOver()) await this.#pause();
        if (kind === 'special' || this.#isGitEntry(segment)) continue;
        const isFolder = kind === 'folder';
        const isWanted = folder.isWanted || this.#isWanted(name.path);
        if ((!isWanted && !(isFolder && this.#isAbove(name.path))) || rules.ignores(name, isFolder)) continue;
        if (isFolder) open.push({ name, rules, isWanted });
        else this.files.push(name);
      }
    }
  }

  async #pause(): Promise<void> {
    await this.#slice.next();
    this.#signal?.throwIfAborted();
  }

  #isNested(folder: Name, entries: readonly FolderEntry[]): boolean {
    return (
      entries.some(({ segment }) => this.#isGitEntry(segment)) &&
      isNestedRepository(absolutePath(this.#root, folder), this.#within)
    );
  }

  #isGitEntry(segment: string): boolean {
    return segment === '.git' || (this.#rules.foldsCase && segment.toLowerCase() === '.git');
  }
}

function withoutSlash(folder: Name): Name {
  return folder.rawPath === undefined ? { path: folder.path.slice(0, -1) } : nameOf(bytesOf(folder).subarray(0, -1));
}
