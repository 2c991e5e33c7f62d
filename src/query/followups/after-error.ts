/**
 * Suggestions after a call that failed: the same call with what the error asks for. The error comes from the client, so
 * everything in it is looked up again before it is used.
 */
import type { SymbolRecord } from '../../store/store.ts';
import { candidateShape } from '../names/candidate-shape.ts';
import { findByHandle } from '../names/find-by-handle.ts';
import { findExactly } from '../names/find-by-name.ts';
import { normalPath } from '../names/find-file.ts';
import { byPath, wholeSymbols } from '../names/symbol-candidates.ts';
import { readHandle } from '../names/written/symbol-handle.ts';
import { type PreviousQuery, textOf } from '../parameters/previous-query.ts';
import type { RefView } from '../view/ref-view.ts';
import { rulesBy, type Situation, type Suggestion } from './suggestion.ts';

export async function afterError(situation: Situation): Promise<Suggestion[]> {
  const { error } = situation.outcome;
  if (error === undefined) return [];
  const { parameter } = error.data;
  if (typeof parameter === 'string') return withoutParameter(situation, parameter);
  return (await rules.get(error.code)?.(situation)) ?? [];
}

const maxRepeated = 3;

/** The rules by the code of the error. */
const rules = rulesBy({
  ambiguous_symbol: withEachCandidate,
  file_not_found: withNearFiles,
  range_out_of_file: withNearFiles,
  index_stale: async ({ previous }) =>
    neverFails(previous)
      ? [
          {
            tool: previous.tool,
            params: { ...previous.params, freshness_policy: 'balanced' },
            reason: 'The balanced policy answers from a stale index too, and updates it.',
          },
        ]
      : [],
  ref_not_indexed: elsewhere,
  workspace_not_registered: elsewhere,
  workspace_not_allowed: elsewhere,
});

/** Whether a tool answers whatever the words are. Others fail if these name nothing, and so does any unknown id. */
function neverFails(previous: PreviousQuery): boolean {
  return answering.has(previous.tool) && readHandle(textOf(previous) ?? '') === undefined;
}

const answering: ReadonlySet<string> = new Set(['search_code', 'locate_symbol', 'get_code_context']);

/** Repeats the call for each symbol of the name. */
async function withEachCandidate({ view, previous, text }: Situation): Promise<Suggestion[]> {
  const given = ['symbol_id', 'symbol_name', 'name'].filter((name) => previous.params[name] !== undefined);
  const [parameter] = given;
  if (parameter === undefined) return [];
  const { path, ...rest } = Object.fromEntries(
    Object.entries(previous.params).filter(([name]) => !given.includes(name)),
  );
  const wanted = typeof path === 'string' ? normalPath(path, view.ref.root) : undefined;
  return (await firstNamed(view, text, wanted)).map((symbol) => {
    const { symbol_id, qualified_name, line_start } = candidateShape(view, symbol);
    return {
      tool: previous.tool,
      params: { [parameter === 'symbol_id' ? 'symbol_name' : parameter]: symbol_id, ...rest },
      reason: `Several symbols are named '${text}'; this one is ${qualified_name} at ${symbol.path}:${line_start}.`,
    };
  });
}

/** Returns the first symbols of the name or the handle, in the file if one is given. */
async function firstNamed(view: RefView, text: string, wanted: string | undefined): Promise<readonly SymbolRecord[]> {
  const isMeant = (path: string) => wanted === undefined || path === wanted;
  const handle = readHandle(text);
  if (handle === undefined) {
    const named = (await findExactly(view, text)).filter(({ file }) => isMeant(file.path));
    return wholeSymbols(view, (await byPath(view, named)).slice(0, maxRepeated));
  }
  const found = await findByHandle(view, handle).catch(() => []);
  return found.filter(({ path }) => isMeant(path)).slice(0, maxRepeated);
}

/** Suggests the files that the error names. */
async function withNearFiles({ view, outcome }: Situation): Promise<Suggestion[]> {
  const { suggestions, path } = outcome.error?.data ?? {};
  const named = [path, ...(Array.isArray(suggestions) ? suggestions : [])].filter((one) => typeof one === 'string');
  const files = await Promise.all(named.slice(0, maxRepeated).map((one) => view.store.file(view.ref, one)));
  return files
    .filter((file) => file !== undefined)
    .map((file) => ({
      tool: 'get_file_outline',
      params: { path: file.path },
      reason: `${file.path} exists on ${view.ref.name} and has ${file.lineCount} lines.`,
    }));
}

/** Repeats the call without a parameter that was wrong. A required one cannot be left out. */
async function withoutParameter({ previous, text }: Situation, parameter: string): Promise<Suggestion[]> {
  if (previous.params[parameter] === undefined || text === '' || !neverFails(previous)) return [];
  const params = Object.fromEntries(Object.entries(previous.params).filter(([name]) => name !== parameter));
  const isNeeded = !['query', 'name', 'symbol_name', 'symbol_id'].some((name) => typeof params[name] === 'string');
  if (isNeeded) return [];
  return [{ tool: previous.tool, params, reason: `The call works without "${parameter}", which was not valid.` }];
}

/** Repeats the call on the checked-out ref of the default project, which this call was answered from. */
async function elsewhere({ view, previous, text }: Situation): Promise<Suggestion[]> {
  if (text === '' || !neverFails(previous)) return [];
  const { ref: _, workspace: __, ...params } = previous.params;
  return [{ tool: previous.tool, params, reason: `The same query on ${view.ref.name} of the default project.` }];
}
