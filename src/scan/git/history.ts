/**
 * The history of a repository as far as it can be told by commits alone: who changed which paths, and in what words. No
 * diff of contents is made, so nothing that a repository configures for diffs is run.
 */

import { splitNames } from '../listing/names.ts';
import { gitLocationOf, gitOutput } from './git.ts';
import type { Repository } from './repository.ts';

export interface Commit {
  readonly id: string;
  /** `Name <address>` */
  readonly author: string;
  readonly subject: string;
  /** What it added, changed or removed. A renamed file counts under both its paths. */
  readonly paths: readonly string[];
}

/** The first parents of a commit, itself first, as many as wanted. */
export async function mainlineOf(repository: Repository, commit: string, limit: number): Promise<string[]> {
  const args = ['--first-parent', `--max-count=${limit}`, commit];
  const output = await gitOutput(gitLocationOf(repository), 'rev-list', args);
  return output.toString('latin1').split('\n').filter(Boolean);
}

/** The commits that lead from a base to a head, merges aside, newest first. */
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

/** The paths that a commit holds. */
export async function pathsAt(repository: Repository, commit: string): Promise<Set<string>> {
  const args = ['-r', '-z', '--full-tree', '--name-only', commit];
  return new Set(splitNames(await gitOutput(gitLocationOf(repository), 'ls-tree', args)).map(({ path }) => path));
}

/** What each commit changed, from trees alone. */
async function changedPaths(repository: Repository, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const args = ['--stdin', '--always', '--root', '-r', '-z', '--name-only', '--no-renames', '--no-ext-diff'];
  const output = await gitOutput(gitLocationOf(repository), 'diff-tree', args, { input: `${ids.join('\n')}\n` });
  const changed = new Map<string, string[]>();
  let next = 0;
  let current: string[] = [];
  for (const { path } of splitNames(output)) {
    // Each commit is announced by its id, in the order in which they were asked for.
    if (path === ids[next]) {
      current = [];
      changed.set(path, current);
      next++;
    } else current.push(path);
  }
  return changed;
}
