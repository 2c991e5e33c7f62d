/**
 * Runs one tool call, from its arguments to the response body in the shape of the contract. Answers and errors both
 * carry metadata. Errors of the tool are returned, not thrown.
 */
import { type CodedError, type ErrorCode, toCodedError } from '../../errors.ts';
import type { ActiveProject } from '../../project/active-project.ts';
import { type IndexStatus, indexStatusOf, unknownStatus } from '../../project/index-status.ts';
import type { JobObserver } from '../../project/jobs.ts';
import type { EnteredProject, Service } from '../../project/service.ts';
import type { AskRoots, ResolvedWorkspace } from '../../project/workspaces.ts';
import { fitAnswer } from '../../query/budget/fit-answer.ts';
import { isObject, type ParametersOf, type ParameterTable, readParameters } from '../../query/parameters/parameters.ts';
import { PausingCall } from '../../query/view/pausing-call.ts';
import { answerText } from '../../render/answer-text.ts';
import { metadataOf } from './answer-metadata.ts';
import { cancelled, errorShape } from './error-shape.ts';
import { answerEach, namesakesOf, symbolsOf } from './several-symbols.ts';
import { formatOf, type ToolCall, type ToolRow, workspaceParameter } from './tool.ts';

export interface ToolOutcome {
  readonly isError: boolean;
  readonly body: Record<string, unknown>;
  /** The body as the client gets it, in the format of the call. */
  readonly text: string;
}

export interface CallOptions {
  readonly listen?: (jobId: () => string | undefined, project: ActiveProject) => JobObserver;
  readonly signal?: AbortSignal;
  /** Asks the client which folders it has opened. */
  readonly askRoots?: AskRoots;
  /** Called with the root of the project that the call uses, and the workspace that it names. */
  readonly onProject?: (root: string, workspace: string | undefined) => void;
}

/** Several symbols in one call are one call to the limit of calls at once: a client cannot use more places by it. */
export async function callTool(
  service: Service,
  row: ToolRow,
  sent: unknown,
  options: CallOptions = {},
): Promise<ToolOutcome> {
  const isText = formatOf(sent, service.options.format) === 'text';
  const symbols = symbolsOf(row, sent);
  if (symbols !== undefined) return answerSymbols(service, row, sent, symbols, isText, options);
  const single = await answerCall(service, row, sent, options);
  // A program gets the error and chooses.
  const namesakes = isText && single.isError ? namesakesOf(row, single) : undefined;
  if (namesakes === undefined) return single;
  const each = await answerSymbols(service, row, sent, namesakes, isText, options);
  return { ...each, text: `${each.text}\nnote: ${namesakes.length} symbols have this name; each is answered.` };
}

async function answerSymbols(
  service: Service,
  row: ToolRow,
  sent: unknown,
  symbols: readonly string[],
  isText: boolean,
  options: CallOptions,
): Promise<ToolOutcome> {
  // The answers share the budget of one call: it lasts as long as a view of its signal is open.
  const signal = options.signal ?? new AbortController().signal;
  const whole = PausingCall.of(signal);
  const outcome = await answerEach(symbols, sent as Record<string, unknown>, maxTokensOf(row, sent), (each) =>
    answerCall(service, row, each, { ...options, signal }),
  ).finally(() => whole.end());
  return isText ? outcome : { ...outcome, text: JSON.stringify(outcome.body) };
}

/** Fits the body of an answer or an error into its budget. */
async function outcome(
  service: Service,
  row: ToolRow,
  sent: unknown,
  whole: Record<string, unknown>,
): Promise<ToolOutcome> {
  const format = formatOf(sent, service.options.format);
  const render = (body: unknown) =>
    format === 'json' ? JSON.stringify(body) : answerText(body as Record<string, unknown>, row.render);
  // A text is rendered from every field.
  const cuts = format === 'json' ? row.cuts : { ...row.cuts, details: [] };
  const body = await withinBudget({ ...row, cuts }, sent, whole, render);
  return { isError: body.error !== undefined, body, text: render(body) };
}

