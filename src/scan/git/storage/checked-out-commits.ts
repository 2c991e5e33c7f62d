/** Which commits are checked out without a branch, in this worktree or in another one of the repository. */
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainText } from '../../content/read-file.ts';
import { readHead } from '../read-head.ts';
import { reftableStamp } from '../ref-files.ts';
import { isObjectId } from '../ref-names.ts';
import type { Repository } from '../repository.ts';
import { resolveRef } from '../resolve-ref.ts';

/** A ref of the index. */
interface IndexedRef {
  readonly name: string;
  readonly source: 'worktree' | 'objects';
  readonly root: string;
}

/** Whether a ref of the index is a commit that was named by its id or an expression, rather than a branch or tag. */
export function isCommitRef({ name }: Pick<IndexedRef, 'name'>): boolean {
  return isObjectId(name);
}

/** Returns whether a commit is checked out. In doubt, one that was indexed from a working tree is. */
export async function checkedOutCommits(repository: Repository): Promise<(ref: IndexedRef) => boolean> {
  if (repository.kind === 'folder') return () => false;
  const own = readHead(repository) ?? (await resolveRef(repository));
  const heads = new Set([own.name, ...headsBelow(repository.identity)]);
  // Reftables have the heads of the other worktrees in a form that only git reads, in folders that it must not be given.
  const isConclusive = reftableStamp(repository) === undefined;
  return ({ name, source, root }) => heads.has(name) || (!isConclusive && source === 'worktree' && existsSync(root));
}

/** The content of every HEAD: that of the first worktree is in the common git folder. */
function headsBelow(gitFolder: string): string[] {
  return [gitFolder, ...worktreeFolders(gitFolder)].flatMap(
    (folder) => readPlainText(join(folder, 'HEAD'), maxHeadBytes)?.trim() ?? [],
  );
}

function worktreeFolders(gitFolder: string): string[] {
  const folder = join(gitFolder, 'worktrees');
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

const maxHeadBytes = 4_096;
