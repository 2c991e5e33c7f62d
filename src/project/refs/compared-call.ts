/** A call that compares two refs: applies the freshness policy to each, and reads what is not indexed from git. */
import { openAsRegistered } from '../../indexing/job/open-as-registered.ts';
import { type RefView, refNotIndexed, refUnknown } from '../../query/view/ref-view.ts';
import type { Subject } from '../../query/view/subject.ts';
import type { Repository } from '../../scan/git/repository.ts';
import type { RefRecord } from '../../store/store.ts';
import type { ActiveProject, ProjectIndex } from '../active-project.ts';
import { type AskingCall, chooseRef, type FreshnessPolicy } from '../freshness/freshness-policy.ts';
import { hasJob } from '../index-status.ts';
import { type ReadRefs, viewTwoRefs } from './compare-refs.ts';
import { type AskedRef, isContentOf } from './find-ref.ts';

interface Answer {
  readonly metadata: { readonly result_completeness: 'complete' | 'partial' | 'truncated' };
}

/** Answers from the two refs. Sets the status of the call, which is that of the head. */
export async function compareRefs<Given extends Answer>(
  call: AskingCall & { readonly signal?: AbortSignal },
  project: ActiveProject,
  wanted: { readonly base: string; readonly head: string },
  subject: Subject,
  policy: FreshnessPolicy,
  ask: (base: RefView, head: RefView) => Promise<Given>,
): Promise<Given> {
  const index = await project.index();
  const [base, head] = await Promise.all([
    askedRef(project, index, wanted.base, policy),
    askedRef(project, index, wanted.head, policy),
  ]);
  // An index that cannot be used is reported, as for every other call.
  const isUsable = index.open !== undefined || index.schema === 'not_indexed';
  const choose = async (asked: AskedRef, name: string) => {
    if (isIndexed(asked) || !isUsable) return (await chooseRef(call, project, name, policy))?.reader;
    readInstead(call, project, index, asked, policy);
    return undefined;
  };
  const readers = [await choose(base, wanted.base)];
  const before = call.status;
  readers.push(await choose(head, wanted.head));
  // A comparison is as fresh as the less fresh of the two.
  if (before !== undefined && before.freshness !== 'fresh' && call.status?.freshness === 'fresh') {
    call.status = { ...call.status, freshness: before.freshness };
  }
  if (before?.lacksChanges && call.status !== undefined) call.status = { ...call.status, lacksChanges: true };
  const reader = readers.find((one) => one !== undefined) ?? index.open?.reader;
  if (reader !== undefined && isIndexed(base) && isIndexed(head))
    return reader.viewBoth([base.published, head.published], ask, call.signal);
  const { index: settings } = await project.options();
  return viewTwoRefs(
    {
      repository: await readableRepository(call, project),
      projectId: project.workspace.projectId,
      settings,
      reader,
      refs: index.refs,
      signal: call.signal,
    },
    { base: { ...base, wanted: wanted.base }, head: { ...head, wanted: wanted.head } },
    subject,
    async (before, after, read) => {
      for (const each of read.warnings) call.warnings.push(each);
      return asRead(await ask(before, after), read);
    },
  );
}

/** Checks as a job does that a discovered workspace has not been exchanged for one outside the allowed roots. */
function readableRepository({ service }: AskingCall, project: ActiveProject): Promise<Repository> {
  const { root, projectId, autoDiscovered } = project.workspace;
  const within = autoDiscovered ? service.options.allowedRoots : undefined;
  return within === undefined ? project.repository() : openAsRegistered({ root, projectId, within });
}

/** Marks an answer for which not every file was searched. */
export function asRead<Given extends Answer>(answer: Given, { isComplete }: Pick<ReadRefs, 'isComplete'>): Given {
  if (isComplete) return answer;
  return { ...answer, metadata: { ...answer.metadata, result_completeness: 'partial' } };
}

async function askedRef(
  project: ActiveProject,
  index: ProjectIndex,
  wanted: string,
  policy: FreshnessPolicy,
): Promise<AskedRef> {
  const found = await project.findRef(index, wanted);
  if (found.resolved === undefined && found.published === undefined) throw refUnknown(wanted, index.refs);
  if (policy === 'strict' && !isIndexed(found)) throw refNotIndexed(wanted, index.refs);
  return found;
}

function isIndexed(asked: AskedRef): asked is AskedRef & { readonly published: RefRecord } {
  const { resolved, published } = asked;
  if (published === undefined) return false;
  return resolved?.source !== 'objects' || isContentOf(resolved, published);
}

/** A ref that is read from git is up to date, whatever the state of the index. */
function readInstead(
  call: AskingCall,
  project: ActiveProject,
  index: ProjectIndex,
  { resolved }: AskedRef,
  policy: FreshnessPolicy,
): void {
  const { service } = call;
  if (index.schema === 'not_indexed' && policy === 'balanced') service.jobs.startFirstIndex(project);
  const isBusy = hasJob(service, project, index);
  call.status = {
    freshness: 'fresh',
    indexing: index.schema === 'compatible' ? 'ready' : isBusy ? 'indexing' : 'not_indexed',
    schema: index.schema,
    ref: resolved?.name ?? 'live',
  };
}
