/**
 * The git program: the first one in an absolute PATH entry outside the repository. A program inside the repository is
 * untrusted, and a relative PATH entry would resolve against the folder that git runs in.
 */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, parse } from 'node:path';
import { isWithin } from '../listing/is-within.ts';

/** Returns the path of git; undefined if none is found. */
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

/** A repository at the file system root is trusted: no program is outside it. */
function isForeign(program: string, repository: string): boolean {
  return parse(repository).root === repository || !isWithin(realpathSync(program), repository);
}
