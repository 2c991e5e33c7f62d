/** Runs a query command: turns the arguments into a request and prints the answer as text or JSON. */
import { toCodedError } from '../../errors.ts';
import { completenessAmid } from '../../project/freshness/freshness.ts';
import { asRead } from '../../project/refs/compared-call.ts';
import { ceilingOf } from '../../query/budget/ceiling.ts';
import { fitAnswer } from '../../query/budget/fit-answer.ts';
import { isAbsence } from '../../query/names/find-anchor.ts';
import {
  type ListRow,
  type ParametersOf,
  type ParameterTable,
  readParameters,
} from '../../query/parameters/parameters.ts';
import { type Answer, answerDocument, withWarnings } from '../../query/shapes/answer.ts';
import type { Capability, CommandForm } from '../../query/tools/capability.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import { runningGits } from '../../scan/git/process/running-gits.ts';
import { printableJson } from '../../text/printable.ts';
import { startWatchdog } from '../../watchdog/start-watchdog.ts';
import { type Asking, askProject } from '../ask-project.ts';
import { askTwoRefs } from '../ask-two-refs.ts';
import { numberFlag } from '../flags.ts';
import type { Invocation } from '../invocation.ts';
import { type TypedNames, typedNamesOf } from '../typed-names.ts';
import { pathsFromHere } from '../typed-paths.ts';
import { askEach } from './ask-each.ts';
import { type AnswerPrinting, answersEach, flaggedParameters } from './capability-commands.ts';

/** Questions give the event loop a turn every few milliseconds, unless a hostile repository found a way to prevent it. */
const stuckMs = 60_000;

export async function runCapability(
  call: Invocation,
  command: string,
  capability: Capability,
  form: CommandForm,
  printing: AnswerPrinting,
): Promise<number> {
  const typedNames = typedNamesOf(command, capability.parameters, form);
  const ask = async (one: Invocation, share: number): Promise<number> => {
    try {
      return await askAndPrint(one, capability, form, printing, typedNames, share);
    } catch (thrown) {
      throw typedNames.inError(thrown);
    }
  };
  const { length } = call.operands;
  const watchdog = startWatchdog({ rules: { parent: process.ppid, stuckMs }, children: runningGits });
  try {
    const isList = answersEach(capability, form) && length > 1;
    return await (isList ? askEach(call, (one) => ask(one, 1 / length)) : ask(call, 1));
  } finally {
    watchdog.close();
  }
}

/** `share`: the share of the token ceiling that this answer may use. */
async function askAndPrint(
  call: Invocation,
  capability: Capability,
  form: CommandForm,
  { render, own }: AnswerPrinting,
  typedNames: TypedNames,
  share: number,
): Promise<number> {
  const { flags, output } = call;
  const { parameters, cuts } = capability;
  const request = requestOf(call, parameters, form);
  const read = readParameters(parameters, request);
  const { values: typed } = read;
  const warnings = read.warnings.map(typedNames.inWarning);
  const ceiling = ceilingOf(parameters.max_tokens, request, typed);
  const maxTokens = ceiling && Math.max(1, Math.floor(ceiling * share));
  // Only parameters with a flag can be advised.
  const flagged = Object.fromEntries(flaggedParameters(parameters, form).map(({ name, row }) => [name, row]));
  const audience = { parameters: flagged, flags: true };
  const budget = { maxTokens, cuts, render: printableJson, audience };

  const show = async (view: RefView, refs: readonly string[], answer: Answer, asking?: Asking): Promise<void> => {
    const all = [...(asking?.warnings ?? []), ...warnings];
    if (output.json) {
      const document = answerDocument(view, answer, all);
      const freshness = asking && { freshness_status: asking.freshness };
      output.document(await fitAnswer({ ...document, metadata: { ...freshness, ...document.metadata } }, budget));
      return;
    }
    for (const warning of all) output.warn(warning);
    // A text is rendered from every field.
    const shown = await fitAnswer(answer, { ...budget, cuts: { ...cuts, details: [] }, render: JSON.stringify });
    const {
      lines,
      ending,
      warnings: found,
    } = render(shown, { reader: 'person', refs, columns: output.columns, paint: output.paint });
    const printed = own?.print(shown, flags);
    for (const line of printed === undefined ? lines : [printed]) output.print(line);
    for (const warning of found) output.warn(warning);
    if (ending) output.note(ending);
  };

  const run = (values: ParametersOf<ParameterTable>): Promise<number> => {
    if (capability.asks === 'two refs') {
      const subjectOf = (root: string) => capability.subjectOf(values, root);
      return askTwoRefs(call, capability.refsOf(values), subjectOf, async (compared) => {
        const { base, head, names, read } = compared;
        const answer = asRead(await capability.answer(base, head, values), read);
        await show(head, names, withWarnings(answer, read.warnings));
      });
    }
    return askProject(call, capability.live(values), async (asking) => {
      const { view, settings, isPartial, lacksChanges } = asking;
      const answer = await capability.answer(view, values, {
        ...settings,
        forText: !output.json,
        isUnlimited: maxTokens === undefined,
        // A view of some files of a ref.
        ...(isPartial === true ? { unexaminedFiles: 0 } : {}),
      });
      const { metadata } = answer;
      const result_completeness = completenessAmid(metadata.result_completeness, lacksChanges);
      const honest = { ...answer, metadata: { ...metadata, result_completeness } };
      await show(view, [view.ref.name], asRead(honest, { isComplete: isPartial !== true }), asking);
      return 0;
    });
  };
  const [first, ...others] = await pathsFromHere(call, capability.parameters, typed);
  return firstPresent(run, first, others);
}

/** Runs the first request whose file and symbol exist. */
async function firstPresent<Request>(
  run: (request: Request) => Promise<number>,
  request: Request,
  [next, ...others]: readonly Request[],
): Promise<number> {
  if (next === undefined) return run(request);
  try {
    return await run(request);
  } catch (thrown) {
    if (!isAbsence(toCodedError(thrown))) throw thrown;
    return firstPresent(run, next, others);
  }
}

function requestOf(
  { operands, flags }: Invocation,
  parameters: ParameterTable,
  form: CommandForm,
): Record<string, unknown> {
  const request: Record<string, unknown> = { ...form.sets };
  if (form.severalAs !== undefined && operands.length > 1) request[form.severalAs] = operands;
  else
    for (const [at, name] of form.operands.entries()) {
      if (at < operands.length) {
        request[name] = at === form.operands.length - 1 ? operands.slice(at).join(' ') : operands[at];
      }
    }
  for (const { name, flag, row } of flaggedParameters(parameters, form)) {
    if (row.type === 'integer' || row.type === 'number') request[name] = numberFlag(flags, flag);
    else if (row.type === 'list') request[name] = listFlag(row, flags.all(flag));
    else if (row.type !== 'flag') request[name] = flags.value(flag);
    else if (flags.has(flag)) request[name] = true;
  }
  for (const [flag, { sets }] of Object.entries(form.switches ?? {})) if (flags.has(flag)) Object.assign(request, sets);
  return request;
}

/** A flag can be repeated; words of a fixed set can also be written with commas between them. */
function listFlag({ values }: ListRow, typed: readonly string[]): readonly string[] | undefined {
  if (typed.length === 0) return undefined;
  return values === undefined ? typed : typed.flatMap((each) => each.split(','));
}
