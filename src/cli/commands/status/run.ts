/** `codecompass status`: shows the index status of a folder: the ref, its freshness, the size and the last job. */

import { type FolderStatus, type RegisteredStatus, withFolderStatus } from '../../../project/folder-status.ts';
import type { RefStatus } from '../../../project/refs/listed-refs.ts';
import { refNotIndexed } from '../../../query/view/ref-view.ts';
import { ago, count, duration, number, sum } from '../../../render/amounts.ts';
import { table } from '../../../render/table.ts';
import { resolveRef } from '../../../scan/git/repository.ts';
import { projectFile } from '../../../store/sqlite/open-store.ts';
import type { JobRecord, RefStatistics } from '../../../store/store.ts';
import { printable } from '../../../text/printable.ts';
import type { Example } from '../../command-row.ts';
import type { Invocation } from '../../invocation.ts';
import { nextSteps, nextStepsOfRef } from '../../print/next-steps.ts';
import type { Output } from '../../print/output.ts';
import { refShape, refStatusText } from '../../print/ref-shape.ts';
import { problemWords, refLine, shortRef, sizeLine, skipWords, tally } from '../../print/summary.ts';

export async function run({ flags, output }: Invocation): Promise<number> {
  return withFolderStatus(flags.value('workspace'), flags.value('config'), async (status) => {
    const facts = await factsOf(status, flags.value('ref'));
    if (output.json) output.document(documentOf(status, facts));
    else print(status, facts, output);
    return 0;
  });
}

interface Facts {
  /** Whether the ref was named, so that everything is about it and not about the folder. */
  readonly isNamed: boolean;
  readonly shown?: RefStatus | undefined;
  readonly statistics?: RefStatistics | undefined;
  readonly indexBytes?: number | undefined;
  readonly lastJob?: JobRecord | undefined;
}

async function factsOf({ repository, project }: FolderStatus, typed: string | undefined): Promise<Facts> {
  const isNamed = typed !== undefined;
  const shown = isNamed ? await refNamed() : project?.refs.find(({ isCheckedOut }) => isCheckedOut);
  const store = project?.index.open?.store;
  if (store === undefined) return { isNamed };
  const activeId = project?.index.activeJob?.id;
  return {
    isNamed,
    shown,
    statistics: shown === undefined ? undefined : await store.statistics(shown.ref),
    indexBytes: await store.byteLength(),
    lastJob: (await store.jobs(2)).find(({ id }) => id !== activeId),
  };

  /** Looks up the indexed refs first, because the ref may be deleted from git. */
  async function refNamed(): Promise<RefStatus> {
    const named = (name: string) => project?.refs.find(({ ref }) => ref.name === name);
    const found = named(typed as string) ?? named((await resolveRef(repository, typed)).name);
    if (found === undefined) throw refNotIndexed(typed as string);
    return found;
  }
}

function nextOf(status: FolderStatus, { isNamed, shown }: Facts): readonly Example[] {
  return isNamed && shown !== undefined ? nextStepsOfRef(status, shown) : nextSteps(status).next;
}

function wordOf({ word }: FolderStatus, { isNamed, shown }: Facts): string {
  if (!isNamed || shown === undefined || word === 'unusable') return word;
  return shown.verdict === 'fresh' ? 'fresh' : 'stale';
}

function documentOf(status: FolderStatus, facts: Facts): unknown {
  const { shown, statistics, indexBytes, lastJob } = facts;
  const { repository, home, head, project } = status;
  const { activeJob } = project?.index ?? {};
  return {
    standing: wordOf(status, facts),
    root: repository.root,
    kind: repository.kind,
    home,
    next: nextOf(status, facts),
    ...(project && { projectId: project.workspace.projectId, index: projectFile(home, project.workspace.projectId) }),
    ...(indexBytes !== undefined && { indexBytes }),
    ...(head && { head: { name: head.name, ...(head.commit === undefined ? {} : { commit: head.commit }) } }),
    ...(shown && { ref: refShape(shown) }),
    ...(statistics && { statistics }),
    ...(project && { refs: project.refs.length, gone: goneRefs(project) }),
    ...(activeJob && { activeJob }),
    ...(lastJob && { lastJob }),
  };
}

