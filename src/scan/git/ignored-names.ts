/**
 * Asks git which names its ignore rules match, by a pattern for the name itself or for a folder above it. The index is
 * not read, so a tracked file can be among them.
 */
import { bytesOf, keyOf, type Name, nameOf, splitNames } from '../listing/names.ts';
import { gitLocationOf, runGit } from './git.ts';
import type { Repository } from './repository.ts';

/** Returns the keys of the ignored names. If git rejects the question, because a folder has become a link, none is. */
export async function ignoredNames(repository: Repository, names: readonly Name[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  // A leading `./` keeps git from reading a colon at the start of a name as pathspec syntax.
  const input = Buffer.concat(names.flatMap((name) => [dotSlash, bytesOf(name), nul]));
  const args = ['--no-index', '-z', '--stdin'];
  const { exitCode, stdout } = await runGit(gitLocationOf(repository), 'check-ignore', args, { input });
  if (exitCode > 1) return new Set();
  return new Set(splitNames(stdout).map((name) => keyOf(nameOf(bytesOf(name).subarray(dotSlash.length)))));
}

const dotSlash = Buffer.from('./');
const nul = Buffer.from('\0');
