/** What surrounds a function in a code context: the signatures of what it calls, who calls it, and its tests. */
import { functionKinds } from '../../../languages/entity.ts';
import { hasCalls } from '../../../languages/languages.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import type { FileFilter } from '../../parameters/file-filter.ts';
import { Budget, type Edge } from '../../resolve/calls/edge.ts';
import { calleesOf, callersOf } from '../../resolve/calls/follow-calls.ts';
import { isSymbol } from '../../resolve/calls/walk-calls.ts';
import type { RefView } from '../../view/ref-view.ts';
import { topLevelCode } from '../symbol-ids.ts';
import type { ContextItem, RelatedPlace } from './context-item.ts';

const maxCallees = 6;
const maxCallers = 5;
const maxTests = 3;
/** What is examined for them: the callers of a common name would take longer than the rest of the answer. */
const maxFiles = 100;
const maxSites = 400;

export type Relations = Pick<ContextItem, 'calls' | 'called_by' | 'more_callers' | 'tests'>;

/** The proven calls from and to a function. */
export interface ProvenCalls {
  readonly callees: readonly Edge[];
  readonly callers: readonly Edge[];
}

/** Only proven calls: a context is read as fact. */
export async function provenCalls(view: RefView, symbol: SymbolRecord, filter: FileFilter): Promise<ProvenCalls> {
  if (!functionKinds.has(symbol.kind) || !hasCalls(symbol.language)) return { callees: [], callers: [] };
  const callees = await calleesOf(view, [symbol], new Budget(maxFiles, maxSites));
  const callers = await callersOf(view, [symbol], new Budget(maxFiles, maxSites));
  const files = await view.files();
  const isAsked = (path: string) => {
    const file = files.byPath(path);
    return file !== undefined && filter.admits(file);
  };
  const isProven = ({ confidence }: Edge) => confidence === 'static';
  // What is declared inside of the function is in its source.
  const isInside = ({ path, lineStart }: SymbolRecord) =>
    path === symbol.path && symbol.lineStart <= lineStart && lineStart <= symbol.lineEnd;
  return {
    callees: callees.edges.filter(
      (edge) => isProven(edge) && isSymbol(edge.end) && isAsked(edge.end.path) && !isInside(edge.end),
    ),
    callers: callers.edges.filter((edge) => isProven(edge) && isAsked(edge.path)),
  };
}

/**
 * Tests are apart from the other callers. What is in `named`, by `path:line`, has no signature, because the answer
 * shows it elsewhere; what gets one is added.
 */
export async function relationsOf(
  view: RefView,
  { callees, callers }: ProvenCalls,
  named: Set<string> = new Set(),
): Promise<Relations> {
  const files = await view.files();
  const isTest = ({ path }: Edge) => files.byPath(path)?.labels.includes('test') === true;
  const [tests, users] = [callers.filter(isTest), callers.filter((edge) => !isTest(edge))];
  const calls = callees.slice(0, maxCallees).flatMap(({ end }): RelatedPlace[] => {
    if (!isSymbol(end)) return [];
    const { path, lineStart: line, name, signature } = end;
    const isKnown = named.has(`${path}:${line}`);
    named.add(`${path}:${line}`);
    return [{ path, line, name, ...(isKnown ? {} : { signature }) }];
  });
  const callerOf = ({ end, path, lines }: Edge): RelatedPlace => ({
    path,
    line: lines[0] ?? 1,
    name: (isSymbol(end) ? end : topLevelCode(end as FileVersion)).name,
  });
  const more = users.length - maxCallers;
  return {
    ...(calls.length > 0 ? { calls } : {}),
    ...(users.length > 0 ? { called_by: users.slice(0, maxCallers).map(callerOf) } : {}),
    ...(more > 0 ? { more_callers: more } : {}),
    ...(tests.length > 0 ? { tests: tests.slice(0, maxTests).map(callerOf) } : {}),
  };
}
