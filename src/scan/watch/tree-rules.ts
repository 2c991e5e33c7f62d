/**
 * Tree rules decide which folders are watched: all that listing may find files in. Where only git knows whether a folder
 * is ignored, git is asked, because a wrong guess would hide changes.
 */
import { gitLocationOf, gitOutput, runGit } from '../git/git.ts';
import { ignoredNames } from '../git/ignored-names.ts';
import type { Repository } from '../git/repository.ts';
import { defaultFolders, defaultFoldersOn } from '../listing/default-excludes.ts';
import { type FolderRules, isExcludedFolder } from '../listing/folder.ts';
import { baseName, keyOf, type Name, parentOf, splitEntries, splitNames } from '../listing/names.ts';

export interface TreeRules {
  /** Decides about a folder by the rules of its parent. */
  verdict(rules: FolderRules, name: Name): 'enter' | 'skip' | 'ask';
  /** Returns the keys of the folders that are ignored. */
  ignored(names: readonly Name[]): Promise<ReadonlySet<string>>;
  /** Whether an untracked folder with an entry `.git` is a repository of its own. */
  isNested(name: Name): Promise<boolean>;
  /** Reads the index of git again and returns what it changes. */
  refresh(): Promise<RuleChanges>;
}

export interface RuleChanges {
  /** Paths that listing includes only because they are in the index, or no longer includes. */
  readonly names: readonly Name[];
  /** Whether folders may have to be watched that were not, or the other way round. */
  readonly isOther: boolean;
}

export function treeRules(repository: Repository): TreeRules {
  return repository.kind === 'git' ? new GitRules(repository) : plainRules;
}

const plainRules: TreeRules = {
  verdict: (rules, name) =>
    rules.ignored.ignores(`${name.path}/`) || isExcludedFolder(rules, name) ? 'skip' : 'enter',
  ignored: async () => new Set(),
  isNested: async () => false,
  refresh: async () => ({ names: [], isOther: false }),
};

class GitRules implements TreeRules {
  readonly #repository: Repository;
  /** Folders with tracked files, at any depth. */
  #tracked: ReadonlySet<string> = new Set();
  /** Entries of the index that decide about listing or watching; most do not, since listing finds them anyway. */
  #decisive: ReadonlyMap<string, Name> = new Map();
  #submodules: ReadonlySet<string> = new Set();

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  verdict(rules: FolderRules, name: Name): 'enter' | 'skip' | 'ask' {
    const key = keyOf(name);
    if (this.#submodules.has(key)) return 'skip';
    if (this.#tracked.has(key)) return 'enter';
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

  async refresh(): Promise<RuleChanges> {
    const place = gitLocationOf(this.#repository);
    const [all, ignored] = await Promise.all([
      gitOutput(place, 'ls-files', ['-s', '-z']),
      gitOutput(place, 'ls-files', ['-c', '-i', '--exclude-standard', '-z']),
    ]);
    const tracked = new Set<string>();
    const submodules = new Set<string>();
    const decisive = new Map(splitNames(ignored).map((name) => [keyOf(name), name]));
    for (const { header, ...name } of splitEntries(all)) {
      addFolders(tracked, name);
      if (header.startsWith('160000')) submodules.add(keyOf(name));
      if (header.startsWith('160000') || defaultFoldersOn(name.path).length > 0) decisive.set(keyOf(name), name);
    }
    const isOther = differs(tracked, this.#tracked) || differs(submodules, this.#submodules);
    const names = [...missing(decisive, this.#decisive), ...missing(this.#decisive, decisive)];
    this.#tracked = tracked;
    this.#submodules = submodules;
    this.#decisive = decisive;
    return { names, isOther };
  }
}

function addFolders(folders: Set<string>, name: Name): void {
  for (let at = parentOf(name); at.path !== ''; at = parentOf(at)) {
    const key = keyOf(at);
    if (folders.has(key)) return;
    folders.add(key);
  }
}

function differs(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size !== b.size || [...a].some((key) => !b.has(key));
}

function missing(from: ReadonlyMap<string, Name>, known: ReadonlyMap<string, Name>): Name[] {
  return [...from].flatMap(([key, name]) => (known.has(key) ? [] : [name]));
}
