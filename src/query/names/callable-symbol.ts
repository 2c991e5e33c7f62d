/** Selects the function, method or type that a name means where calls are asked for. */
import { pointingToSearch, type Remedy } from '../../errors.ts';
import { functionKinds, typeKinds } from '../../languages/entity.ts';
import { hasCalls } from '../../languages/languages.ts';
import type { SymbolRecord } from '../../store/store.ts';
import type { RefView } from '../view/ref-view.ts';
import { ambiguous } from './find-anchor.ts';
import { readHandle } from './written/symbol-handle.ts';

type Group = readonly [SymbolRecord, ...SymbolRecord[]];
type Instead = (found: readonly Pick<SymbolRecord, 'language'>[]) => Remedy | undefined;

/** Selects the declarations of one symbol from those with the name in one file. Callable kinds take precedence. */
export function callableSymbol(view: RefView, name: string, found: Group, instead: Instead): Group {
  // A handle names one symbol; the others are its further declarations.
  if (readHandle(name) !== undefined) return found;
  const callable = found.filter(({ kind }) => functionKinds.has(kind) || typeKinds.has(kind));
  const candidates = callable.length > 0 ? callable : found;
  const outermost = candidates.filter(({ scope }) => scope === '');
  const chosen = outermost.length > 0 ? outermost : candidates;
  // The impl blocks of a type differ in place, but belong to it.
  const scopes = new Set(chosen.map(({ scope }) => scope));
  const places = new Set(chosen.filter(({ kind }) => kind !== 'impl').map(({ place }) => place));
  const [first, ...others] = chosen;
  if (first === undefined || scopes.size > 1 || places.size > 1) {
    throw ambiguous(view, name, candidates, instead(candidates));
  }
  return [first, ...others];
}

/** Replaces the advice to choose a symbol if calls are resolved for none of the candidates. */
export function adviceIfUnresolved(found: readonly Pick<SymbolRecord, 'language'>[]): Remedy | undefined {
  if (found.some(({ language }) => hasCalls(language))) return undefined;
  const languages = [...new Set(found.map(({ language }) => language))].join(' and ');
  return pointingToSearch(
    (search) => `Calls in ${languages} are not resolved for any of them; ${search} finds occurrences of the name.`,
  );
}
