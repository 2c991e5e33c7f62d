/**
 * Opens the repository of a job and checks that it is still the registered one. Its folder, or a path that the folder
 * points to, may have been replaced since the registration; then nothing is read.
 */
import { CodedError } from '../../errors.ts';
import { gitStorage } from '../../scan/git/git-storage.ts';
import { openRepository, type Repository } from '../../scan/git/repository.ts';
import { isWithin } from '../../scan/listing/lstat.ts';
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
  const read = [repository.root, ...(await gitStorage(repository))];
  if (read.every((path) => within.some((folder) => isWithin(path, folder)))) return repository;
  throw new CodedError('workspace_not_allowed', `The workspace ${root} points outside the allowed roots.`, {
    data: { workspace: root },
  });
}

function exchanged(root: string): CodedError {
  return new CodedError('repository_unreadable', `${root} is no longer the registered repository.`, {
    remediation: 'Run `codecompass index` in it to register the current repository.',
    data: { path: root },
  });
}
