/**
 * The capabilities of an open project: a request is validated by the table of its tool and run on the requested ref.
 */
import type { IndexSettings } from '../indexing/job/job.ts';
import { viewTwoRefs } from '../project/refs/compare-refs.ts';
import { asRead } from '../project/refs/compared-call.ts';
import { findRef } from '../project/refs/find-ref.ts';
import { ceilingOf } from '../query/budget/ceiling.ts';
import { fitAnswer } from '../query/budget/fit-answer.ts';
import { type ParametersOf, type ParameterTable, readParameters } from '../query/parameters/parameters.ts';
import { type Answer, answerDocument } from '../query/shapes/answer.ts';
import type { AskSettings, Capability } from '../query/tools/capability.ts';
import { capabilityRows } from '../query/tools/table.ts';
import type { ProjectReader } from '../query/view/ref-view.ts';
import { readHead } from '../scan/git/read-head.ts';
import { type Repository, resolveRef } from '../scan/git/repository.ts';
import type { Store } from '../store/store.ts';
import type { CapabilityMethods } from './project.ts';

/** The index to query, and the repository that resolves refs. */
export interface Asked {
  readonly repository: Repository;
  readonly store: Store;
  readonly reader: ProjectReader;
  /** The settings by which files without an index are read. */
  readonly settings: IndexSettings;
  readonly askSettings: AskSettings;
}

/** A method for each row of the table. */
export function capabilitiesOf(asked: Asked): CapabilityMethods {
  const methods = capabilityRows.map(([name, row]) => [name, (sent: unknown) => ask(asked, row, sent)]);
  return Object.fromEntries(methods) as CapabilityMethods;
}

async function ask(asked: Asked, row: Capability, sent: unknown): Promise<Answer> {
  const { parameters, cuts } = row;
  const { values, warnings } = readParameters(parameters, sent);
  const maxTokens = ceilingOf(parameters.max_tokens, sent, values);
  const answer = await answerTo(asked, row, values, warnings, {
    ...asked.askSettings,
    isUnlimited: maxTokens === undefined,
  });
  return fitAnswer(answer, { maxTokens, cuts, render: JSON.stringify, audience: { parameters, flags: false } });
}

async function answerTo(
  asked: Asked,
  row: Capability,
  values: ParametersOf<ParameterTable>,
  warnings: readonly string[],
  settings: AskSettings,
): Promise<Answer> {
  if (row.asks === 'two refs') {
    const { repository, store, reader, settings } = asked;
    const refs = await store.refs();
    const sideOf = async (wanted: string) => ({ ...(await findRef(repository, refs, wanted)), wanted });
    const typed = row.refsOf(values);
    const [base, head] = await Promise.all([sideOf(typed.base), sideOf(typed.head)]);
    const place = { repository, projectId: reader.projectId, settings, reader, refs };
    return viewTwoRefs(place, { base, head }, row.subjectOf(values, repository.root), async (before, after, read) =>
      answerDocument(after, asRead(await row.answer(before, after, values), read), [...warnings, ...read.warnings]),
    );
  }
  const { ref } = values as { readonly ref?: string };
  const name = await askedName(asked, row.refOf?.(values) ?? ref);
  return asked.reader.view(name, async (view) =>
    answerDocument(view, await row.answer(view, values, settings), warnings),
  );
}

/** Resolves a ref to its name in the index; undefined means the current checkout. */
export async function askedName({ repository, store }: Asked, typed: string | undefined): Promise<string> {
  if (typed === undefined) return (readHead(repository) ?? (await resolveRef(repository))).name;
  // The name of an indexed ref works without git, even if the ref was deleted.
  if ((await store.ref(typed)) !== undefined) return typed;
  return (await resolveRef(repository, typed)).name;
}
