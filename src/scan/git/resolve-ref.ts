/**
 * Resolves a ref argument to a stable name, its current commit, and the source of its files: the work tree or git
 * objects. The argument is passed to git only once, and never as an option.
 */
import { CodedError } from '../../errors.ts';
import { gitFailure, gitLocationOf, runGit } from './git.ts';
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
  const head = await headOf(repository);
  if (wanted === undefined || head.names.has(wanted)) return head.ref;
  return (await namedRef(repository, wanted)) ?? (await commitRef(repository, wanted, head));
}

interface Head {
  readonly ref: ResolvedRef;
  /** Other names of HEAD. */
  readonly names: ReadonlySet<string>;
  readonly detached: boolean;
}

async function headOf(repository: Repository): Promise<Head> {
  const source = repository.bare ? 'objects' : 'worktree';
  const [symbolic, commit] = await Promise.all([
    runGit(gitLocationOf(repository), 'symbolic-ref', ['--quiet', 'HEAD']),
    commitOf(repository, 'HEAD'),
  ]);
  if (symbolic.exitCode === 0) {
    const target = symbolic.stdout.toString('utf8').replace(/\n$/, '');
    const name = target.replace(/^refs\/(heads\/)?/, '');
    const names = new Set(['HEAD', '@', name, target]);
    if (commit !== undefined) return { ref: { name, commit, source }, names, detached: false };
    // A branch without commits has nothing to verify. A branch whose commit is missing is damaged.
    if ((await objectOf(repository, 'HEAD')) === undefined) return { ref: { name, source }, names, detached: false };
  }
  if (commit === undefined) {
    throw gitFailure(gitLocationOf(repository), symbolic.stderr || 'fatal: the commit of HEAD is missing or damaged');
  }
  return { ref: { name: commit, commit, source }, names: new Set(['HEAD', '@', commit]), detached: true };
}

/** Ref namespaces in order of precedence. A name that also exists in a stronger namespace keeps its prefix. */
const namespaces = ['heads/', 'tags/', 'remotes/'] as const;

async function namedRef(repository: Repository, wanted: string): Promise<ResolvedRef | undefined> {
  for (const { namespace, short } of candidatesFor(wanted)) {
    const commit = await commitOf(repository, `refs/${namespace}${short}`);
    if (commit === undefined) continue;
    const stronger = namespaces.slice(0, namespaces.indexOf(namespace));
    const taken = await Promise.all(stronger.map((other) => commitOf(repository, `refs/${other}${short}`)));
    const name = taken.some((found) => found !== undefined) ? namespace + short : short;
    return { name, commit, source: 'objects' };
  }
  return undefined;
}

function candidatesFor(wanted: string): { namespace: (typeof namespaces)[number]; short: string }[] {
  const full = wanted.startsWith('refs/');
  const bare = full ? wanted.slice('refs/'.length) : wanted;
  const prefixed = namespaces
    .filter((namespace) => bare.startsWith(namespace))
    .map((namespace) => ({ namespace, short: bare.slice(namespace.length) }));
  return full ? prefixed : [...namespaces.map((namespace) => ({ namespace, short: wanted })), ...prefixed];
}

async function commitRef(repository: Repository, wanted: string, head: Head): Promise<ResolvedRef> {
  const commit = await commitOf(repository, wanted);
  if (commit === undefined) throw unknownRef(wanted);
  // A detached HEAD is named by its commit, and one name must have one source.
  if (head.detached && commit === head.ref.commit) return head.ref;
  return { name: commit, commit, source: 'objects' };
}

function commitOf(repository: Repository, revision: string): Promise<string | undefined> {
  return objectOf(repository, `${revision}^{commit}`);
}

async function objectOf(repository: Repository, revision: string): Promise<string | undefined> {
  const asked = ['--verify', '--quiet', '--end-of-options', revision];
  const result = await runGit(gitLocationOf(repository), 'rev-parse', asked);
  const id = result.stdout.toString('latin1').trim();
  return result.exitCode === 0 && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(id) ? id : undefined;
}

function unknownRef(ref: string, why = 'no branch, tag or commit has this name'): CodedError {
  return new CodedError('invalid_input', `Unknown ref ${JSON.stringify(ref)}: ${why}.`, {
    remediation: 'Name a branch, a tag or a commit of this repository; `git branch --all` lists the branches.',
    data: { ref },
  });
}
