/** `codecompass sync`: takes in what changed, in a workspace that is registered. */
import { realpath } from 'node:fs/promises';
import { type Call, optionsOf } from '../call.ts';
import { registeredWorkspace } from '../find-workspace.ts';
import { printSummary } from '../print-summary.ts';
import { runJob } from '../run-job.ts';

export async function run(call: Call): Promise<number> {
  const { flags, output } = call;
  const ref = flags.value('ref');
  const { workspace } = await registeredWorkspace(flags.value('workspace'));
  const options = await optionsOf(call, workspace.root);

  const summary = await runJob(
    {
      home: await realpath(options.home),
      root: workspace.root,
      operation: 'sync',
      force: flags.has('force'),
      settings: options.index,
      ...(ref === undefined ? {} : { ref }),
    },
    output,
  );
  if (typeof summary === 'number') return summary;
  printSummary(summary, 'sync', false, output);
  return 0;
}
