/** The commits that many refs stand for now, asked in one go. A name that git no longer knows has none. */
import { gitLocationOf, gitOutput } from './git.ts';
import type { Repository } from './repository.ts';

/** By the names that `resolveRef` gives. */
export async function refCommits(
  repository: Repository,
  names: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  if (repository.kind === 'folder' || names.length === 0) return new Map();
  const asked = names.flatMap((name) => revisionsOf(name).map((revision) => ({ name, revision })));
  // Each answer is `ID commit SIZE`, or ends with the word `missing` or `ambiguous`; one line for each line asked.
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

/** Strongest first: branches, tags, remote branches, a name with its namespace; a commit by its id. */
function revisionsOf(name: string): string[] {
  if (/[\x00-\x20\x7f]/.test(name)) return [];
  const isId = /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(name);
  return [
    ...['heads/', 'tags/', 'remotes/', ''].map((namespace) => `refs/${namespace}${name}`),
    ...(isId ? [name] : []),
  ];
}
