/**
 * An entity is what an expression leads to: symbols, a module, a value of some type, or something that no edge can lead to.
 * Here are the nouns that the resolver and the rules of languages share.
 */
import type { BindingFact, ImportFact, SymbolKind } from '../model.ts';
import type { FileVersion, SymbolRecord } from '../store/store.ts';

/** What call resolution knows of one file version. */
export interface SourceFile {
  readonly file: FileVersion;
  readonly symbols: readonly SymbolRecord[];
  readonly imports: readonly ImportFact[];
  readonly bindings: ReadonlyMap<string, readonly BindingFact[]>;
  readonly byName: ReadonlyMap<string, readonly SymbolRecord[]>;
}

/** A place in a source file, where names have a meaning. */
export interface CodePosition {
  readonly source: SourceFile;
  /** Position of the enclosing symbol, or -1. */
  readonly within: number;
  readonly line: number;
}

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

/** A value of the type that these symbols declare. */
export function instanceOf(...symbols: readonly SymbolRecord[]): Entity {
  return { is: 'value', type: { symbols } };
}

/** The symbols around a place, the innermost first. */
export function* enclosing({ source, within }: CodePosition): Generator<SymbolRecord> {
  for (let symbol = source.symbols[within]; symbol !== undefined; symbol = source.symbols[symbol.parent]) yield symbol;
}

/** Kinds that declare a type. */
export const declaredTypeKinds: ReadonlySet<SymbolKind> = new Set([
  'class',
  'struct',
  'interface',
  'trait',
  'enum',
  'type',
]);
/** Those, and what holds members of a type declared elsewhere. */
export const typeKinds: ReadonlySet<SymbolKind> = new Set([...declaredTypeKinds, 'impl']);
export const functionKinds: ReadonlySet<SymbolKind> = new Set(['fn', 'method', 'macro']);
export const valueKinds: ReadonlySet<SymbolKind> = new Set(['const', 'static', 'variable', 'field']);
