/**
 * The history of a repository: authors, changed paths and messages of commits. It never diffs contents, so no diff
 * program that the repository configures is executed.
 */

import { splitNames } from '../listing/names.ts';
import { gitLocationOf, gitOutput } from './git.ts';
import type { Repository } from './repository.ts';

export interface Commit {
  readonly id: string;
  /** `Name <address>` */
  readonly author: string;
  readonly subject: string;
  /** Paths added, changed or removed. A renamed file counts under both paths. */
  readonly paths: readonly string[];
}

/** Returns a commit and its first-parent ancestors, at most `limit` in all. */
export async function mainlineOf(repository: Repository, commit: string, limit: number): Promise<string[]> {
  const args = ['--first-parent', `--max-count=${limit}`, commit];
  const output = await gitOutput(gitLocationOf(repository), 'rev-list', args);
  return output.toString('latin1').split('\n').filter(Boolean);
}

/** Returns the commits from a base to a head without merges, newest first. */
export async function commitsBetween(repository: Repository, base: string, head: string): Promise<Commit[]> {
  const format = '--format=%x1e%H%x1f%an <%ae>%x1f%s';
  const args = ['--no-merges', '--topo-order', format, head, `^${base}`];
  const output = await gitOutput(gitLocationOf(repository), 'rev-list', args);
  const records = output.toString('utf8').split('\x1e').slice(1);
  const commits = records.map((record) => {
    const [id = '', author = '', rest = ''] = record.split('\x1f');
    return { id, author, subject: rest.split('\n')[0] ?? '' };
  });
  const paths = await changedPaths(
    repository,
    commits.map(({ id }) => id),
  );
  return commits.map((commit) => ({ ...commit, paths: paths.get(commit.id) ?? [] }));
}

/** Returns the paths of all files in a commit. */
export async function pathsAt(repository: Repository, commit: string): Promise<Set<string>> {
  const args = ['-r', '-z', '--full-tree', '--name-only', commit];
  return new Set(splitNames(await gitOutput(gitLocationOf(repository), 'ls-tree', args)).map(({ path }) => path));
}

/** Returns the changed paths of each commit, from trees only. */
async function changedPaths(repository: Repository, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const args = ['--stdin', '--always', '--root', '-r', '-z', '--name-only', '--no-renames', '--no-ext-diff'];
  const output = await gitOutput(gitLocationOf(repository), 'diff-tree', args, { input: `${ids.join('\n')}\n` });
  const changed = new Map<string, string[]>();
  let next = 0;
  let current: string[] = [];
  for (const { path } of splitNames(output)) {
    // The output gives each commit's id before its paths, in the order of the input.
    if (path === ids[next]) {
      current = [];
      changed.set(path, current);
      next++;
    } else current.push(path);
  }
  return changed;
}
