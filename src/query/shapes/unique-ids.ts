/**
 * Makes the stable ids of an answer unique in its ref. Files without a module of their own may define the same name, and
 * then share a stable id; such an id is lengthened, so that it names one symbol when it is sent back.
 */
import { CodedError } from '../../errors.ts';
import type { RefView } from '../view/ref-view.ts';
import { lengthened } from './symbol-ids.ts';

async function withUniqueIds<Answer extends object>(view: RefView, answer: Answer): Promise<Answer> {
  const holders: Holder[] = [];
  collect(answer, holders);
  const ids = new Set(holders.map(({ symbol_stable_id }) => symbol_stable_id.slice(prefix.length)));
  const shared = new Set(ids.size === 0 ? [] : await view.store.sharedStableIds(view.ref, [...ids]));
  return shared.size === 0 ? answer : (replaced(view, answer, shared) as Answer);
}

/** Runs a query and makes the ids of its answer, or of its error, unique. */
export async function answeringUniquely<Answer extends object>(
  view: RefView,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await withUniqueIds(view, await answer());
  } catch (thrown) {
    if (!(thrown instanceof CodedError)) throw thrown;
    const { code, message, remediation: agent, cliRemediation: cli, data } = thrown;
    const unique = await withUniqueIds(view, data);
    throw unique === data
      ? thrown
      : new CodedError(code, message, { remediation: { agent, cli }, data: unique, cause: thrown.cause });
  }
}

const prefix = 'b3:';

interface Holder {
  readonly symbol_stable_id: string;
  readonly path: string;
}

function collect(value: unknown, found: Holder[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (isHolder(value)) found.push(value);
  for (const inner of Object.values(value)) collect(inner, found);
}

function isHolder(value: object): value is Holder {
  const { symbol_stable_id, path } = value as Partial<Holder>;
  return typeof symbol_stable_id === 'string' && typeof path === 'string';
}

function replaced(view: RefView, value: unknown, shared: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((inner) => replaced(view, inner, shared));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) copy[name] = replaced(view, inner, shared);
  if (!isHolder(value)) return copy;
  const stableId = value.symbol_stable_id.slice(prefix.length);
  if (shared.has(stableId)) copy.symbol_stable_id = lengthened(view.projectId, { path: value.path, stableId });
  return copy;
}
