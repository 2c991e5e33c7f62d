/**
 * The folders and files that git reads for a repository in addition to its work tree. Inside a git folder, git gets only
 * regular files and folders: a link could lead into another repository, and a named pipe would block git. A few links
 * that people set on purpose are followed, as are `alternates`. They may lead anywhere, which is acceptable if the user
 * named the repository, but not if a client did.
 */
import { type BigIntStats, realpathSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, isAbsolute, join, parse, resolve } from 'node:path';
import { CodedError } from '../../errors.ts';
import { readPlainText } from '../content/read-file.ts';
import { statOf } from './file-stamp.ts';
import { type FolderEntries, folderEntries } from './storage/folder-entries.ts';
import { gitFileTarget, withoutLineEnds } from './storage/link-text.ts';
import { namedFiles } from './storage/named-files.ts';
import { StorageBudget, type StorageLimits } from './storage/storage-budget.ts';
import { leadsOutside, outsideAllowedRoots } from './storage/walk-inside.ts';

/** The git folder of a worktree, and the one that all worktrees share. */
export interface GitFolders {
  readonly gitDir: string;
  readonly commonDir: string;
  /** The folder that git runs in. */
  readonly folder: string;
  /** Folders that contain everything that git reads; undefined means no limit. */
  readonly within?: readonly string[] | undefined;
}

/**
 * Returns the canonical paths of everything that git reads. Throws `repository_unreadable` if an entry is not a regular
 * file or a folder, or there is too much to check, and `workspace_not_allowed` if a path leads out of `within`, before
 * anything there is looked at.
 */
export function gitStorage(folders: GitFolders, limits?: StorageLimits): readonly string[] {
  return checkedStorage(folders, limits).found;
}

/** Returns the canonical paths of the folders of objects: the repository's own and its alternates. Throws likewise. */
export function objectFolders(folders: GitFolders): readonly string[] {
  return checkedStorage(folders).objects;
}

interface CheckedStorage {
  readonly found: readonly string[];
  readonly objects: readonly string[];
}

function checkedStorage({ gitDir, commonDir, folder, within }: GitFolders, limits?: StorageLimits): CheckedStorage {
  const key = [gitDir, commonDir, folder, ...(within ?? [])].join('\0');
  const startedAtMs = performance.now();
  const known = checked.get(key);
  if (known !== undefined && startedAtMs < known.untilMs) return known;
  checked.delete(key);
  for (const one of [gitDir, commonDir]) refuseOutside(one, folder, within);
  const gitFolders = [...new Set([gitDir, commonDir].map(leadsTo))];
  const storage = new Storage(folder, within, gitFolders, new StorageBudget(limits));
  for (const one of gitFolders) storage.addGitFolder(one);
  const result = { found: [...storage.found], objects: [...storage.objects] };
  const endedAtMs = performance.now();
  checked.set(key, { ...result, untilMs: endedAtMs + (endedAtMs - startedAtMs - cheapMs) * restFactor });
  const [oldest] = checked.keys();
  if (checked.size > maxChecked && oldest !== undefined) checked.delete(oldest);
  return result;
}

/** A cheap check is repeated every time; one of thousands of folders of refs takes a twentieth of the time. */
const cheapMs = 20;
const restFactor = 20;
const maxChecked = 100;
const checked = new Map<string, CheckedStorage & { readonly untilMs: number }>();

/** Finds the git folders of a work tree or bare repository without git. They need not exist. */
export function findGitFolders(folder: string, gitFolder: string, within?: readonly string[]): GitFolders {
  refuseOutside(gitFolder, folder, within);
  const found = statOf(gitFolder);
  if (found !== undefined && isSpecial(found)) throw blocking(gitFolder);
  const target = found?.isFile() ? gitFileTarget(readPlainText(gitFolder, maxLinkBytes) ?? '') : undefined;
  const gitDir = target === undefined ? gitFolder : resolve(dirname(gitFolder), target);
  for (const path of [gitDir, join(gitDir, 'commondir')]) refuseOutside(path, folder, within);
  const common = readPlainText(join(gitDir, 'commondir'), maxLinkBytes);
  return {
    gitDir,
    commonDir: common === undefined ? gitDir : resolve(gitDir, withoutLineEnds(common)),
    folder,
    within,
  };
}

