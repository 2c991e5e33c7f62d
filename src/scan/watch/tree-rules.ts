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
import { absolutePath, baseName, keyOf, type Name } from '../listing/names.ts';
import { newSlice } from '../listing/slice.ts';
import { differingPaths, type TrackedFolders, trackedFolders } from './tracked-paths.ts';

export interface TreeRules {
  /** Decides about a folder by the rules of its parent. */
  verdict(rules: FolderRules, name: Name): 'enter' | 'skip' | 'ask';
  /** Returns the keys of the folders that are ignored. */
  ignored(names: readonly Name[]): Promise<ReadonlySet<string>>;
  /** Whether an untracked folder with an entry `.git` is a repository of its own. */
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
  #tracked: TrackedFolders = { folders: new Set(), submodules: new Set() };

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  verdict(rules: FolderRules, name: Name): 'enter' | 'skip' | 'ask' {
    const key = keyOf(name);
    if (this.#tracked.submodules.has(key)) return 'skip';
    if (this.#tracked.folders.has(key)) return 'enter';
    const isDefault = defaultFolders.has(baseName(name.path));
    return isDefault && rules.excludedByDefault.ignores(name, true) ? 'skip' : 'ask';
  }

  async ignored(names: readonly Name[]): Promise<ReadonlySet<string>> {
    const rules = await gitRules(this.#repository);
    const found = new Set<string>();
    const slice = newSlice();
    for (const name of names) {
      if (slice.isOver()) await slice.next();
      if (rules.beside(name).ignores(name, true)) found.add(keyOf(name));
    }
    return found;
  }

  isNested(name: Name): boolean {
    const { root, within } = this.#repository;
    return !this.#tracked.folders.has(keyOf(name)) && isNestedRepository(absolutePath(root, name), within);
  }

  async readTracked(): Promise<TrackedChanges> {
    const place = gitLocationOf(this.#repository);
    const paths = await gitOutput(place, 'ls-files', ['-z']);
    // Most changes of the index only concern the content of files.
    if (paths.equals(this.#paths)) return { names: [], areFoldersOther: false };
    const tracked = await trackedFolders(await gitOutput(place, 'ls-files', ['-s', '-z']));
    const names = await differingPaths(this.#paths, paths);
    const areFoldersOther =
      differ(tracked.folders, this.#tracked.folders) || differ(tracked.submodules, this.#tracked.submodules);
    this.#paths = paths;
    this.#tracked = tracked;
    return { names, areFoldersOther };
  }
}

function differ(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size !== b.size) return true;
  for (const key of a) if (!b.has(key)) return true;
  return false;
}
