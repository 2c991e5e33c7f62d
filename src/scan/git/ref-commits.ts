/** Resolves many refs to their current commits with one git process. A name deleted from git has no commit. */
import { gitLocationOf, gitOutput } from './git.ts';
import type { Repository } from './repository.ts';

/** Returns commits by name; the names are those of `resolveRef`. */
export async function refCommits(
  repository: Repository,
  names: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  if (repository.kind === 'folder' || names.length === 0) return new Map();
  const asked = names.flatMap((name) => revisionsOf(name).map((revision) => ({ name, revision })));
  // One output line per input line: `ID commit SIZE`, or a line that ends with `missing` or `ambiguous`.
  const input = asked.map(({ revision }) => `${revision}^{commit}\n`).join('');
  const output = await gitOutput(gitLocationOf(repository), 'cat-file', ['--batch-check'], { input });
  const answers = output.toString('utf8').split('\n');
  const commits = new Map<string, string | undefined>(names.map((name) => [name, undefined]));
  for (const [at, { name }] of asked.entries()) {
    const id = /^([0-9a-f]{40}|[0-9a-f]{64}) commit \d+$/.exec(answers[at] ?? '')?.[1];
    if (id !== undefined) commits.set(name, commits.get(name) ?? id);
  }
  return commits;
}

/** Candidate revisions in order of precedence: branch, tag, remote branch, full ref name; a commit by its id. */
function revisionsOf(name: string): string[] {
  if (/[\x00-\x20\x7f]/.test(name)) return [];
  const isId = /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(name);
  return [
    ...['heads/', 'tags/', 'remotes/', ''].map((namespace) => `refs/${namespace}${name}`),
    ...(isId ? [name] : []),
  ];
}
