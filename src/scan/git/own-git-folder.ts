/**
 * Checks that a git folder belongs to the folder it was found from. A `.git` link, or a `commondir` inside it, can
 * point to the git folder of another repository of the user, whose index would then be filled with foreign files.
 */
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { CodedError } from '../../errors.ts';
import { readPlainText } from '../content/read-file.ts';
import { type GitLocation, runGit } from './git.ts';
import { hasIndex, isIndexOf } from './storage/index-head.ts';

/** All paths are canonical. */
export interface FoundGitFolder {
  readonly folder: string;
  readonly gitDir: string;
  /** The git folder that worktrees share. */
  readonly identity: string;
  readonly bare: boolean;
  readonly hashAlgorithm: 'sha1' | 'sha256';
  /** Folders that git must not leave; undefined means no limit. */
  readonly within?: readonly string[] | undefined;
}

/** Throws if a git folder belongs to another work tree than the one it was found from. */
export async function refuseForeignGitFolder(found: FoundGitFolder): Promise<void> {
  const { folder, gitDir, identity } = found;
  const isOwn = gitDir === identity ? await belongsTo(found) : await isLinkedWorktree(found);
  if (isOwn) return;
  const other = gitDir === identity ? gitDir : identity;
  throw new CodedError('repository_unreadable', `${folder} points to ${other}, which belongs to another work tree.`, {
    remediation:
      'Pass the path of that work tree. If this one was moved, run `git worktree repair` in it first; ' +
      'if it has a separate git folder, `git config core.worktree "$PWD"`.',
    data: { path: folder },
  });
}

const maxLinkBytes = 65_536;

/** Whether the repository lists this worktree and the entry points back to it. */
async function isLinkedWorktree({ folder, gitDir, identity }: FoundGitFolder): Promise<boolean> {
  if (dirname(gitDir) !== join(identity, 'worktrees')) return false;
  const back = readPlainText(join(gitDir, 'gitdir'), maxLinkBytes)?.replace(/\n$/, '');
  if (back === undefined) return false;
  const worktree = await realpath(dirname(resolve(gitDir, back))).catch(() => undefined);
  return worktree === folder;
}

/**
 * Whether a git folder belongs to the folder it was found from: it is `.git` there, its own configuration names the
 * folder, or its index describes the files in it. A `.git` file alone proves nothing.
 */
async function belongsTo({ folder, gitDir, bare, hashAlgorithm, within }: FoundGitFolder): Promise<boolean> {
  if (gitDir === folder || gitDir === join(folder, '.git')) return true;
  const isCalledGit = basename(gitDir) === '.git';
  if (!isCalledGit && isBelow(gitDir, folder)) return true;
  if (bare) return false;
  const place = { folder: isCalledGit ? dirname(gitDir) : folder, gitDir, within };
  if (isCalledGit) return (await configuredTree(place)) === folder;
  // Whoever opens the work tree compares the two.
  if (await hasConfiguredTree(place)) return true;
  if (isIndexOf(gitDir, folder, hashAlgorithm === 'sha256' ? 32 : 20)) return true;
  return !hasIndex(gitDir) && (await isEmpty(place));
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

async function hasConfiguredTree(place: GitLocation): Promise<boolean> {
  const { exitCode } = await runGit(place, 'config', ['-z', '--get-regexp', '^core\\.worktree$']);
  return exitCode === 0;
}

async function configuredTree(place: GitLocation): Promise<string | undefined> {
  const { exitCode, stdout } = await runGit(place, 'rev-parse', ['--show-toplevel']);
  const configured = stdout.toString('utf8').replace(/\n$/, '');
  return exitCode === 0 ? realpath(configured).catch(() => undefined) : undefined;
}

/** Whether a repository has no refs, as after `git init`: then there is nothing that could belong to another one. */
async function isEmpty(place: GitLocation): Promise<boolean> {
  const { exitCode, stdout } = await runGit(place, 'rev-parse', ['--all']);
  return exitCode === 0 && stdout.length === 0;
}
