/** Runs a query on two refs of a registered workspace, in one snapshot. Both must already be indexed. */
import { currentEnvironment, dataDirectory } from '../config/paths.ts';
import { CodedError, toCodedError } from '../errors.ts';
import { withIndex } from '../project/open-index.ts';
import { registeredWorkspace } from '../project/register-workspace.ts';
import type { RefView } from '../query/view/ref-view.ts';
import { type Repository, resolveRef } from '../scan/git/repository.ts';
import type { Invocation } from './invocation.ts';

export async function askTwoRefs(
  { flags }: Invocation,
  typed: { readonly base: string; readonly head: string },
  ask: (base: RefView, head: RefView) => Promise<void>,
): Promise<number> {
  const { repository, workspace } = await registeredWorkspace(flags.value('workspace'));
  const names = [await nameOf(repository, typed.base), await nameOf(repository, typed.head)] as const;
  await withIndex(dataDirectory(currentEnvironment()), workspace.projectId, ({ reader }) =>
    reader.viewBoth(names, ask),
  );
  return 0;
}

/** Returns the full name of a ref. A ref deleted from git may still be indexed, so its name is returned unchanged. */
async function nameOf(repository: Repository, typed: string): Promise<string> {
  try {
    return (await resolveRef(repository, typed)).name;
  } catch (thrown) {
    if (toCodedError(thrown).code === 'invalid_input') return typed;
    throw thrown instanceof CodedError ? thrown : toCodedError(thrown);
  }
}
