/** `codecompass sync`: updates the index of a registered workspace. */
import { realpath } from 'node:fs/promises';
import type { JobRequest } from '../../../indexing/job/job.ts';
import { registeredWorkspace } from '../../../project/register-workspace.ts';
import { type Invocation, type JobInvocation, optionsOf } from '../../invocation.ts';
import { printSummary } from '../../print/print-summary.ts';
import { runForegroundJob } from '../../run-foreground-job.ts';

export async function run(call: JobInvocation): Promise<number> {
  const { job, output } = call;
  const summary = await runForegroundJob(job, await requestOf(call), output);
  if (typeof summary === 'number') return summary;
  printSummary(summary, 'sync', false, output);
  return 0;
}

async function requestOf(call: Invocation): Promise<JobRequest> {
  const { flags } = call;
  const ref = flags.value('ref');
  const { workspace } = await registeredWorkspace(flags.value('workspace'));
  const options = await optionsOf(call, workspace.root);
  return {
    home: await realpath(options.home),
    root: workspace.root,
    operation: 'sync',
    force: flags.has('force'),
    settings: options.index,
    ...(ref === undefined ? {} : { ref }),
  };
}
