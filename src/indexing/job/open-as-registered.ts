/**
 * Opens the repository of a job and checks that it is still the registered one. Its folder, or a path that the folder
 * points to, may have been replaced since the registration; then nothing is read. With `within`, this is checked again
 * whenever git runs.
 */
import { CodedError } from '../../errors.ts';
import { isStoredIn } from '../../scan/git/git.ts';
import { openRepository, type Repository } from '../../scan/git/repository.ts';
import { outsideAllowedRoots } from '../../scan/git/storage/walk-inside.ts';
import { projectIdOf } from '../../store/registry/registry.ts';
import type { JobRequest } from './job.ts';

export async function openAsRegistered(
  request: Pick<JobRequest, 'root' | 'projectId' | 'within'>,
): Promise<Repository> {
  const { root, projectId, within } = request;
  const repository = await openRepository(root, within);
  const isSame = projectId === undefined || projectId === projectIdOf(repository.identity);
  if (repository.root !== root || !isSame) throw exchanged(root);
  if (within !== undefined && !isStoredIn(repository, within)) throw outsideAllowedRoots(root);
  return repository;
}

function exchanged(root: string): CodedError {
  return new CodedError('repository_unreadable', `${root} is no longer the registered repository.`, {
    remediation: 'Run `codecompass index` in it to register the current repository.',
    data: { path: root },
  });
}
