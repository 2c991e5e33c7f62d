/**
 * Reads what is checked out, and what other refs point to, from git's files. Git runs only once per tag object, to find
 * its commit. If the files are not conclusive (another ref format, a damaged repository), the caller runs git.
 */
import { join } from 'node:path';
import { readPlainText } from '../content/read-file.ts';
import { commitsOf, refCommits } from './ref-commits.ts';
import { type FoundRef, linkTarget, readRefFile } from './ref-files.ts';
import { fullNames, holdsOnlyCommits, isObjectId, shortName, strongerNames } from './ref-names.ts';
import type { Repository } from './repository.ts';
import type { ResolvedRef } from './resolve-ref.ts';

/** Returns the checked-out ref; undefined if the files are not conclusive. */
export function readHead(repository: Repository): ResolvedRef | undefined {
  if (repository.kind === 'folder') return { name: 'live', source: 'worktree' };
  return readHeadFile(repository)?.ref;
}

/** Returns the commit that a ref of the index points to now; undefined if git does not know it any more. */
export async function currentCommit(repository: Repository, name: string): Promise<string | undefined> {
  const found = await readRef(repository, name);
  return found === 'unknown' ? (await refCommits(repository, [name])).get(name) : found?.commit;
}

/**
 * Resolves the name of a branch, tag or remote branch like `resolveRef`, or the full id of a commit. Returns undefined
 * if the argument is none of these, `unknown` if the files are not conclusive.
 */
export async function readRef(repository: Repository, wanted: string): Promise<ResolvedRef | undefined | 'unknown'> {
  if (repository.kind === 'folder') return wanted === 'live' ? readHead(repository) : undefined;
  const { ref: head, target } = readHeadFile(repository) ?? {};
  if (head === undefined) return 'unknown';
  if (wanted === 'HEAD' || wanted === '@') return head;
  if (isObjectId(wanted)) {
    if (wanted === head.name) return head;
    const commit = await peeled(repository, wanted);
    return commit === undefined ? 'unknown' : { name: commit, commit, source: 'objects' };
  }
  for (const full of fullNames(wanted)) {
    const found = readRefFile(repository, full);
    if (found === 'unknown') return 'unknown';
    if (found === 'none' && full !== target) continue;
    if (found === 'none' || found.full === target) return head;
    const commit = await commitOfFound(repository, found);
    if (commit === undefined) continue;
    const stronger = new Map(strongerNames(found.full).map((other) => [other, readRefFile(repository, other)]));
    if ([...stronger.values()].includes('unknown')) return 'unknown';
    const name = shortName(found.full, (other) => stronger.get(other) !== 'none');
    return { name, commit, source: 'objects' };
  }
  return undefined;
}

/** Reads HEAD, with the full name of the checked-out branch unless it is detached. */
function readHeadFile(repository: Repository): { readonly ref: ResolvedRef; readonly target?: string } | undefined {
  const source = repository.bare ? 'objects' : 'worktree';
  const line = readPlainText(join(repository.gitDir ?? repository.root, 'HEAD'), maxHeadBytes)?.trim() ?? '';
  if (isObjectId(line)) return { ref: { name: line, commit: line, source } };
  const link = linkTarget(line);
  if (link === undefined) return undefined;
  let target = link;
  const found = readRefFile(repository, link, (missing) => {
    target = missing;
  });
  // Repositories with reftables have a placeholder in HEAD.
  if (found === 'unknown') return undefined;
  if (found === 'none') return { ref: { name: shortName(target, () => false), source }, target };
  return { ref: { name: shortName(found.full, () => false), commit: found.id, source }, target: found.full };
}

const maxHeadBytes = 4_096;

function commitOfFound(repository: Repository, { full, id }: FoundRef): Promise<string | undefined> {
  return holdsOnlyCommits(full) ? Promise.resolve(id) : peeled(repository, id);
}

/** Commits by repository and by the object that a tag points to. An object never changes, so an entry is never outdated. */
const commitsByObject = new Map<string, string>();
const maxObjects = 10_000;

/** Returns the commit that an object is or leads to; undefined if there is none. */
async function peeled(repository: Repository, id: string): Promise<string | undefined> {
  const key = `${repository.identity} ${id}`;
  const known = commitsByObject.get(key);
  if (known !== undefined) return known;
  const commit = (await commitsOf(repository, [id])).get(id);
  if (commit === undefined) return undefined;
  const [oldest] = commitsByObject.keys();
  if (commitsByObject.size >= maxObjects && oldest !== undefined) commitsByObject.delete(oldest);
  commitsByObject.set(key, commit);
  return commit;
}
