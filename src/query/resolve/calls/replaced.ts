/**
 * Functions whose name is assigned another value in their file (`work = fast` after `def work`). A call of the name may
 * reach either, so it is not proven to call the function.
 */
import { functionKinds } from '../../../languages/entity.ts';
import { callRulesOf } from '../../../languages/languages.ts';
import type { SymbolRecord } from '../../../store/store.ts';
import { LruCache } from '../../view/lru-cache.ts';
import type { RefView } from '../../view/ref-view.ts';
import { sourceOf } from '../names/source-file.ts';
import { identity } from './resolve-site.ts';

interface Assignment {
  readonly line: number;
  /** The start of what follows the equals sign, without the semicolon. */
  readonly value: string;
}

type Assignments = ReadonlyMap<string, readonly Assignment[]>;

const assignment = /^([\p{L}_$][\p{L}\p{N}_$.]*)[ \t]*=(?![=>])[ \t]*(.{0,80})/u;

/** Returns the line that assigns another value to the name of a function, if there is one. */
export async function replacedAt(view: RefView, symbol: SymbolRecord): Promise<number | undefined> {
  const { assignedAs } = callRulesOf(symbol.language).sites;
  if (assignedAs === undefined) return undefined;
  const source = await sourceOf(view, symbol);
  const cache = await view.derived(assignmentsCache);
  const { id } = source.file;
  const assignments = cache.get(id) ?? cache.set(id, assignmentsIn(await view.store.text(source.file)));
  const assigned = assignedAs(symbol).flatMap((path) => assignments.get(path) ?? []);
  if (assigned.length === 0) return undefined;
  // Thousands of functions may have the same name.
  const lines = await view.derived(linesCache);
  const key = `${id} ${identity(symbol)}`;
  const known = lines.get(key);
  if (known !== undefined) return known.line;
  const same = (source.byName.get(symbol.name) ?? []).filter((each) => identity(each) === identity(symbol));
  const own = new Set(same.filter(({ kind }) => functionKinds.has(kind)).map(({ lineStart }) => lineStart));
  // `exports.work = work` gives the function another name.
  const isOther = (each: Assignment) => own.size > 0 && !own.has(each.line) && each.value !== symbol.name;
  const line = assigned.find(isOther)?.line;
  lines.set(key, { line });
  return line;
}

/** The assignments that begin a line of the top level, by what they assign to. */
function assignmentsIn(text: string): Assignments {
  const found = new Map<string, Assignment[]>();
  for (const [index, line] of text.split('\n').entries()) {
    const [, path, value = ''] = assignment.exec(line) ?? [];
    if (path === undefined) continue;
    const known = found.get(path);
    const each = { line: index + 1, value: value.trim().replace(/;$/, '').trim() };
    if (known === undefined) found.set(path, [each]);
    else known.push(each);
  }
  return found;
}

/** A file has at most about half of that. */
const maxAssignments = 400_000;

function assignmentsCache(): LruCache<number, Assignments> {
  return new LruCache(maxAssignments, (assignments) =>
    [...assignments.values()].reduce((sum, { length }) => sum + length, 1),
  );
}

function linesCache(): LruCache<string, { readonly line: number | undefined }> {
  return new LruCache(10_000);
}
