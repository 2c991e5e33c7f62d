/**
 * Opens the repository of a job and checks that it is still the registered one. Its folder, or a path that the folder
 * points to, may have been replaced since the registration; then nothing is read. With `within`, this is checked again
 * whenever git runs.
 */
import { CodedError } from '../../errors.ts';
import { isStoredIn, outsideAllowedRoots } from '../../scan/git/git.ts';
import { openRepository, type Repository } from '../../scan/git/repository.ts';
import { projectIdOf } from '../../store/registry/registry.ts';
import type { JobRequest } from './job.ts';

export async function openAsRegistered(
  request: Pick<JobRequest, 'root' | 'projectId' | 'within'>,
): Promise<Repository> {
  const { root, projectId, within } = request;
  const repository = await openRepository(root);
  const isSame = projectId === undefined || projectId === projectIdOf(repository.identity);
  if (repository.root !== root || !isSame) throw exchanged(root);
  if (within === undefined) return repository;
  if (!isStoredIn(repository, within)) throw outsideAllowedRoots(root);
  return { ...repository, within };
}

function exchanged(root: string): CodedError {
  return new CodedError('repository_unreadable', `${root} is no longer the registered repository.`, {
    remediation: 'Run `codecompass index` in it to register the current repository.',
    data: { path: root },
  });
}
