/** Runs a query command: turns the arguments into a request and prints the answer as text or JSON. */
import { resolve } from 'node:path';
import { CodedError } from '../../errors.ts';
import { asRead } from '../../project/refs/compared-call.ts';
import {
  type ListRow,
  type ParametersOf,
  type ParameterTable,
  readParameters,
} from '../../query/parameters/parameters.ts';
import { type Answer, answerDocument, withWarnings } from '../../query/shapes/answer.ts';
import type { Capability, CommandForm, OneRefCapability } from '../../query/tools/capability.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import { type Asking, askProject } from '../ask-project.ts';
import { askTwoRefs } from '../ask-two-refs.ts';
import { numberFlag } from '../flags.ts';
import type { Invocation } from '../invocation.ts';
import type { Renderer } from '../print/answers/renderer.ts';
import { flaggedParameters } from './capability-commands.ts';

export async function runCapability(
  call: Invocation,
  capability: Capability,
  form: CommandForm,
  renderer: Renderer,
): Promise<number> {
  const { flags, output } = call;
  const { values, warnings } = readParameters(capability.parameters, requestOf(call, capability.parameters, form));

  const show = async (view: RefView, refs: readonly string[], answer: Answer, asking?: Asking): Promise<void> => {
    const all = [...(asking?.warnings ?? []), ...warnings];
    if (output.json) {
      const document = answerDocument(view, answer, all);
      const freshness = asking && { freshness_status: asking.freshness };
      output.document({ ...document, metadata: { ...freshness, ...document.metadata } });
      return;
    }
    for (const warning of all) output.warn(warning);
    const ending = await renderer.print(answer, { output, flags, view, refs });
    if (!renderer.coversWarnings) for (const warning of answer.metadata.warnings ?? []) output.warn(warning);
    if (ending !== undefined) output.note(ending);
  };

  if (capability.asks === 'two refs') {
    const subjectOf = (root: string) => capability.subjectOf(values, root);
    return askTwoRefs(call, capability.refsOf(values), subjectOf, async (compared) => {
      const { base, head, names, read } = compared;
      const answer = asRead(await capability.answer(base, head, values), read);
      await show(head, names, withWarnings(answer, read.warnings));
    });
  }
  return askProject(call, capability.live(values), async (asking) => {
    const { view, isPartial } = asking;
    const answer = await answerFromHere(capability, view, values, !output.json);
    await show(view, [view.ref.name], asRead(answer, { isComplete: isPartial !== true }), asking);
    return 0;
  });
}

function requestOf(
  { operands, flags }: Invocation,
  parameters: ParameterTable,
  form: CommandForm,
): Record<string, unknown> {
  const request: Record<string, unknown> = { ...form.sets };
  for (const [at, name] of form.operands.entries()) {
    request[name] = at === form.operands.length - 1 ? operands.slice(at).join(' ') : operands[at];
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

/**
 * Resolves files relative to the current folder, as a shell completes them, else relative to the root of the
 * repository.
 */
async function answerFromHere(
  { parameters, answer }: OneRefCapability,
  view: RefView,
  request: ParametersOf<ParameterTable>,
  matchLines: boolean,
): Promise<Answer> {
  const settings = { matchLines };
  const isFile = (name: string) => parameters[name]?.type === 'text' && parameters[name].role === 'file';
  const fromHere = Object.entries(request).flatMap(([name, value]) =>
    isFile(name) && typeof value === 'string' ? [[name, resolve(value)]] : [],
  );
  if (fromHere.length > 0) {
    try {
      return await answer(view, { ...request, ...Object.fromEntries(fromHere) }, settings);
    } catch (thrown) {
      const isElsewhere =
        thrown instanceof CodedError && thrown.code === 'file_not_found' && thrown.data.skip_reason === undefined;
      if (!isElsewhere) throw thrown;
    }
  }
  return answer(view, request, settings);
}

/** A flag can be repeated; words of a fixed set can also be written with commas between them. */
function listFlag({ values }: ListRow, typed: readonly string[]): readonly string[] | undefined {
  if (typed.length === 0) return undefined;
  return values === undefined ? typed : typed.flatMap((each) => each.split(','));
}
