/**
 * Runs a comparison on two refs. A ref that is not indexed is read from git's objects; so is the working tree, from its
 * files, unless its index is up to date.
 */
import { resolve } from 'node:path';
import { endSharedParsers } from '../indexing/workers/shared-parser.ts';
import { ActiveProject, type ProjectIndex } from '../project/active-project.ts';
import { IndexHandle } from '../project/open-index.ts';
import { type ReadRefs, viewTwoRefs, type WantedRef } from '../project/refs/compare-refs.ts';
import { type AskedRef, findRef } from '../project/refs/find-ref.ts';
import { findWorkspace } from '../project/register-workspace.ts';
import { type RefView, refUnknown } from '../query/view/ref-view.ts';
import type { Subject } from '../query/view/subject.ts';
import { openRepository } from '../scan/git/repository.ts';
import { projectIdOf } from '../store/registry/registry.ts';
import { type Invocation, optionsOf } from './invocation.ts';

export interface Compared {
  readonly base: RefView;
  readonly head: RefView;
  /** The names of the two refs. */
  readonly names: readonly [base: string, head: string];
  readonly read: ReadRefs;
}

export async function askTwoRefs(
  call: Invocation,
  typed: { readonly base: string; readonly head: string },
  subjectOf: (root: string) => Subject,
  ask: (compared: Compared) => Promise<void>,
): Promise<number> {
  const repository = await openRepository(resolve(call.flags.value('workspace') ?? '.'));
  const options = await optionsOf(call, repository.root);
  const workspace = await findWorkspace(options.home, repository);
  const handle = workspace && new IndexHandle(options.home, workspace.projectId);
  try {
    const project = workspace && handle && new ActiveProject(workspace, handle, { config: call.flags.value('config') });
    const index = await project?.index();
    const refs = index?.refs ?? [];
    const sideOf = async (wanted: string) => {
      const found = await findRef(repository, refs, wanted);
      if (found.resolved === undefined && found.published === undefined) throw refUnknown(wanted, refs);
      return { ...(project && index ? await ifUpToDate(project, index, found) : found), wanted };
    };
    const [base, head] = [await sideOf(typed.base), await sideOf(typed.head)];
    const names = [nameOf(base), nameOf(head)] as const;
    const projectId = workspace?.projectId ?? projectIdOf(repository.identity);
    const place = { repository, projectId, settings: options.index, reader: index?.open?.reader, refs };
    await viewTwoRefs(place, { base, head }, subjectOf(repository.root), (before, after, read) =>
      ask({ base: before, head: after, names, read }),
    );
    return 0;
  } finally {
    await handle?.close();
    await endSharedParsers();
  }
}

function nameOf({ resolved, published, wanted }: WantedRef): string {
  return resolved?.name ?? published?.name ?? wanted;
}

/** Leaves out the index of the working tree if files have changed since. */
async function ifUpToDate(project: ActiveProject, index: ProjectIndex, found: AskedRef): Promise<AskedRef> {
  const { resolved, published } = found;
  if (published === undefined || resolved?.source !== 'worktree') return found;
  const { verdict } = await project.freshness.ofRef(index.open, published, resolved, Number.POSITIVE_INFINITY);
  return verdict === 'fresh' ? found : { resolved };
}
