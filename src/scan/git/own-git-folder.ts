/**
 * Checks that a git folder belongs to the folder it was found from. A `.git` link, or a `commondir` inside it, can
 * point to the git folder of another repository of the user, whose index would then be filled with foreign files.
 */
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CodedError } from '../../errors.ts';
import { readPlainText } from '../content/read-file.ts';
import { runGit } from './git.ts';

/** All paths are canonical. */
export interface FoundGitFolder {
  readonly folder: string;
  readonly gitDir: string;
  /** The git folder that worktrees share. */
  readonly identity: string;
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
    remediation: 'Pass the path of that work tree. If this one was moved, run `git worktree repair` in it first.',
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

/** Whether a folder called `.git` belongs to its parent folder; its own configuration may name another work tree. */
async function belongsTo({ folder, gitDir, within }: FoundGitFolder): Promise<boolean> {
  if (basename(gitDir) !== '.git' || dirname(gitDir) === folder) return true;
  const place = { folder: dirname(gitDir), gitDir, within };
  const { exitCode, stdout } = await runGit(place, 'rev-parse', ['--show-toplevel']);
  const configured = stdout.toString('utf8').replace(/\n$/, '');
  return exitCode === 0 && (await realpath(configured).catch(() => undefined)) === folder;
}
