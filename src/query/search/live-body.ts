/** Derives what a live view needs to resolve the names that the body of a symbol uses: the files that define them. */
import { toCodedError } from '../../errors.ts';
import type { ReferenceFact } from '../../model.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { findAnchors, isAbsence } from '../names/find-anchor.ts';
import { readHandle } from '../names/written/symbol-handle.ts';
import type { LiveNeeds } from '../view/live-needs.ts';
import type { RefView } from '../view/ref-view.ts';

const maxNames = 24;

/** Returns undefined if the view has no such symbol, or the symbol uses no names of other files. */
export async function needsOfBody(view: RefView, name: string, path?: string): Promise<LiveNeeds | undefined> {
  const names = new Set<string>();
  for (const anchor of await anchorsIn(view, name, path)) {
    const file = (await view.files()).byId(anchor.versionId);
    if (file === undefined) continue;
    const defined = new Set((await view.store.symbols(file)).map((symbol) => symbol.name));
    for (const reference of await view.store.references(file)) {
      if (!isInside(reference, anchor) || defined.has(reference.name)) continue;
      names.add(reference.name);
    }
  }
  if (names.size === 0) return undefined;
  const wanted = [...names].slice(0, maxNames);
  return { names: wanted.map((each) => ({ spellings: [each], qualifiers: [] })), imports: true };
}

/** What a call graph needs besides the definition: what the symbol calls, and for a handle the files with its name. */
export async function needsOfCalls(
  view: RefView,
  name: string,
  path: string | undefined,
  direction: 'callers' | 'callees' | 'both',
): Promise<LiveNeeds | undefined> {
  const body = direction === 'callers' ? undefined : await needsOfBody(view, name, path);
  // The needs of a name include its callers from the start.
  if (direction === 'callees' || readHandle(name) === undefined) return body;
  const [anchor] = await anchorsIn(view, name, path);
  if (anchor === undefined) return body;
  const own = { spellings: [anchor.name], qualifiers: [] };
  return { names: [own, ...(body?.names ?? [])], mentions: true, imports: true };
}

/** The answer itself reports a name that is missing or ambiguous. */
async function anchorsIn(view: RefView, name: string, path: string | undefined): Promise<readonly SymbolRecord[]> {
  try {
    return await findAnchors(view, name, path);
  } catch (thrown) {
    const error = toCodedError(thrown);
    if (isAbsence(error) || error.code === 'ambiguous_symbol') return [];
    throw thrown;
  }
}

function isInside({ line }: ReferenceFact, { lineStart, lineEnd }: SymbolRecord): boolean {
  return lineStart <= line && line <= lineEnd;
}
