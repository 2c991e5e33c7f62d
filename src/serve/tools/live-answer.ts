/**
 * Answers a call on a project without an index from a live view, marked `partial` and with a warning that says what was
 * looked at. Under `balanced`, the first index starts as soon as the view has its files.
 */
import { CodedError, toCodedError } from '../../errors.ts';
import type { ActiveProject } from '../../project/active-project.ts';
import { hasJob } from '../../project/index-status.ts';
import type { LiveReport, LiveView } from '../../project/live/live-view.ts';
import { needsWholeRef, type ResolvedRef } from '../../project/refs/unindexed-ref.ts';
import type { ParametersOf, ParameterTable } from '../../query/parameters/parameters.ts';
import type { Answer } from '../../query/shapes/answer.ts';
import type { AskSettings, OneRefCapability } from '../../query/tools/capability.ts';
import type { LiveNeeds } from '../../query/view/live-needs.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { ToolCall } from './tool.ts';

export async function answerLive(
  call: ToolCall,
  project: ActiveProject,
  row: OneRefCapability,
  request: ParametersOf<ParameterTable>,
  settings: AskSettings,
  ref?: ResolvedRef,
): Promise<Answer> {
  const needs = row.live(request);
  const live = await openLive(call, project, needs, ref, (view) => row.liveFurther?.(view, request));
  const { report } = live;
  try {
    const ask = (view: RefView) => row.answer(view, request, { ...settings, unexaminedFiles: report.omittedFiles });
    const answer = await live.reader.view(live.ref, ask, call.signal);
    const percent = await indexedPercent(project, ref);
    const warnings = [...liveWarnings(call, report, percent, ref), ...nothingFound(answer, needs, report)];
    // All files that the answer is about were read from git.
    const isExact = ref?.source === 'objects' && !needsWholeRef(needs);
    return {
      ...answer,
      metadata: {
        ...answer.metadata,
        result_completeness: isExact ? answer.metadata.result_completeness : 'partial',
        scanned_files: report.scannedFiles,
        parsed_files: report.parsedFiles,
        indexed_percent: percent,
        warnings: [...warnings, ...(answer.metadata.warnings ?? [])],
      },
    };
  } catch (thrown) {
    for (const each of liveWarnings(call, report, await indexedPercent(project, ref), ref)) call.warnings.push(each);
    throw withoutIndex(toCodedError(thrown), live);
  } finally {
    await live.close();
  }
}

async function openLive(
  call: ToolCall,
  project: ActiveProject,
  needs: LiveNeeds,
  ref: ResolvedRef | undefined,
  further: (view: RefView) => Promise<LiveNeeds | undefined> | undefined,
) {
  const { service, signal } = call;
  const startIndex = async (first: readonly string[]) => {
    if (signal?.aborted) return;
    // A status of `indexing` without a job means that this call starts it.
    if (call.status?.indexing !== 'indexing' || hasJob(service, project, await project.index())) return;
    if (ref?.source !== 'objects' || !needsWholeRef(needs)) service.jobs.startFirstIndex(project, first);
    else service.jobs.startInBackground(project, { operation: 'index', force: false, ref: ref.name, first });
  };
  try {
    const live = await service.live.open(project, needs, { of: ref, more: async (view) => further(view), signal });
    await startIndex(live.report.paths);
    return live;
  } catch (thrown) {
    await startIndex([]);
    throw thrown;
  }
}

/** The progress of the job that indexes the ref; 0 while another one runs. */
async function indexedPercent(project: ActiveProject, ref: ResolvedRef | undefined): Promise<number> {
  const { activeJob } = await project.index();
  return ref === undefined || activeJob?.ref === ref.name ? (activeJob?.progress.percentage ?? 0) : 0;
}

function liveWarnings(
  { status }: ToolCall,
  report: LiveReport,
  percent: number,
  ref: ResolvedRef | undefined,
): string[] {
  const unindexed = ref === undefined ? 'No index yet' : `${ref.name} is not indexed`;
  const call = ref === undefined ? 'index_repo' : `index_repo with "ref": ${JSON.stringify(ref.name)}`;
  const looked =
    report.scannedFiles > 0
      ? `scanned ${number(report.scannedFiles)} files and parsed ${number(report.parsedFiles)}`
      : `parsed ${number(report.parsedFiles)} of ${number(report.listedFiles)} files`;
  const progress =
    status?.indexing === 'indexing' ? `the index is ${percent} % done` : `call ${call} to build the index`;
  const omitted =
    report.omittedFiles === 0
      ? []
      : [
          report.omittedFiles === 1
            ? '1 more file contains the name and was not parsed.'
            : `${number(report.omittedFiles)} more files contain the name and were not parsed.`,
        ];
  const missing = report.scannedFiles > 0 ? ' Results in other files may be missing.' : '';
  return [`${unindexed}: ${looked}; ${progress}.${missing}`, ...omitted, ...report.warnings];
}

/** An empty answer says what was searched, because it must not look like proof of absence. */
function nothingFound(answer: Answer, needs: LiveNeeds, report: LiveReport): string[] {
  const lists = Object.entries(answer).flatMap(([name, value]) =>
    Array.isArray(value) && name !== 'suggested_next_actions' ? [value] : [],
  );
  // Where nothing says which files are needed, the tool says what it searched.
  if (lists.length === 0 || needs.anyFile === true || lists.some((list) => list.length > 0)) return [];
  const searched = [
    ...(needs.names ?? []).map(({ spellings }) => spellings[0]),
    ...(needs.terms ?? needs.otherwise?.terms ?? []).map(({ spellings }) => spellings[0]),
    ...(needs.paths ?? []),
  ].filter((text) => text !== undefined);
  const isFirst = (text: string, at: number) =>
    searched.findIndex((other) => other.toLowerCase() === text.toLowerCase()) === at;
  const shown = searched.filter(isFirst).slice(0, maxShown).join(', ');
  const where =
    report.scannedFiles > 0 ? `${number(report.scannedFiles)} scanned` : `${number(report.listedFiles)} listed`;
  return [
    `Nothing was found in the ${where} files${shown === '' ? '' : ` for ${shown}`}; the finished index may find more.`,
  ];
}

const maxShown = 8;

/** A live view knows only some files, so an error about a missing name says what was looked at. */
function withoutIndex(error: CodedError, live: LiveView): CodedError {
  const { code, data, remediation: agent, cliRemediation: cli } = error;
  if (code === 'symbol_not_found' && data.id !== undefined) {
    return new CodedError('index_not_ready', `The id ${data.id} cannot be looked up until ${live.ref} is indexed.`, {
      remediation: {
        agent: 'Call again when index_status says that the index is ready, or use the name of the symbol or path:line.',
      },
      data,
    });
  }
  const message = missingMessage(error, live);
  return message === undefined ? error : new CodedError(code, message, { remediation: { agent, cli }, data });
}

function missingMessage({ code, message, data }: CodedError, { ref, report }: LiveView): string | undefined {
  const isInView = data.skip_reason !== undefined || / is a folder /.test(message);
  if (code === 'file_not_found' && !isInView) {
    return `${data.path} is not among the ${number(report.listedFiles)} files of ${ref}.`;
  }
  if (code !== 'symbol_not_found') return undefined;
  const looked = `${number(report.scannedFiles)} files were scanned for it and ${number(report.parsedFiles)} parsed`;
  return `${message} There is no index yet; ${looked}.`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
