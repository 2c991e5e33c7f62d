/** The identity of a symbol across its declarations. */
import type { SymbolRecord } from '../../../store/store.ts';

/** Declarations of one name in one scope of one file are one symbol: overloads, or conditional declarations. */
export function identity({ versionId, scope, name, kind }: SymbolRecord): string {
  return `${versionId} ${scope} ${name} ${kind === 'impl' ? 'impl' : ''}`;
}