async function answerCall(
  service: Service,
  row: ToolRow,
  sent: unknown,
  { askRoots, onProject = () => {}, ...options }: CallOptions,
): Promise<ToolOutcome> {
  const call: { -readonly [Field in keyof ToolCall]: ToolCall[Field] } = {
    service,
    warnings: [],
    format: formatOf(sent, service.options.format),
    ...options,
  };
  let leave = () => {};
  service.stayAwake();
  try {
    // It may have been cancelled while it waited for its turn.
    call.signal?.throwIfAborted();
    const { values, warnings } = await readCall(call, row, sent, askRoots, (entered, workspace) => {
      leave = entered.leave;
      onProject(entered.project.workspace.root, workspace);
    });
    for (const each of warnings) call.warnings.push(each);
    call.signal?.throwIfAborted();
    const { metadata, ...body } = await row.answer(call, values);
    const status = call.status ?? (await currentStatus(call));
    return outcome(service, row, sent, { ...body, metadata: metadataOf(status, metadata, call.warnings) });
  } catch (thrown) {
    const error = call.signal?.aborted ? cancelled() : toCodedError(thrown);
    if (error.code === 'internal_error') service.options.log(describe(row, error));
    // The status of an index that cannot be read would fail in the same way, after another wait.
    const status = call.status ?? (unreadable.has(error.code) ? unknownStatus : await currentStatus(call));
    const metadata = metadataOf(status, { result_completeness: 'partial' }, call.warnings);
    return outcome(service, row, sent, { error: errorShape(error), metadata });
  } finally {
    leave();
  }
}

function withinBudget(
  row: ToolRow,
  sent: unknown,
  body: Record<string, unknown>,
  render: (body: unknown) => string,
): Promise<Record<string, unknown>> {
  const { parameters, cuts } = row;
  return fitAnswer(body, { maxTokens: maxTokensOf(row, sent), cuts, render, audience: { parameters, flags: false } });
}

/** An error may be about `max_tokens` itself; then the default applies. */
function maxTokensOf({ parameters: { max_tokens: row } }: ToolRow, sent: unknown): number {
  const { max_tokens: wanted } = isObject(sent) ? sent : {};
  const isValid = Number.isInteger(wanted) && (wanted as number) >= row.min;
  return isValid ? Math.min(wanted as number, row.max) : row.default;
}

const unreadable: ReadonlySet<ErrorCode> = new Set(['index_busy', 'out_of_resources', 'request_cancelled']);

/**
 * Resolves the workspace before the other parameters are checked, so that an error response can include the index
 * status. A tool for which the project is optional still rejects an unknown workspace.
 */
async function readCall(
  call: { -readonly [Field in keyof ToolCall]: ToolCall[Field] },
  row: ToolRow,
  sent: unknown,
  askRoots: AskRoots | undefined,
  onEntered: (entered: EnteredProject, workspace: string | undefined) => void,
): Promise<{ values: ParametersOf<ParameterTable>; warnings: string[] }> {
  const { values: where } = readParameters({ workspace: workspaceParameter }, sent);
  const typed = where.workspace ?? row.workspaceOf?.(sent);
  const { service } = call;
  const isOptional = row.project === 'optional' && typed === undefined;
  const find = () => (isOptional ? defaultOf(service, askRoots) : service.workspaces.resolve(typed, askRoots));
  const found = await enterFound(service, find);
  if (found !== undefined) {
    onEntered(found, typed);
    call.project = found.project;
  }
  const read = readParameters(row.parameters, sent);
  if (found?.isNew && row.project !== 'starts') service.jobs.startFirstIndex(found.project);
  return read;
}

/** Enters the project of a workspace. One that another call evicts at the same moment is looked for again. */
async function enterFound(
  service: Service,
  find: () => Promise<ResolvedWorkspace | undefined>,
): Promise<(EnteredProject & { readonly isNew: boolean }) | undefined> {
  for (;;) {
    const found = await find();
    if (found === undefined) return undefined;
    const entered = await service.enter(found.workspace);
    if (entered !== undefined) return { ...entered, isNew: found.isNew };
  }
}

/** A tool that also answers without a project registers none. */
async function defaultOf(service: Service, askRoots: AskRoots | undefined): Promise<ResolvedWorkspace | undefined> {
  const workspace = await service.workspaces.default(askRoots);
  return workspace === undefined ? undefined : { workspace, isNew: false };
}

async function currentStatus({ service, project }: ToolCall): Promise<IndexStatus> {
  if (project === undefined) return unknownStatus;
  try {
    return await indexStatusOf(service, project, await project.index());
  } catch {
    return unknownStatus;
  }
}

function describe(row: ToolRow, error: CodedError): string {
  const origin = error.cause instanceof Error ? error.cause : error;
  return `${row.name} failed: ${origin.stack ?? origin.message}`;
}
