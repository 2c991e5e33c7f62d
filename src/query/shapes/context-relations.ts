/** What surrounds a function in a code context: the signatures of what it calls, who calls it, and its tests. */
import { functionKinds } from '../../languages/entity.ts';
import { hasCalls } from '../../languages/languages.ts';
import type { FileVersion } from '../../store/store.ts';
import type { FileFilter } from '../parameters/file-filter.ts';
import { Budget, type Edge } from '../resolve/calls/edge.ts';
import { calleesOf, callersOf } from '../resolve/calls/follow-calls.ts';
import { isSymbol } from '../resolve/calls/walk-calls.ts';
import type { SearchHit } from '../search/hit.ts';
import type { RefView } from '../view/ref-view.ts';
import type { ContextItem, RelatedPlace } from './context-item.ts';
import { topLevelCode } from './symbol-ids.ts';

const maxCallees = 6;
const maxCallers = 5;
const maxTests = 3;
/** What is examined for them: the callers of a common name would take longer than the rest of the answer. */
const maxFiles = 100;
const maxSites = 400;

export type Relations = Pick<ContextItem, 'calls' | 'called_by' | 'more_callers' | 'tests'>;

/** Only proven calls: a context is read as fact. */
export async function relationsOf(view: RefView, { symbol }: SearchHit, filter: FileFilter): Promise<Relations> {
  if (symbol === undefined || !functionKinds.has(symbol.kind) || !hasCalls(symbol.language)) return {};
  const callees = await calleesOf(view, [symbol], new Budget(maxFiles, maxSites));
  const callers = await callersOf(view, [symbol], new Budget(maxFiles, maxSites));
  const files = await view.files();
  const isTest = (path: string) => files.byPath(path)?.labels.includes('test') === true;
  const isAsked = ({ path }: { readonly path: string }) => {
    const file = files.byPath(path);
    return file !== undefined && filter.admits(file);
  };
  const proven = callers.edges.filter((edge) => edge.confidence === 'static' && isAsked(edge));
  const [tests, users] = [proven.filter(({ path }) => isTest(path)), proven.filter(({ path }) => !isTest(path))];
  const calls = callees.edges.flatMap(({ end, confidence }): RelatedPlace[] => {
    if (confidence !== 'static' || !isSymbol(end) || !isAsked(end)) return [];
    return [{ path: end.path, line: end.lineStart, name: end.name, signature: end.signature }];
  });
  const callerOf = ({ end, path, lines }: Edge): RelatedPlace => ({
    path,
    line: lines[0] ?? 1,
    name: (isSymbol(end) ? end : topLevelCode(end as FileVersion)).name,
  });
  const more = users.length - maxCallers;
  return {
    ...(calls.length > 0 ? { calls: calls.slice(0, maxCallees) } : {}),
    ...(users.length > 0 ? { called_by: users.slice(0, maxCallers).map(callerOf) } : {}),
    ...(more > 0 ? { more_callers: more } : {}),
    ...(tests.length > 0 ? { tests: tests.slice(0, maxTests).map(callerOf) } : {}),
  };
}
