/**
 * Opens the index of a folder for query commands. Indexes the checked-out ref first if that has not been done yet, and
 * otherwise what has changed since.
 */
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Options } from '../config/resolve-options.ts';
import { toCodedError } from '../errors.ts';
import { readyJob } from '../indexing/job/start-job.ts';
import { endSharedParsers } from '../indexing/workers/shared-parser.ts';
import { ActiveProject } from '../project/active-project.ts';
import { askSettingsOf } from '../project/ask-settings.ts';
import { lacksChanges, type RefFreshness } from '../project/freshness/freshness.ts';
import { changeWarning, otherRulesWarning, readOnlyWarning } from '../project/freshness/freshness-policy.ts';
import { IndexHandle, type OpenIndex, withIndex } from '../project/open-index.ts';
import { findWorkspace, registerWorkspace } from '../project/register-workspace.ts';
import type { AskSettings } from '../query/tools/capability.ts';
import type { LiveNeeds } from '../query/view/live-needs.ts';
import type { RefView } from '../query/view/ref-view.ts';
import { openRepository, type Repository, resolveRef } from '../scan/git/repository.ts';
import { projectIdOf, type Workspace } from '../store/registry/registry.ts';
import { cannotWrite } from '../store/sqlite/store-errors.ts';
import { printable } from '../text/printable.ts';
import { confirmIndexing } from './confirm-indexing.ts';
import { type Invocation, optionsOf } from './invocation.ts';
import { runForegroundJob } from './run-foreground-job.ts';
import { viewUnindexedRef } from './view-unindexed-ref.ts';

export interface Asking {
  readonly view: RefView;
  readonly settings: AskSettings;
  readonly freshness: 'fresh' | 'stale';
  /** Why the answer may be out of date, as sentences. */
  readonly warnings: readonly string[];
  /** The ref is not indexed, and not every file of it was read. */
  readonly isPartial?: boolean;
  /** The index is known to lack changes. */
  readonly lacksChanges?: boolean;
}

/** Returns the exit code of `ask`, or that of the indexing if the user interrupted it. */
export async function askProject(
  call: Invocation,
  needs: LiveNeeds,
  ask: (asking: Asking) => Promise<number>,
): Promise<number> {
  const { flags } = call;
  const repository = await openRepository(resolve(flags.value('workspace') ?? '.'));
  const typed = flags.value('ref');
  const options = await optionsOf(call, repository.root);
  const settings = askSettingsOf(options.query);
  const answerFrom = (state: Omit<Asking, 'settings'>) => ask({ ...state, settings });
  const { name } = await resolveRef(repository, typed);
  let workspace = await findWorkspace(options.home, repository);
  const projectId = workspace?.projectId ?? projectIdOf(repository.identity);
  if (typed !== undefined) {
    const folder = { repository, projectId, isRegistered: workspace !== undefined, options };
    const code = await viewUnindexedRef(folder, typed, needs, (unindexed) =>
      answerFrom({ ...unindexed, freshness: 'fresh' }),
    );
    if (code !== undefined) return code;
  }
  if (typed === undefined && (workspace === undefined || !(await isIndexed(options.home, projectId)))) {
    await confirmIndexing(call, repository, workspace !== undefined, options.index);
    const stopped = await indexFirst(call, repository, options);
    if (stopped !== undefined) return stopped;
    workspace = await findWorkspace(options.home, repository);
  }
  if (workspace === undefined) {
    return withIndex(options.home, projectId, ({ reader }) =>
      reader.view(name, (view) => answerFrom({ view, freshness: 'stale', warnings: [] })),
    );
  }
  return askCurrent(call, { repository, workspace, options, typed, name }, answerFrom);
}

interface Asked {
  readonly repository: Repository;
  readonly workspace: Workspace;
  readonly options: Options;
  readonly typed: string | undefined;
  readonly name: string;
}

