/** What a git that failed, could not be started or wrote nonsense means, as errors with a remedy. */
import { existsSync } from 'node:fs';
import { CodedError, exhaustedIn, systemError } from '../../../errors.ts';
import { rootVanished } from '../../listing/lstat.ts';
import type { GitCommand, GitLocation } from '../git.ts';

/** The error for a git that something else killed, such as the system for lack of memory. */
export function killed(place: GitLocation, command: GitCommand, signal: NodeJS.Signals | null): CodedError {
  const where = place.workTree ?? place.gitDir ?? place.folder;
  return new CodedError('repository_unreadable', `\`git ${command}\` was killed by ${signal} in ${where}.`, {
    remediation: 'Check that enough memory is free and that nothing ends git, then try again.',
    data: { path: where },
  });
}

/** The error for output that git never writes: a damaged program, or another one of this name. */
export function unexpectedOutput(place: GitLocation, command: GitCommand, output: string): CodedError {
  const where = place.workTree ?? place.gitDir ?? place.folder;
  const shown = JSON.stringify(output.slice(0, maxShownOutput));
  const message = `\`git ${command}\` printed something unexpected in ${where}: ${shown}`;
  return new CodedError('repository_unreadable', message, {
    remediation: 'Check with `git --version` that the first git on the PATH is the real one, then try again.',
    data: { path: where },
  });
}

const maxShownOutput = 80;

/** Converts what git wrote to standard error into a coded error. */
export function gitFailure(place: GitLocation, stderr: string): CodedError {
  const where = place.workTree ?? place.gitDir ?? place.folder;
  const data = { path: where };
  const line = stderr
    .split('\n')
    .map((text) => text.trim())
    .find((text) => /^(fatal|error):/.test(text));
  const reason = line?.replace(/^(fatal|error):\s*/, '') ?? 'git exited without an error message';
  if (/dubious ownership|unsafe repository/.test(stderr)) {
    return new CodedError('repository_unreadable', `Git refuses to open ${where} because it belongs to another user.`, {
      remediation: `If you trust it, run \`git config --global --add safe.directory '${where}'\`, then try again.`,
      data,
    });
  }
  const exhausted = systemError({ code: exhaustedIn(stderr), syscall: 'git' }, where);
  if (exhausted !== undefined) return exhausted;
  if (/out of memory|(?:m|re)alloc failed|memory exhausted/i.test(stderr)) {
    return new CodedError('repository_unreadable', `Git needed more memory than it may use in ${where}: ${reason}`, {
      remediation:
        'Its index or a tree may expand to far more than the repository has. If you trust it, write the index anew: delete the file `index` in the git folder and run `git reset`, then try again.',
      data,
    });
  }
  if (/Permission denied/.test(stderr)) {
    return new CodedError('permission_denied', `Git has no permission to read the repository at ${where}: ${reason}`, {
      data,
    });
  }
  return new CodedError('repository_unreadable', `Git cannot read the repository at ${where}: ${reason}`, { data });
}

/** Converts a failure to start git into a coded error. */
export function startFailure(place: GitLocation, error: NodeJS.ErrnoException): CodedError {
  const data = { path: place.folder };
  if (!existsSync(place.folder)) return rootVanished(place.folder);
  const exhausted = systemError(error, place.folder);
  if (exhausted !== undefined) return exhausted;
  if (error.code === 'ENOENT') {
    return new CodedError('repository_unreadable', `${place.folder} is a git repository, but git is not installed.`, {
      remediation: 'Install git outside the repository and make sure that it is on the PATH, then try again.',
      data,
      cause: error,
    });
  }
  return new CodedError('repository_unreadable', `Git could not be started in ${place.folder}: ${error.message}`, {
    remediation: 'Check that `git --version` works in that folder, then try again.',
    data,
    cause: error,
  });
}

export function tooManyFiles(program: string): NodeJS.ErrnoException {
  return Object.assign(new Error('There is no file handle for git.'), { code: 'EMFILE', syscall: `spawn ${program}` });
}

export function notFound(): NodeJS.ErrnoException {
  return Object.assign(new Error('No git is on the PATH outside the repository.'), { code: 'ENOENT' });
}
