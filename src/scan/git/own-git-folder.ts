/**
 * Checks that a git folder belongs to the folder it was found from. A `.git` link, or a `commondir` inside it, can
 * point to the git folder of another repository of the user, whose index would then be filled with foreign files.
 */
import { realpath, stat } from 'node:fs/promises';
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

/** Files that git opens first. Links among them are followed, as git does. */
const openedByGit = [
  'HEAD',
  'config',
  'config.worktree',
  'commondir',
  'gitdir',
  'index',
  'packed-refs',
  'info/exclude',
];

/** Throws if a git folder, or a path that leads to it, is or contains a named pipe that would block git. */
export async function refusePipes(folder: string, gitFolder: string): Promise<void> {
  const link = await stat(gitFolder).catch(() => undefined);
  if (link?.isFIFO()) throw isPipe(folder, gitFolder);
  const gitDir = link?.isFile() ? (linkTarget(gitFolder) ?? gitFolder) : gitFolder;
  const common = readPlainText(join(gitDir, 'commondir'), maxLinkBytes)?.trim();
  const folders = [gitDir, ...(common === undefined ? [] : [resolve(gitDir, common)])];
  const paths = [...folders.flatMap((one) => openedByGit.map((name) => join(one, name))), join(folder, '.gitignore')];
  const seen = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  const pipe = paths[seen.findIndex((found) => found?.isFIFO())];
  if (pipe !== undefined) throw isPipe(folder, pipe);
}

const maxLinkBytes = 65_536;

/** Returns the path that a `.git` file points to. */
function linkTarget(file: string): string | undefined {
  const target = /^gitdir: (.+)/.exec(readPlainText(file, maxLinkBytes) ?? '')?.[1];
  return target === undefined ? undefined : resolve(dirname(file), target);
}

/** Whether the repository lists this worktree and the entry points back to it. */
async function isLinkedWorktree({ folder, gitDir, identity }: FoundGitFolder): Promise<boolean> {
  if (dirname(gitDir) !== join(identity, 'worktrees')) return false;
  const back = readPlainText(join(gitDir, 'gitdir'), maxLinkBytes)?.replace(/\n$/, '');
  if (back === undefined) return false;
  const worktree = await realpath(dirname(resolve(gitDir, back))).catch(() => undefined);
  return worktree === folder;
}

/** Whether a folder called `.git` belongs to its parent folder; its own configuration may name another work tree. */
async function belongsTo({ folder, gitDir }: FoundGitFolder): Promise<boolean> {
  if (basename(gitDir) !== '.git' || dirname(gitDir) === folder) return true;
  const place = { folder: dirname(gitDir), gitDir };
  const { exitCode, stdout } = await runGit(place, 'rev-parse', ['--show-toplevel']);
  const configured = stdout.toString('utf8').replace(/\n$/, '');
  return exitCode === 0 && (await realpath(configured).catch(() => undefined)) === folder;
}

function isPipe(folder: string, path: string): CodedError {
  return new CodedError('repository_unreadable', `${path} is a named pipe, and git would block on it.`, {
    remediation: `Remove it if you trust the rest of ${folder}, then try again.`,
    data: { path },
  });
}
