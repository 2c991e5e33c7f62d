/**
 * Tree rules decide which folders are watched: all that listing may find files in. Whether git ignores a folder depends on
 * files all over the tree and outside it, so this is decided for many folders at a time, by rules that are read anew.
 */
import { gitLocationOf, gitOutput } from '../git/git.ts';
import { isNestedRepository } from '../git/nested-repository.ts';
import type { Repository } from '../git/repository.ts';
import { defaultFolders } from '../listing/default-excludes.ts';
import { type FolderRules, isExcludedFolder } from '../listing/folder.ts';
import { gitRules } from '../listing/ignore/git-rules.ts';
import { ignoreWork } from '../listing/ignore/ignore-limits.ts';
import { absolutePath, baseName, keyOf, type Name } from '../listing/names.ts';
import { newSlice } from '../listing/slice.ts';
import { differingPaths, trackedFolders } from './tracked-paths.ts';

export interface TreeRules {
  /** Decides about a folder by the rules of its parent. */
  verdict(rules: FolderRules, name: Name): 'enter' | 'skip' | 'ask';
  /** Returns the keys of the folders that are ignored. */
  ignored(names: readonly Name[]): Promise<ReadonlySet<string>>;
  /** Whether a folder with an entry `.git` is a repository of its own: a submodule, or an untracked one. */
  isNested(name: Name): boolean;
  /** Reads what git tracks. Has to be called first, and again when git's index has changed. */
  readTracked(): Promise<TrackedChanges>;
}

export interface TrackedChanges {
  /** Paths that came into the index or left it. Listing includes an ignored file only if it is there. */
  readonly names: readonly Name[];
  /** Whether folders may have to be watched that were not, or the other way round. */
  readonly areFoldersOther: boolean;
}

export function treeRules(repository: Repository): TreeRules {
  return repository.kind === 'git' ? new GitRules(repository) : plainRules;
}

const plainRules: TreeRules = {
  verdict: (rules, name) => (rules.ignored.ignores(name, true) || isExcludedFolder(rules, name) ? 'skip' : 'enter'),
  ignored: async () => new Set(),
  isNested: () => false,
  readTracked: async () => ({ names: [], areFoldersOther: false }),
};

class GitRules implements TreeRules {
  readonly #repository: Repository;
  /** The paths in git's index, each followed by NUL. */
  #paths: Buffer = Buffer.alloc(0);
  #trackedFolders: ReadonlySet<string> = new Set();

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  verdict(rules: FolderRules, name: Name): 'enter' | 'skip' | 'ask' {
    if (this.#trackedFolders.has(keyOf(name))) return 'enter';
    const isDefault = defaultFolders.has(baseName(name.path));
    return isDefault && rules.excludedByDefault.ignores(name, true) ? 'skip' : 'ask';
  }

  async ignored(names: readonly Name[]): Promise<ReadonlySet<string>> {
    const work = ignoreWork();
    const rules = await gitRules(this.#repository, work);
    const found = new Set<string>();
    const slice = newSlice();
    for (const name of names) {
      if (slice.isOver()) await slice.next();
      // A folder that takes too long to decide about is watched.
      if (rules.beside(name).ignores(name, true) && !work.undecided.has(`${name.path}/`)) found.add(keyOf(name));
    }
    return found;
  }

  isNested(name: Name): boolean {
    const { root, within } = this.#repository;
    return !this.#trackedFolders.has(keyOf(name)) && isNestedRepository(absolutePath(root, name), within);
  }

  async readTracked(): Promise<TrackedChanges> {
    const place = gitLocationOf(this.#repository);
    const paths = await gitOutput(place, 'ls-files', ['-z']);
    // Most changes of the index only concern the content of files.
    if (paths.equals(this.#paths)) return { names: [], areFoldersOther: false };
    const folders = await trackedFolders(paths);
    const names = await differingPaths(this.#paths, paths);
    const areFoldersOther = differ(folders, this.#trackedFolders);
    this.#paths = paths;
    this.#trackedFolders = folders;
    return { names, areFoldersOther };
  }
}

function differ(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size !== b.size) return true;
  for (const key of a) if (!b.has(key)) return true;
  return false;
}
