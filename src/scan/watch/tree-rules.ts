/**
 * Tree rules decide which folders are watched: all that listing may find files in. Where only git knows whether a folder
 * is ignored, git is asked, because a wrong guess would hide changes.
 */
import { gitLocationOf, gitOutput, runGit } from '../git/git.ts';
import { ignoredNames } from '../git/ignored-names.ts';
import type { Repository } from '../git/repository.ts';
import { defaultFolders } from '../listing/default-excludes.ts';
import { type FolderRules, isExcludedFolder } from '../listing/folder.ts';
import { baseName, keyOf, type Name, splitNames } from '../listing/names.ts';
import { type TrackedEntries, trackedEntries } from './tracked-entries.ts';

export interface TreeRules {
  /** Decides about a folder by the rules of its parent. */
  verdict(rules: FolderRules, name: Name): 'enter' | 'skip' | 'ask';
  /** Returns the keys of the folders that are ignored. */
  ignored(names: readonly Name[]): Promise<ReadonlySet<string>>;
  /** Whether an untracked folder with an entry `.git` is a repository of its own. */
  isNested(name: Name): Promise<boolean>;
  /** Reads which folders hold tracked files. Has to be called first, and again when git's index has changed. */
  readTracked(): Promise<TrackedChanges>;
  /** Reads which tracked files the rules ignore, and returns those that came or went. */
  readTrackedIgnored(): Promise<readonly Name[]>;
}

export interface TrackedChanges {
  /** Paths that listing includes only because they are in the index, or no longer includes. */
  readonly names: readonly Name[];
  /** Whether folders may have to be watched that were not, or the other way round. */
  readonly areFoldersOther: boolean;
}

export function treeRules(repository: Repository): TreeRules {
  return repository.kind === 'git' ? new GitRules(repository) : plainRules;
}

const plainRules: TreeRules = {
  verdict: (rules, name) =>
    rules.ignored.ignores(`${name.path}/`) || isExcludedFolder(rules, name) ? 'skip' : 'enter',
  ignored: async () => new Set(),
  isNested: async () => false,
  readTracked: async () => ({ names: [], areFoldersOther: false }),
  readTrackedIgnored: async () => [],
};

class GitRules implements TreeRules {
  readonly #repository: Repository;
  #tracked: TrackedEntries = { folders: new Set(), submodules: new Map(), inDefaultFolders: new Map() };
  #trackedIgnored: ReadonlyMap<string, Name> = new Map();

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  verdict(rules: FolderRules, name: Name): 'enter' | 'skip' | 'ask' {
    const key = keyOf(name);
    if (this.#tracked.submodules.has(key)) return 'skip';
    if (this.#tracked.folders.has(key)) return 'enter';
    const isDefault = defaultFolders.has(baseName(name.path));
    return isDefault && rules.excludedByDefault.ignores(`${name.path}/`) ? 'skip' : 'ask';
  }

  ignored(names: readonly Name[]): Promise<ReadonlySet<string>> {
    return ignoredNames(this.#repository, names);
  }

  async isNested(name: Name): Promise<boolean> {
    if (name.rawPath !== undefined) return false;
    const args = ['-o', '--exclude-standard', '-z', '--', `:(literal)${name.path}`];
    const { exitCode, stdout } = await runGit(gitLocationOf(this.#repository), 'ls-files', args);
    return exitCode === 0 && splitNames(stdout).some(({ path }) => path === `${name.path}/`);
  }

  async readTracked(): Promise<TrackedChanges> {
    const before = this.#tracked;
    const output = await gitOutput(gitLocationOf(this.#repository), 'ls-files', ['-s', '-z']);
    const now = await trackedEntries(output);
    this.#tracked = now;
    const names = [
      ...differing(before.submodules, now.submodules),
      ...differing(before.inDefaultFolders, now.inDefaultFolders),
    ];
    const isSame = isSubset(before.folders, now.folders) && isSubset(now.folders, before.folders);
    return { names, areFoldersOther: !isSame || differing(before.submodules, now.submodules).length > 0 };
  }

  async readTrackedIgnored(): Promise<readonly Name[]> {
    const before = this.#trackedIgnored;
    const args = ['-c', '-i', '--exclude-standard', '-z'];
    const output = await gitOutput(gitLocationOf(this.#repository), 'ls-files', args);
    this.#trackedIgnored = new Map(splitNames(output).map((name) => [keyOf(name), name]));
    return differing(before, this.#trackedIgnored);
  }
}

function isSubset(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const key of a) if (!b.has(key)) return false;
  return true;
}

/** Returns the names that are in only one of two maps. */
function differing(a: ReadonlyMap<string, Name>, b: ReadonlyMap<string, Name>): Name[] {
  const onlyIn = (one: ReadonlyMap<string, Name>, other: ReadonlyMap<string, Name>) =>
    [...one].flatMap(([key, name]) => (other.has(key) ? [] : [name]));
  return [...onlyIn(a, b), ...onlyIn(b, a)];
}
