/**
 * Resolves a ref argument to a stable name, its current commit, and the source of its files: the work tree or git
 * objects. Every spelling of a ref gives the same name. The argument is never passed to git as an option.
 */
import { CodedError } from '../../errors.ts';
import { gitFailure, gitLocationOf, runGit } from './git.ts';
import { commitsOf } from './ref-commits.ts';
import { fullNames, isObjectId, shortName, strongerNames } from './ref-names.ts';
import type { Repository } from './repository.ts';

export interface ResolvedRef {
  readonly name: string;
  /** Absent for a branch without commits and for plain folders. */
  readonly commit?: string;
  readonly source: 'worktree' | 'objects';
}

/** Resolves a branch, tag, remote branch or commit; without `wanted`, HEAD. */
export async function resolveRef(repository: Repository, wanted?: string): Promise<ResolvedRef> {
  if (wanted !== undefined && !/^[^-\x00-\x1f\x7f][^\x00-\x1f\x7f]*$/.test(wanted)) throw unknownRef(wanted);
  if (repository.kind === 'folder') {
    if (wanted !== undefined && wanted !== 'live') throw unknownRef(wanted, 'a plain folder has only `live`');
    return { name: 'live', source: 'worktree' };
  }
  if (wanted === undefined || wanted === 'HEAD' || wanted === '@') return (await headOf(repository)).ref;
  // Like git, read an object id as such, even if a branch is named like one.
  const first = isObjectId(wanted) ? commitOf : namedRef;
  const [head, found] = await Promise.all([headOf(repository), first(repository, wanted)]);
  const named = typeof found === 'object' ? found : undefined;
  if (named !== undefined && named.full !== head.target) {
    return { name: named.name, commit: named.commit, source: 'objects' };
  }
  // A branch without commits exists only in HEAD.
  if (named !== undefined || (head.target !== undefined && fullNames(wanted).includes(head.target))) return head.ref;
  return commitRef(wanted, head, typeof found === 'string' ? found : await commitOf(repository, wanted));
}

interface Head {
  readonly ref: ResolvedRef;
  /** The full name of the checked-out branch; absent if HEAD is detached. */
  readonly target?: string;
}

async function headOf(repository: Repository): Promise<Head> {
  const source = repository.bare ? 'objects' : 'worktree';
  const [symbolic, commit] = await Promise.all([
    runGit(gitLocationOf(repository), 'symbolic-ref', ['--quiet', 'HEAD']),
    commitOf(repository, 'HEAD'),
  ]);
  // 1: HEAD is detached.
  if (symbolic.exitCode > 1) throw gitFailure(gitLocationOf(repository), symbolic.stderr);
  if (symbolic.exitCode === 0) {
    const target = symbolic.stdout.toString('utf8').replace(/\n$/, '');
    const name = shortName(target, () => false);
    if (commit !== undefined) return { ref: { name, commit, source }, target };
    // A branch without commits has nothing to verify. A branch whose commit is missing is damaged.
    if ((await objectOf(repository, 'HEAD')) === undefined) return { ref: { name, source }, target };
  }
  if (commit === undefined) {
    throw gitFailure(gitLocationOf(repository), symbolic.stderr || 'fatal: the commit of HEAD is missing or damaged');
  }
  return { ref: { name: commit, commit, source } };
}

interface NamedRef {
  readonly full: string;
  readonly name: string;
  readonly commit: string;
}

/** Finds a branch, tag or remote branch by any spelling of its name. A symbolic ref is the ref that it points to. */
async function namedRef(repository: Repository, wanted: string): Promise<NamedRef | undefined> {
  const asked = fullNames(wanted);
  const commits = await commitsOf(repository, asked);
  const found = asked.find((full) => commits.has(full));
  const commit = found === undefined ? undefined : commits.get(found);
  if (found === undefined || commit === undefined) return undefined;
  const full = await targetOf(repository, found);
  const stronger = await commitsOf(repository, strongerNames(full));
  return { full, name: shortName(full, (other) => stronger.has(other)), commit };
}

async function targetOf(repository: Repository, full: string): Promise<string> {
  const asked = ['--verify', '--quiet', '--symbolic-full-name', '--end-of-options', full];
  const { exitCode, stdout } = await runGit(gitLocationOf(repository), 'rev-parse', asked);
  const target = stdout.toString('utf8').replace(/\n$/, '');
  return exitCode === 0 && target.startsWith('refs/') ? target : full;
}

function commitRef(wanted: string, head: Head, commit: string | undefined): ResolvedRef {
  if (commit === undefined) throw unknownRef(wanted);
  // A detached HEAD is named by its commit, and one name must have one source.
  if (head.target === undefined && commit === head.ref.commit) return head.ref;
  return { name: commit, commit, source: 'objects' };
}

function commitOf(repository: Repository, revision: string): Promise<string | undefined> {
  return objectOf(repository, `${revision}^{commit}`);
}

async function objectOf(repository: Repository, revision: string): Promise<string | undefined> {
  const asked = ['--verify', '--quiet', '--end-of-options', revision];
  const result = await runGit(gitLocationOf(repository), 'rev-parse', asked);
  const id = result.stdout.toString('latin1').trim();
  return result.exitCode === 0 && isObjectId(id) ? id : undefined;
}

function unknownRef(ref: string, why = 'no branch, tag or commit has this name'): CodedError {
  return new CodedError('invalid_input', `Unknown ref ${JSON.stringify(ref)}: ${why}.`, {
    remediation: 'Name a branch, a tag or a commit of this repository; `git branch --all` lists the branches.',
    data: { ref },
  });
}
