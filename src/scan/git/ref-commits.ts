/** Resolves many refs to their current commits with one git process. A name deleted from git has no commit. */
import { gitLocationOf, gitOutput } from './git.ts';
import { unexpectedOutput } from './process/git-errors.ts';
import { fullNames, isObjectId } from './ref-names.ts';
import type { Repository } from './repository.ts';

/** Returns commits by name; the names are those of `resolveRef`. */
export async function refCommits(
  repository: Repository,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string | undefined>> {
  if (repository.kind === 'folder' || names.length === 0) return new Map();
  const asked = names.map((name) => ({ name, revisions: isObjectId(name) ? [name] : fullNames(name) }));
  const commits = await commitsOf(
    repository,
    asked.flatMap(({ revisions }) => revisions),
    signal,
  );
  return new Map(
    asked.map(({ name, revisions }) => {
      const found = revisions.find((revision) => commits.has(revision));
      return [name, found === undefined ? undefined : commits.get(found)];
    }),
  );
}

/** Returns the commits of full ref names and object ids; omits what is not a commit. Tags are peeled. */
export async function commitsOf(
  repository: Repository,
  revisions: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(revisions)];
  if (asked.length === 0) return new Map();
  // One output line per input line: `ID commit SIZE`, or a line that ends with `missing` or `ambiguous`.
  const input = asked.map((revision) => `${revision}^{commit}\n`).join('');
  const output = await gitOutput(gitLocationOf(repository), 'cat-file', ['--batch-check'], { input, signal });
  const answers = output.toString('utf8').split('\n');
  const strange = answers.find((line, at) => at < asked.length && !/ \d+$| (missing|ambiguous)$/.test(line));
  if (strange !== undefined || answers.length !== asked.length + 1) {
    throw unexpectedOutput(gitLocationOf(repository), 'cat-file', strange ?? '');
  }
  return new Map(
    asked.flatMap((revision, at) => {
      const id = /^([0-9a-f]{40}|[0-9a-f]{64}) commit \d+$/.exec(answers[at] ?? '')?.[1];
      return id === undefined ? [] : [[revision, id]];
    }),
  );
}