const maxLinkBytes = 65_536;

/** Throws the same error whether or not something exists at a path outside the folders. */
function refuseOutside(path: string, folder: string, within: readonly string[] | undefined): void {
  if (within !== undefined && path !== devNull && leadsOutside(path, within)) throw outsideAllowedRoots(folder);
}

/** What git reads in a git folder. Hooks, logs and the data of other programs are not among it. */
const readByGit =
  /^([A-Z][A-Z_]*|commondir|config|config\.worktree|gitdir|index|info|objects|packed-refs|refs|reftable|shallow|sharedindex\..*)$/;
/** Links that some tools, such as `git-new-workdir` and `repo`, set in a git folder, and users in `info`. */
const usualLinks: ReadonlySet<string> = new Set([
  ...['HEAD', 'config', 'info', 'objects', 'packed-refs', 'refs', 'shallow'],
  ...['info/attributes', 'info/exclude', 'info/sparse-checkout'],
]);

class Storage {
  readonly found = new Set<string>();
  readonly objects = new Set<string>();
  readonly #folder: string;
  readonly #within: readonly string[] | undefined;
  readonly #gitFolders: readonly string[];
  readonly #budget: StorageBudget;

  constructor(
    folder: string,
    within: readonly string[] | undefined,
    gitFolders: readonly string[],
    budget: StorageBudget,
  ) {
    this.#folder = folder;
    this.#within = within;
    this.#gitFolders = gitFolders;
    this.#budget = budget;
  }

  #refuseOutside(path: string): void {
    refuseOutside(path, this.#folder, this.#within);
  }

  addGitFolder(gitFolder: string): void {
    this.found.add(gitFolder);
    const { links, pipes, sockets } = this.#entries(gitFolder);
    const pipe = pipes[0] ?? sockets.find((name) => readByGit.test(name));
    if (pipe !== undefined) throw blocking(join(gitFolder, pipe));
    const at = (name: string): string => {
      const path = join(gitFolder, name);
      return links.includes(name) ? this.#follow(gitFolder, name) : path;
    };
    for (const name of links) if (readByGit.test(name)) this.#follow(gitFolder, name);
    this.#addPlain(at('refs'), { isDeep: true });
    this.#addPlain(join(gitFolder, 'reftable'));
    this.#addInfo(gitFolder, at('info'));
    this.#addObjects(at('objects'), new Set());
    for (const name of ['config', 'config.worktree']) this.#addConfig(join(gitFolder, name));
  }

  #entries(folder: string): FolderEntries {
    return folderEntries(folder, this.#budget);
  }

