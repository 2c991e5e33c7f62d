/** The identity of what can be called: a symbol, with all its declarations. */
import type { SymbolRecord } from '../../../store/store.ts';

/** Declarations of one name in one scope of one file are one thing: overloads, or choices by a condition. */
export function identity({ versionId, scope, name, kind }: SymbolRecord): string {
  return `${versionId} ${scope} ${name} ${kind === 'impl' ? 'impl' : ''}`;
}
