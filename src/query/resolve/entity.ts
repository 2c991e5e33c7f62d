/** An entity is what an expression leads to: symbols, a module, a value of some type, or something that no edge can lead to. */
import type { SymbolKind } from '../../model.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import type { CodePosition } from './source-file.ts';

export type Entity =
  | { readonly is: 'symbols'; readonly symbols: readonly SymbolRecord[] }
  | { readonly is: 'module'; readonly files: readonly FileVersion[] }
  | { readonly is: 'value'; readonly type: Type }
  /** A variable or parameter of which nothing more is known. */
  | { readonly is: 'local' }
  /** Known to be none of the repository's symbols. */
  | { readonly is: 'outside' };

/** A type as it is written somewhere, or the symbols that declare it. */
export type Type =
  | { readonly written: string; readonly place: CodePosition }
  | { readonly symbols: readonly SymbolRecord[] };

export const local: Entity = { is: 'local' };
export const outside: Entity = { is: 'outside' };

/** Nothing for no symbols. */
export function named(symbols: readonly SymbolRecord[]): Entity | undefined {
  return symbols.length === 0 ? undefined : { is: 'symbols', symbols };
}

export const typeKinds: ReadonlySet<SymbolKind> = new Set([
  'class',
  'struct',
  'interface',
  'trait',
  'enum',
  'type',
  'impl',
]);
export const functionKinds: ReadonlySet<SymbolKind> = new Set(['fn', 'method', 'macro']);
export const valueKinds: ReadonlySet<SymbolKind> = new Set(['const', 'static', 'variable', 'field']);

/** Chains of variables, return types and bases that are followed; those that people write are shorter. */
export const maxDepth = 14;
