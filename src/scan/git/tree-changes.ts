/** The files that differ between two commits, by the ids of their contents. Nothing is read except trees. */
import { splitNames } from '../listing/names.ts';
import { gitLocationOf, gitOutput } from './git.ts';
import type { Repository } from './repository.ts';

export interface TreeChange {
  readonly path: string;
  /** The blob on the first commit; absent if the file was added. */
  readonly before?: string;
  /** The blob on the second commit; absent if the file was removed. */
  readonly after?: string;
}

/** Returns the regular files that differ. A renamed file counts under both paths. */
export async function treeChanges(
  repository: Repository,
  base: string,
  head: string,
  signal?: AbortSignal,
): Promise<TreeChange[]> {
  const args = ['-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff', base, head];
  const output = await gitOutput(gitLocationOf(repository), 'diff-tree', args, { signal });
  const fields = splitNames(output);
  const changes: TreeChange[] = [];
  // Pairs of `:MODE MODE ID ID STATUS` and the path.
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [modeBefore = '', modeAfter, before = '', after = ''] = (fields[at]?.path ?? '').slice(1).split(' ');
    const path = fields[at + 1]?.path ?? '';
    changes.push({
      path,
      ...(isFile(modeBefore) ? { before } : {}),
      ...(isFile(modeAfter) ? { after } : {}),
    });
  }
  return changes.filter(({ before, after }) => before !== undefined || after !== undefined);
}

/** Links and submodules have other modes; a missing file has only zeros. */
function isFile(mode = ''): boolean {
  return mode.startsWith('100');
}
