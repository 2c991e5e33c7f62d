/**
 * A repository is a git work tree, a bare git repository or a plain folder. Opening one reads none of its files, and a
 * plain folder does not require git.
 */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CodedError, systemError } from '../../errors.ts';
import { type GitLocation, gitOutput, runGit } from './git.ts';
import { refuseForeignGitFolder } from './own-git-folder.ts';
import { unexpectedOutput } from './process/git-errors.ts';

export { type ResolvedRef, resolveRef } from './resolve-ref.ts';

export interface Repository {
  readonly kind: 'git' | 'folder';
  /** Canonical root of the work tree; the git folder of a bare repository; a plain folder itself. */
  readonly root: string;
  /** Identifies the project: the canonical common git folder, which linked worktrees share, or the plain folder. */
  readonly identity: string;
  readonly bare: boolean;
  /** The git folder of this worktree. */
  readonly gitDir?: string;
  /** Folders that git must not leave, because a client named the repository; checked whenever git runs. */
  readonly within?: readonly string[];
  readonly hashAlgorithm: 'sha1' | 'sha256';
}

/**
 * Opens the repository that contains a path; inside a submodule, the submodule. Throws `workspace_not_allowed` before git
 * runs if git would read something that is not in the folders `within`.
 */
export async function openRepository(path: string, within?: readonly string[]): Promise<Repository> {
  const repository = await open(await canonicalFolder(path), within);
  return within === undefined ? repository : { ...repository, within };
}

async function open(folder: string, within: readonly string[] | undefined): Promise<Repository> {
  if (await looksLikeGitFolder(folder)) return openBareOrParent(folder, within);
  const top = await topOfWorkTree(folder);
  if (top !== undefined) return openWorkTree(top, within);
  return { kind: 'folder', root: folder, identity: folder, bare: false, hashAlgorithm: 'sha1' };
}

/** Returns the top of the work tree that contains a canonical folder. */
export async function topOfWorkTree(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    if (await holdsGit(at)) return at;
    if (dirname(at) === at) return undefined;
  }
}

async function canonicalFolder(path: string): Promise<string> {
  const data = { path };
  try {
    const folder = await realpath(path);
    if (!(await stat(folder)).isDirectory()) {
      throw new CodedError('invalid_input', `${path} is not a folder.`, { data });
    }
    await access(folder, constants.R_OK | constants.X_OK);
    return folder;
  } catch (error) {
    if (error instanceof CodedError) throw error;
    const exhausted = systemError(error, path);
    if (exhausted !== undefined) throw exhausted;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EACCES' || code === 'EPERM') {
      throw new CodedError('permission_denied', `${path} cannot be read.`, { data, cause: error });
    }
    throw new CodedError('invalid_input', `${path} does not exist.`, { data, cause: error });
  }
}

/** Whether this is a folder such as `project.git`. Parents are not checked: a bare repository opens by its own path. */
async function looksLikeGitFolder(folder: string): Promise<boolean> {
  const [nested, ...parts] = await Promise.all(['.git', 'HEAD', 'objects', 'refs'].map((name) => exists(folder, name)));
  return nested === false && parts.every(Boolean);
}

async function openBareOrParent(folder: string, within: readonly string[] | undefined): Promise<Repository> {
  if (basename(folder) === '.git') return openWorkTree(dirname(folder), within);
  const place = { folder, gitDir: folder, within };
  const { bare, hashAlgorithm } = await describe(place);
  if (!bare) {
    throw new CodedError('repository_unreadable', `${folder} is the git folder of a work tree at another path.`, {
      remediation: 'Pass the path of the work tree.',
      data: { path: folder },
    });
  }
  const identity = await commonFolder(place);
  await refuseForeignGitFolder({ folder, gitDir: folder, identity, bare, hashAlgorithm, within });
  return { kind: 'git', root: folder, identity, bare: true, gitDir: folder, hashAlgorithm };
}

/** A `.git` folder that has any of these belongs to a repository, intact or damaged. */
export const partsOfGitFolder = ['HEAD', 'objects', 'refs', 'config'] as const;

