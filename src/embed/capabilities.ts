/**
 * The capabilities of an open project: a request is validated by the table of its tool and run on the requested ref.
 */
import { readParameters } from '../query/parameters/parameters.ts';
import { type Answer, answerDocument } from '../query/shapes/answer.ts';
import type { Capability } from '../query/tools/capability.ts';
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
}

/** A method for each row of the table. */
export function capabilitiesOf(asked: Asked): CapabilityMethods {
  const methods = capabilityRows.map(([name, row]) => [name, (sent: unknown) => ask(asked, row, sent)]);
  return Object.fromEntries(methods) as CapabilityMethods;
}

async function ask(asked: Asked, row: Capability, sent: unknown): Promise<Answer> {
  const { values, warnings } = readParameters(row.parameters, sent);
  if (row.asks === 'two refs') {
    const { base, head } = row.refsOf(values);
    const names = [await askedName(asked, base), await askedName(asked, head)] as const;
    return asked.reader.viewBoth(names, async (before, after) =>
      answerDocument(after, await row.answer(before, after, values), warnings),
    );
  }
  const { ref } = values as { readonly ref?: string };
  const name = await askedName(asked, row.refOf?.(values) ?? ref);
  return asked.reader.view(name, async (view) => answerDocument(view, await row.answer(view, values), warnings));
}

/** Resolves a ref to its name in the index; undefined means the current checkout. */
export async function askedName({ repository, store }: Asked, typed: string | undefined): Promise<string> {
  if (typed === undefined) return (readHead(repository) ?? (await resolveRef(repository))).name;
  // The name of an indexed ref works without git, even if the ref was deleted.
  if ((await store.ref(typed)) !== undefined) return typed;
  return (await resolveRef(repository, typed)).name;
}