async function askCurrent(
  call: Invocation,
  asked: Asked,
  ask: (state: Omit<Asking, 'settings'>) => Promise<number>,
): Promise<number> {
  const { workspace, options, name } = asked;
  const handle = new IndexHandle(options.home, workspace.projectId);
  const project = new ActiveProject(workspace, handle, { config: call.flags.value('config') });
  try {
    const { open } = await project.index();
    if (open === undefined) {
      // Opening it again reports why it cannot be used.
      return await withIndex(options.home, workspace.projectId, ({ reader }) =>
        reader.view(name, (view) => ask({ view, freshness: 'stale', warnings: [] })),
      );
    }
    const synced = await syncFirst(call, project, asked, open);
    if (typeof synced === 'number') return synced;
    const ref = await open.store.ref(name);
    const freshness =
      synced.freshness ??
      (ref && (await project.freshness.ofRef(open, ref, await project.head(), Number.POSITIVE_INFINITY)));
    const isFresh = freshness?.verdict === 'fresh';
    const warnings = isFresh ? [] : [...synced.warnings, ...staleWarnings(name, freshness)];
    return await open.reader.view(name, (view) =>
      ask({ view, freshness: isFresh ? 'fresh' : 'stale', warnings, lacksChanges: lacksChanges(freshness) }),
    );
  } finally {
    project.freshness.rest();
    await endSharedParsers();
    await handle.close();
  }
}

interface Synced {
  /** Undefined for a ref that is not checked out. */
  readonly freshness?: RefFreshness;
  readonly warnings: readonly string[];
}

/** A job of another process usually ends soon. After this time the answer comes from the index as it is. */
const busyMs = 5_000;
const retryMs = 100;

/** Indexes what has changed in the working tree. Returns the exit code if the user interrupted that. */
async function syncFirst(
  { output }: Invocation,
  project: ActiveProject,
  { repository, typed, name, options }: Asked,
  open: OpenIndex,
): Promise<Synced | number> {
  const head = await project.head();
  if (head === undefined || head.source !== 'worktree' || (typed !== undefined && name !== head.name)) {
    return { warnings: [] };
  }
  if (open.store.isReadOnly) return { warnings: [readOnlyWarning] };
  let stopped: number | undefined;
  const warnings: string[] = [];
  const busyUntilMs = performance.now() + busyMs;
  const { home, index: settings } = options;
  const sync = async () => {
    try {
      const request = { home, root: repository.root, operation: 'sync', force: false, settings } as const;
      const summary = await runForegroundJob(readyJob('sync'), request, output);
      if (typeof summary === 'number') stopped = summary;
    } catch (thrown) {
      const isBusy = /_in_progress$/.test(toCodedError(thrown).code);
      if (isBusy && performance.now() < busyUntilMs) await pause(retryMs);
      else warnings.push(notUpToDate(thrown));
    }
  };
  const hasEnded = () => stopped !== undefined || warnings.length > 0;
  try {
    const state = await project.freshness.bringUpToDate(
      open,
      () => project.head(),
      Number.POSITIVE_INFINITY,
      () => (hasEnded() ? undefined : sync()),
    );
    return stopped ?? { freshness: project.freshness.ofState(state), warnings };
  } catch (thrown) {
    // What is stored can still be read.
    if (!cannotWrite(thrown)) throw thrown;
    return { warnings: [notUpToDate(thrown)] };
  }
}

function notUpToDate(reason: unknown): string {
  return `The index could not be brought up to date: ${toCodedError(reason).message}`;
}

function staleWarnings(name: string, freshness: RefFreshness | undefined): string[] {
  const { verdict, changed = [], hasOtherRules } = freshness ?? {};
  if (hasOtherRules) return [`${otherRulesWarning(name)} Run \`codecompass index --ref ${name}\`.`];
  if (changed.length > 0) return [`${changeWarning(changed.map(printable))} Run \`codecompass sync\`.`];
  if (verdict === 'behind')
    return [`The ref ${name} has moved since it was indexed; run \`codecompass index --ref ${name}\`.`];
  if (verdict === 'gone') return [`Git has no ref ${name} any more; this answer comes from its last index.`];
  if (verdict === 'unsure')
    return [
      `The index of ${name} may contain edits that were never committed; run \`codecompass index --ref ${name}\`.`,
    ];
  return [`It is not known whether the index of ${name} is up to date; run \`codecompass refs\`.`];
}

async function isIndexed(home: string, projectId: string): Promise<boolean> {
  return withIndex(home, projectId, async ({ store }) => (await store.refs()).length > 0);
}

/** Returns the exit code if the user interrupted the job, undefined otherwise. */
async function indexFirst(
  { output }: Invocation,
  repository: Repository,
  options: Options,
): Promise<number | undefined> {
  if (!output.json) output.note(`${printable(repository.root)} is not indexed yet; indexing it first.`);
  const { home } = await registerWorkspace(options.home, repository);
  const summary = await runForegroundJob(
    readyJob('index'),
    { home, root: repository.root, operation: 'index', force: false, settings: options.index },
    output,
  );
  return typeof summary === 'number' ? summary : undefined;
}