/** Whether a folder is the top of a work tree, intact or damaged. Like git, ignores an empty `.git` folder. */
async function holdsGit(folder: string): Promise<boolean> {
  const path = join(folder, '.git');
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return false;
  if (found.isFile()) return true;
  const parts = await Promise.all(partsOfGitFolder.map((name) => exists(path, name)));
  return parts.some(Boolean);
}

async function openWorkTree(folder: string, within: readonly string[] | undefined): Promise<Repository> {
  const place = { folder, within };
  const { bare, hashAlgorithm, gitDir, identity, top } =
    (await describeAtOnce(place)) ?? (await describeInParts(place));
  await refuseForeignGitFolder({ folder, gitDir, identity, bare, hashAlgorithm, within });
  if (bare) return { kind: 'git', root: gitDir, identity, bare, gitDir, hashAlgorithm };
  const root = await realpath(await top);
  if (root !== folder) {
    throw new CodedError('repository_unreadable', `The repository at ${folder} has its work tree at ${root}.`, {
      remediation: `Pass the path of the work tree, or remove \`core.worktree\` from the configuration in ${gitDir}.`,
      data: { path: folder },
    });
  }
  return { kind: 'git', root, identity, bare, gitDir, hashAlgorithm };
}

interface WorkTreeDescription extends Description {
  readonly identity: string;
  readonly top: string | Promise<string>;
}

/**
 * Describes a work tree with one git process, because the start dominates the cost. `rev-parse` echoes unknown options,
 * so a random word separates the paths, which may contain line ends. Returns undefined if git rejects any part; the
 * caller then requests the parts one by one to get the error.
 */
async function describeAtOnce(place: GitLocation): Promise<WorkTreeDescription | undefined> {
  const mark = `--${randomUUID()}`;
  const asked = [...described, mark, '--git-common-dir', mark, '--show-toplevel'];
  const { exitCode, stdout } = await runGit(place, 'rev-parse', asked);
  const [description, common, top, ...more] = withoutNewline(stdout).split(`\n${mark}\n`);
  if (exitCode !== 0 || description === undefined || common === undefined || !top || more.length > 0) return undefined;
  const identity = await realpath(resolve(place.folder, common)).catch(() => undefined);
  if (identity === undefined) return undefined;
  return { ...(await descriptionOf(place, description)), identity, top };
}

async function describeInParts(place: GitLocation): Promise<WorkTreeDescription> {
  const top = gitOutput(place, 'rev-parse', ['--show-toplevel']).then(withoutNewline);
  // A bare repository has no top level, so this result is then unused.
  top.catch(() => {});
  const [description, identity] = await Promise.all([describe(place), commonFolder(place)]);
  return { ...description, identity, top };
}

interface Description {
  readonly bare: boolean;
  readonly gitDir: string;
  readonly hashAlgorithm: 'sha1' | 'sha256';
}

/** The path is last because it may contain line ends. A git without the object format option echoes it. */
const described = ['--is-bare-repository', '--show-object-format', '--absolute-git-dir'];

async function describe(place: GitLocation): Promise<Description> {
  return descriptionOf(place, withoutNewline(await gitOutput(place, 'rev-parse', described)));
}

async function descriptionOf(place: GitLocation, answer: string): Promise<Description> {
  const [bare, format, ...path] = answer.split('\n');
  const gitDir = await realpath(path.join('\n')).catch(() => undefined);
  if ((bare !== 'true' && bare !== 'false') || gitDir === undefined) throw unexpectedOutput(place, 'rev-parse', answer);
  return {
    bare: bare === 'true',
    gitDir,
    hashAlgorithm: format === 'sha256' ? 'sha256' : 'sha1',
  };
}

async function commonFolder(place: GitLocation): Promise<string> {
  const answer = withoutNewline(await gitOutput(place, 'rev-parse', ['--git-common-dir']));
  return realpath(resolve(place.folder, answer)).catch(() => {
    throw unexpectedOutput(place, 'rev-parse', answer);
  });
}

function withoutNewline(output: Buffer): string {
  return output.toString('utf8').replace(/\n$/, '');
}

function exists(folder: string, name: string): Promise<boolean> {
  return lstat(join(folder, name)).then(
    () => true,
    () => false,
  );
}
