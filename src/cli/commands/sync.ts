/** `codecompass sync`: takes in what changed, in a workspace that is registered. */
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { dataFolder, surroundings } from '../../config/paths.ts';
import { CodedError } from '../../errors.ts';
import { openRepository } from '../../scan/repository.ts';
import { type Call, optionsOf } from '../call.ts';
import { findWorkspace } from '../find-workspace.ts';
import { printSummary } from '../print-summary.ts';
import { runJob } from '../run-job.ts';

export async function run(call: Call): Promise<number> {
  const { flags, output } = call;
  const ref = flags.value('ref');
  const repository = await openRepository(resolve(flags.value('workspace') ?? '.'));
  const workspace = await findWorkspace(dataFolder(surroundings()), repository);
  if (workspace === undefined) {
    const { root } = repository;
    throw new CodedError('project_not_found', `No project is registered for ${root}.`, { data: { path: root } });
  }
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
