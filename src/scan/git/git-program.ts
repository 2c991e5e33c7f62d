/**
 * The git program: the first one that the PATH names by an absolute path outside the repository it is to work on. A program
 * that lies in a repository is the repository's, and a relative entry of the PATH leads into whatever folder git runs in.
 */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, parse } from 'node:path';
import { isWithin } from '../listing/is-within.ts';

/** Its path; nothing where there is none. */
export function gitProgram(repository: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  return folders.map(programIn).find((program) => program !== undefined && isForeign(program, repository));
}

function programIn(folder: string): string | undefined {
  const path = join(folder, process.platform === 'win32' ? 'git.exe' : 'git');
  try {
    if (!statSync(path).isFile()) return undefined;
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}

/** A repository that is the whole machine belongs to whoever runs the machine, and nothing lies outside it. */
function isForeign(program: string, repository: string): boolean {
  return parse(repository).root === repository || !isWithin(realpathSync(program), repository);
}
