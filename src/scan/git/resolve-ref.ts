/**
 * Resolves a ref argument to a stable name, its current commit, and the source of its files: the work tree or git
 * objects. Every spelling of a ref gives the same name. The argument is never passed to git as an option.
 */
import { CodedError } from '../../errors.ts';
import { type GitLocation, type GitResult, gitLocationOf, runGit } from './git.ts';
import { gitFailure } from './process/git-errors.ts';
import { commitsOf } from './ref-commits.ts';
import { acceptedRefs, parseRef, type RefExpression } from './ref-expression.ts';
import { fullNames, isObjectId, otherFullNames, shortName, strongerNames } from './ref-names.ts';
import type { Repository } from './repository.ts';

export interface ResolvedRef {
  readonly name: string;
  /** Absent for a branch without commits and for plain folders. */
  readonly commit?: string;
  readonly source: 'worktree' | 'objects';
}

/** Resolves a branch, tag, remote branch or commit, or an ancestor of one; without `wanted`, HEAD. */
export async function resolveRef(repository: Repository, wanted?: string, signal?: AbortSignal): Promise<ResolvedRef> {
  const asked = wanted === undefined ? { base: 'HEAD', steps: '' } : parseRef(wanted);
  if (repository.kind === 'folder') {
    if (wanted !== undefined && wanted !== 'live') throw unknownRef(wanted, 'a plain folder has only `live`');
    return { name: 'live', source: 'worktree' };
  }
  const git = new RefReader(repository, signal);
  if (asked.steps === '' && asked.base === 'HEAD') return (await git.head()).ref;
  // Like git, read an object id as such, even if a branch is named like one.
  const isNamed = asked.steps === '' && !isObjectId(asked.base);
  const [head, named] = await Promise.all([git.head(), isNamed ? git.namedRef(asked.base) : undefined]);
  if (named !== undefined && named.full !== head.target) {
    return { name: named.name, commit: named.commit, source: 'objects' };
  }
  // A branch without commits exists only in HEAD.
  const isHead = isNamed && head.target !== undefined && fullNames(asked.base).includes(head.target);
  if (named !== undefined || isHead) return head.ref;
  const commit = await git.commitOf(asked, head);
  if (commit === undefined) throw unknownRef(wanted ?? 'HEAD');
  // A detached HEAD is named by its commit, and one name must have one source.
  if (head.target === undefined && commit === head.ref.commit) return head.ref;
  return { name: commit, commit, source: 'objects' };
}

interface Head {
  readonly ref: ResolvedRef;
  /** The full name of the checked-out branch; absent if HEAD is detached. */
  readonly target?: string;
}

interface NamedRef {
  readonly full: string;
  readonly name: string;
  readonly commit: string;
}

/** Asks git about refs. It gives git only full names and object ids, which git does not look for elsewhere. */
class RefReader {
  readonly #repository: Repository;
  readonly #place: GitLocation;
  readonly #signal: AbortSignal | undefined;

  constructor(repository: Repository, signal: AbortSignal | undefined) {
    this.#repository = repository;
    this.#place = gitLocationOf(repository);
    this.#signal = signal;
  }

  async head(): Promise<Head> {
    const source = this.#repository.bare ? 'objects' : 'worktree';
    const [symbolic, commit] = await Promise.all([
      this.#run('symbolic-ref', ['--quiet', 'HEAD']),
      this.#objectOf('HEAD^{commit}'),
    ]);
    // 1: HEAD is detached.
    if (symbolic.exitCode > 1) throw gitFailure(this.#place, symbolic.stderr);
    if (symbolic.exitCode === 0) {
      const target = symbolic.stdout.toString('utf8').replace(/\n$/, '');
      const name = shortName(target, () => false);
      if (commit !== undefined) return { ref: { name, commit, source }, target };
      // A branch without commits has nothing to verify. A branch whose commit is missing is damaged.
      if ((await this.#objectOf('HEAD')) === undefined) return { ref: { name, source }, target };
    }
    if (commit === undefined) {
      throw gitFailure(this.#place, symbolic.stderr || 'fatal: the commit of HEAD is missing or damaged');
    }
    return { ref: { name: commit, commit, source } };
  }

  /** Finds a branch, tag or remote branch by any spelling of its name. A symbolic ref is the ref that it points to. */
  async namedRef(wanted: string): Promise<NamedRef | undefined> {
    const asked = fullNames(wanted);
    const commits = await this.#commits(asked);
    const found = asked.find((full) => commits.has(full));
    const commit = found === undefined ? undefined : commits.get(found);
    if (found === undefined || commit === undefined) return undefined;
    const full = await this.#targetOf(found);
    const stronger = await this.#commits(strongerNames(full));
    return { full, name: shortName(full, (other) => stronger.has(other)), commit };
  }

  /** Returns the commit that an expression means; undefined if there is none. */
  async commitOf({ base, steps }: RefExpression, head: Head): Promise<string | undefined> {
    const start = base === 'HEAD' ? head.ref.commit : await this.#commitOfBase(base);
    return steps === '' || start === undefined ? start : this.#objectOf(`${start}${steps}^{commit}`);
  }

  async #commitOfBase(base: string): Promise<string | undefined> {
    const names = isObjectId(base) ? [base] : [...fullNames(base), ...otherFullNames(base)];
    const commits = await this.#commits(names);
    const found = names.find((name) => commits.has(name));
    if (found !== undefined) return commits.get(found);
    // An abbreviated id, alone or at the end of what `git describe` prints.
    const id = /^(?:.+-g)?([0-9a-fA-F]{4,64})$/.exec(base)?.[1];
    return id === undefined ? undefined : this.#objectOf(`${id.toLowerCase()}^{commit}`);
  }

  #commits(revisions: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return commitsOf(this.#repository, revisions, this.#signal);
  }

  async #targetOf(full: string): Promise<string> {
    const asked = ['--verify', '--quiet', '--symbolic-full-name', '--end-of-options', full];
    const { exitCode, stdout } = await this.#run('rev-parse', asked);
    const target = stdout.toString('utf8').replace(/\n$/, '');
    return exitCode === 0 && target.startsWith('refs/') ? target : full;
  }

  async #objectOf(revision: string): Promise<string | undefined> {
    const asked = ['--verify', '--quiet', '--end-of-options', revision];
    const result = await this.#run('rev-parse', asked);
    const id = result.stdout.toString('latin1').trim();
    return result.exitCode === 0 && isObjectId(id) ? id : undefined;
  }

  #run(command: 'rev-parse' | 'symbolic-ref', args: readonly string[]): Promise<GitResult> {
    return runGit(this.#place, command, args, { signal: this.#signal });
  }
}

function unknownRef(ref: string, why = 'no branch, tag or commit has this name'): CodedError {
  return new CodedError('invalid_input', `Unknown ref ${JSON.stringify(ref)}: ${why}.`, {
    remediation: `Pass ${acceptedRefs}; \`git branch --all\` lists the branches.`,
    data: { ref },
  });
}
