/** `codecompass index`: registers the repository if necessary, and runs an index job. */
import { resolve } from 'node:path';
import type { JobRequest } from '../../../indexing/job/job.ts';
import { registerWorkspace } from '../../../project/register-workspace.ts';
import { openRepository, resolveRef } from '../../../scan/git/repository.ts';
import { printable } from '../../../text/printable.ts';
import { type Invocation, type JobInvocation, optionsOf } from '../../invocation.ts';
import { printSummary } from '../../print/print-summary.ts';
import { runForegroundJob } from '../../run-foreground-job.ts';

export async function run(call: JobInvocation): Promise<number> {
  const { job, output } = call;
  const { request, isNew } = await requestOf(call);
  const summary = await runForegroundJob(job, request, output);
  if (typeof summary === 'number') return summary;
  printSummary(summary, 'index', isNew, output);
  return 0;
}

async function requestOf(call: Invocation): Promise<{ request: JobRequest; isNew: boolean }> {
  const { flags, output } = call;
  const ref = flags.value('ref');
  const repository = await openRepository(resolve(flags.value('workspace') ?? '.'));
  const options = await optionsOf(call, repository.root);
  // Throws if the ref does not exist, before anything is registered.
  await resolveRef(repository, ref);
  const { home, workspace, isNew } = await registerWorkspace(options.home, repository);
  if (isNew && !output.json) output.note(`Registered ${printable(workspace.root)}`);
  const request: JobRequest = {
    home,
    root: repository.root,
    operation: 'index',
    force: flags.has('force'),
    settings: options.index,
    ...(ref === undefined ? {} : { ref }),
  };
  return { request, isNew };
}