function print(status: FolderStatus, facts: Facts, output: Output): void {
  const { isNamed, shown, statistics, indexBytes, lastJob } = facts;
  const { repository, project, home } = status;
  output.print(output.paint('bold', printable(repository.root)));
  const rows: [string, string][] = [];
  if (shown !== undefined) {
    rows.push(['ref', refLine({ ...shown.ref, ref: shown.ref.name })]);
    const colour = shown.verdict === 'fresh' ? 'green' : 'yellow';
    rows.push(['status', `${output.paint(colour, refStatusText(shown))}, indexed ${ago(shown.ref.publishedAt)}`]);
  }
  if (statistics !== undefined) for (const each of statisticRows(statistics, output.verbose)) rows.push(each);
  if (project !== undefined && project.refs.length > 0) rows.push(['refs', refsLine(project)]);
  if (indexBytes !== undefined && statistics !== undefined) {
    rows.push(['size', sizeLine({ indexBytes, sourceBytes: statistics.sourceBytes }, project?.refs.length)]);
  }
  const { activeJob } = project?.index ?? {};
  if (activeJob) rows.push(['running', `${activeJob.operation} of ${shortRef(activeJob.ref)}, ${share(activeJob)}`]);
  if (lastJob !== undefined) rows.push(['last job', jobLine(lastJob)]);
  if (project !== undefined) rows.push(['index', printable(projectFile(home, project.workspace.projectId))]);
  for (const line of table(rows, { columns: output.columns })) output.print(line);
  const word = wordOf(status, facts);
  if (word === 'fresh') return;
  if (word !== 'stale' && !isNamed) output.print(printable(nextSteps(status).said));
  for (const { line, does } of nextOf(status, facts).slice(0, 1)) output.print(`Next: \`${line}\` (${does})`);
}

function statisticRows(statistics: RefStatistics, verbose: boolean): [string, string][] {
  const skipped = sum(Object.values(statistics.skipped));
  const rows: [string, string][] = [
    ['files', `${number(statistics.indexed)} indexed, ${number(skipped)} skipped`],
    ['symbols', number(statistics.symbols)],
  ];
  if (skipped > 0)
    rows.push(['skipped', `${tally(statistics.skipped, skipWords)} (\`codecompass skipped\` lists them)`]);
  if (statistics.indexed > 0) rows.push(['languages', tally(statistics.languages, {}, verbose ? undefined : 6)]);
  const problems = tally(statistics.outcomes, problemWords, undefined, true);
  if (problems !== '') rows.push(['syntax', problems]);
  return rows;
}

function refsLine(project: RegisteredStatus): string {
  const gone = goneRefs(project).length;
  const drop = `\`codecompass prune\` drops ${gone === 1 ? 'it' : 'them'}`;
  return `${count(project.refs.length, 'ref')} indexed${gone === 0 ? '' : `, ${gone} deleted from git (${drop})`}`;
}

function goneRefs({ refs }: RegisteredStatus): string[] {
  return refs.filter(({ verdict }) => verdict === 'gone').map(({ ref }) => ref.name);
}

function share(job: JobRecord): string {
  return `${Math.floor(job.progress.percentage)}% done`;
}

/** `sync of main, published 2 minutes ago: 3 files changed in 0.4 s` */
function jobLine({ operation, ref, status, createdAt, finishedAt, ...job }: JobRecord): string {
  const head = `${operation} of ${shortRef(ref)}, ${status} ${ago(finishedAt ?? createdAt)}`;
  if (status === 'published') {
    return `${head}: ${count(job.changedFiles ?? 0, 'file')} changed in ${duration(job.durationMs ?? 0)}`;
  }
  return job.errorMessage === undefined ? head : `${head}: ${printable(job.errorMessage)}`;
}
