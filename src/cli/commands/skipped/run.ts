/** `codecompass skipped`: lists the unindexed files and the files with syntax problems, with the reasons. */
import { currentEnvironment, dataDirectory } from '../../../config/paths.ts';
import { parseTroubles } from '../../../model.ts';
import { withIndex } from '../../../project/open-index.ts';
import { registeredWorkspace } from '../../../project/register-workspace.ts';
import { refNotIndexed } from '../../../query/view/ref-view.ts';
import { resolveRef } from '../../../scan/git/repository.ts';
import { printable } from '../../../text/printable.ts';
import type { Invocation } from '../../invocation.ts';

export async function run({ flags, output }: Invocation): Promise<number> {
  const { repository, workspace } = await registeredWorkspace(flags.value('workspace'));
  const { name } = await resolveRef(repository, flags.value('ref'));
  return withIndex(dataDirectory(currentEnvironment()), workspace.projectId, async ({ store }) => {
    const ref = await store.ref(name);
    if (ref === undefined) throw refNotIndexed(name);
    const skipped = await store.skippedFiles(ref);
    const troubled = (await store.files(ref))
      .filter(({ outcome }) => parseTroubles[outcome] !== undefined)
      .map(({ path, outcome }) => ({ path, outcome }));
    if (output.json) {
      output.document({ ref: name, skipped, troubled });
      return 0;
    }
    for (const { path, reason } of skipped) output.print(`${reason.padEnd(12)}${printable(path)}`);
    for (const { path, outcome } of troubled) output.print(`${outcome.padEnd(12)}${printable(path)}`);
    output.note(`${skipped.length} skipped, ${troubled.length} with syntax problems, on ${printable(name)}`);
    return 0;
  });
}