  /** Returns where a link leads to. */
  #follow(gitFolder: string, name: string): string {
    const path = join(gitFolder, name);
    if (!usualLinks.has(name)) throw isLink(path);
    this.#refuseOutside(path);
    const target = leadsTo(path);
    this.found.add(target);
    this.refuseSpecial(target);
    return target;
  }

  /** Throws unless a folder, if there is one, contains only regular files and folders. */
  #addPlain(folder: string, { isDeep = false } = {}): void {
    const todo = [folder];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      const { folders, links, pipes, sockets } = this.#entries(next);
      const [pipe] = [...pipes, ...sockets];
      if (pipe !== undefined) throw blocking(join(next, pipe));
      if (links[0] !== undefined) throw isLink(join(next, links[0]));
      if (isDeep) for (const name of folders) todo.push(join(next, name));
    }
  }

  #addInfo(gitFolder: string, info: string): void {
    const { links, pipes, sockets } = this.#entries(info);
    const [pipe] = [...pipes, ...sockets];
    if (pipe !== undefined) throw blocking(join(info, pipe));
    for (const name of links) this.#follow(gitFolder, `info/${name}`);
  }

  #addObjects(objects: string, seen: Set<string>): void {
    if (seen.has(objects)) return;
    seen.add(objects);
    this.found.add(objects);
    this.objects.add(objects);
    this.#addPlain(objects);
    for (const name of this.#entries(objects).folders) {
      if (/^([0-9a-f]{2}|pack|info)$/.test(name)) this.#addPlain(join(objects, name));
    }
    this.#addPlain(join(objects, 'info', 'commit-graphs'));
    for (const alternate of alternatesOf(objects, this.#budget, (path) => this.#refuseOutside(path))) {
      if (alternate === parse(alternate).root) this.found.add(alternate);
      else this.#addObjects(alternate, seen);
    }
  }

  /**
   * Throws if a configuration, or one that it includes, makes git open something else than a regular file, or look at
   * something outside the allowed roots.
   */
  #addConfig(config: string): void {
    this.refuseSpecial(config);
    const options = {
      budget: this.#budget,
      folder: this.#folder,
      gitFolders: this.#within === undefined ? [] : this.#gitFolders,
      // Git reports what is wrong with it, unless it can read what was not understood here.
      onUnclear: (file: string) => {
        throw unreadable(file, `${file} has a line that cannot be read.`);
      },
    };
    for (const { key, path, by, isFolder } of namedFiles(config, options)) {
      if (path === undefined) throw unreadable(by, `${by} has a setting ${key} whose path cannot be checked.`);
      this.#refuseOutside(path);
      if (path !== devNull) this.found.add(leadsTo(path));
      if (!isFolder) this.refuseSpecial(path, `the setting ${key} in ${by}`);
    }
  }

  refuseSpecial(path: string, why?: string): void {
    const found = statOf(path);
    if (found !== undefined && isSpecial(found) && path !== devNull) throw blocking(path, why);
  }
}

/**
 * Returns where the alternates of a folder of objects lead to. Nothing is resolved if there are too many. Calls `check`
 * before it looks at one.
 */
function alternatesOf(objects: string, budget: StorageBudget, check: (path: string) => void): string[] {
  const file = join(objects, 'info', 'alternates');
  const text = readPlainText(file, budget.limits.alternatesBytes);
  if (text === undefined && Number(statOf(file)?.size ?? 0) > budget.limits.alternatesBytes) {
    throw budget.exceeded('alternatesBytes', file);
  }
  const lines = new Set((text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#')));
  budget.spend('alternates', lines.size, file);
  return [...lines].flatMap((line) => {
    // A quoted path contains escapes, another may not be UTF-8. They are treated as if they named the file system root.
    if (line.startsWith('"') || line.includes('\ufffd')) return [parse(objects).root];
    const path = isAbsolute(line) ? line : `${objects}/${line}`;
    check(path);
    // Some versions of git resolve `..` before links, some after.
    return [...new Set([leadsTo(path), leadsTo(resolve(path))])];
  });
}

/** A missing path may be created later, so it counts as written. */
function leadsTo(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

function isSpecial(found: BigIntStats): boolean {
  return !found.isFile() && !found.isDirectory();
}

function blocking(path: string, why?: string): CodedError {
  const named = why === undefined ? '' : `, named by ${why}`;
  return unreadable(path, `${path}${named} is a named pipe, socket or device, and git would block on it.`);
}

function isLink(path: string): CodedError {
  return unreadable(path, `${path} is a symbolic link. Inside a git folder, links to other storage are not followed.`);
}

function unreadable(path: string, message: string): CodedError {
  return new CodedError('repository_unreadable', message, {
    remediation: 'Remove it if you trust the rest of the repository, or clone the repository anew, then try again.',
    data: { path },
  });
}
