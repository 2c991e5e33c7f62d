/** `codecompass init`: registers the repository. */
import { resolve } from 'node:path';
import { registerWorkspace } from '../../../project/register-workspace.ts';
import { openRepository, resolveRef } from '../../../scan/git/repository.ts';
import { printable } from '../../../text/printable.ts';
import { type Invocation, optionsOf } from '../../invocation.ts';
import { refLine } from '../../print/summary.ts';

export async function run(call: Invocation): Promise<number> {
  const { flags, output } = call;
  const repository = await openRepository(resolve(flags.value('workspace') ?? '.'));
  const options = await optionsOf(call, repository.root);
  const { name, ...state } = await resolveRef(repository);
  const { home, workspace, isNew } = await registerWorkspace(options.home, repository);

  if (output.json) {
    output.document({ ...workspace, registered: isNew, ref: name, ...state, home });
    return 0;
  }
  const rows = [
    ['mode', repository.kind === 'git' ? `git${repository.bare ? ', bare' : ''}` : 'plain folder, without git'],
    ['ref', refLine({ ref: name, ...state })],
    ['project', workspace.projectId],
    ['data', printable(home)],
  ];
  output.print(`${isNew ? 'Registered' : 'Already registered:'} ${printable(workspace.root)}`);
  for (const [label = '', value = ''] of rows) output.print(`  ${label.padEnd(7)}  ${value}`);
  output.print('Next: `codecompass index` (build the index)');
  return 0;
}
