/** Opens the index of a folder for query commands. Indexes the checked-out ref first if that has not been done yet. */
import { resolve } from 'node:path';
import type { Options } from '../config/resolve-options.ts';
import { readyJob } from '../indexing/job/start-job.ts';
import { changedFiles } from '../project/freshness/freshness.ts';
import { withIndex } from '../project/open-index.ts';
import { findWorkspace, refuseHome, registerWorkspace } from '../project/register-workspace.ts';
import type { LiveNeeds } from '../query/view/live-needs.ts';
import type { RefView } from '../query/view/ref-view.ts';
import { openRepository, type Repository, resolveRef } from '../scan/git/repository.ts';
import { projectIdOf } from '../store/registry/registry.ts';
import { printable } from '../text/printable.ts';
import { type Invocation, optionsOf } from './invocation.ts';
import { runForegroundJob } from './run-foreground-job.ts';
import { type Unindexed, viewUnindexedRef } from './view-unindexed-ref.ts';

export interface Asking {
  readonly view: RefView;
  /** What a query should know about a ref that is not indexed. */
  readonly unindexed?: Omit<Unindexed, 'view'>;
  /** Warns if any of these files has changed on disk since it was indexed. */
  warnOfChanges(paths: Iterable<string>): Promise<void>;
}

/** Returns the exit code of `ask`, or that of the first indexing if the user interrupted it. */
export async function askProject(
  call: Invocation,
  needs: LiveNeeds,
  ask: (asking: Asking) => Promise<number>,
): Promise<number> {
  const { flags, output } = call;
  const repository = await openRepository(resolve(flags.value('workspace') ?? '.'));
  const typed = flags.value('ref');
  const options = await optionsOf(call, repository.root);
  const { name, source } = await resolveRef(repository, typed);
  const workspace = await findWorkspace(options.home, repository);
  const projectId = workspace?.projectId ?? projectIdOf(repository.identity);
  if (typed !== undefined) {
    const folder = { repository, projectId, isRegistered: workspace !== undefined, options };
    const code = await viewUnindexedRef(folder, typed, needs, ({ view, ...unindexed }) =>
      ask({ view, unindexed, warnOfChanges: async () => {} }),
    );
    if (code !== undefined) return code;
  }
  if (typed === undefined && (workspace === undefined || !(await isIndexed(options.home, projectId, name)))) {
    const stopped = await indexFirst(call, repository, options);
    if (stopped !== undefined) return stopped;
  }
  return withIndex(options.home, projectId, ({ reader }) =>
    reader.view(name, (view) =>
      ask({
        view,
        warnOfChanges: async (paths) => {
          if (source !== 'worktree') return;
          const changed = await changedFiles(repository, view, paths, options.index.maxFileBytes);
          if (changed.length > 0) output.warn(changeWarning(changed));
        },
      }),
    ),
  );
}

function isIndexed(home: string, projectId: string, ref: string): Promise<boolean> {
  return withIndex(home, projectId, async ({ store }) => (await store.ref(ref)) !== undefined);
}

/** Returns the exit code if the user interrupted the job, undefined otherwise. */
async function indexFirst(
  { output }: Invocation,
  repository: Repository,
  options: Options,
): Promise<number | undefined> {
  refuseHome(repository);
  if (!output.json) output.note(`${printable(repository.root)} is not indexed yet; indexing it first.`);
  const { home } = await registerWorkspace(options.home, repository);
  const summary = await runForegroundJob(
    readyJob('index'),
    { home, root: repository.root, operation: 'index', force: false, settings: options.index },
    output,
  );
  return typeof summary === 'number' ? summary : undefined;
}

function changeWarning(changed: readonly string[]): string {
  const files = changed.slice(0, 3).map(printable).join(', ') + (changed.length > 3 ? ', …' : '');
  return `Changed since indexing: ${files}. Line numbers may be off; run \`codecompass sync\`.`;
}
