/**
 * An entity is the result of resolving an expression: symbols, a module, a value of some type, or something without
 * edges. These types are shared by the resolver and the rules of languages.
 */
import type { BindingFact, ImportFact, SymbolKind } from '../model.ts';
import type { FileVersion, SymbolRecord } from '../store/store.ts';

/** The facts of one file version for call resolution. */
export interface SourceFile {
  readonly file: FileVersion;
  readonly symbols: readonly SymbolRecord[];
  readonly imports: readonly ImportFact[];
  /** The same by the enclosing symbol, or -1. */
  readonly importsIn: ReadonlyMap<number, ScopedImports>;
  readonly bindings: ReadonlyMap<string, readonly BindingFact[]>;
  readonly byName: ReadonlyMap<string, readonly SymbolRecord[]>;
  /** The symbols directly in a symbol, by its position; those at top level by -1. */
  readonly inside: ReadonlyMap<number, readonly SymbolRecord[]>;
}

/** The imports directly in a symbol or at top level, without `*`. A file may have thousands, and each name is looked up. */
export interface ScopedImports {
  /** By the name that they bind. */
  readonly byName: ReadonlyMap<string, ImportFact>;
  /** The others of a name that several bind: a condition selects one of them. */
  readonly alternatives: ReadonlyMap<string, readonly ImportFact[]>;
  /** Those without an explicit name. */
  readonly unnamed: UnnamedImports;
}

export interface UnnamedImports {
  readonly all: readonly ImportFact[];
  /** The first ones whose source starts with a name. */
  readonly byFirstPart: ReadonlyMap<string, ImportFact>;
}

/** A position in a source file at which names are resolved. */
export interface CodePosition {
  readonly source: SourceFile;
  /** Index of the enclosing symbol, or -1. */
  readonly within: number;
  readonly line: number;
}

export type Entity =
  | { readonly is: 'symbols'; readonly symbols: readonly SymbolRecord[] }
  | { readonly is: 'module'; readonly files: readonly FileVersion[] }
  | { readonly is: 'value'; readonly type: Type }
  /** A variable or parameter of unknown type. */
  | { readonly is: 'local' }
  /** Known not to be a symbol of the repository. */
  | { readonly is: 'outside' }
  /** A value that code outside of the repository returns: it may have been given one of the repository. */
  | { readonly is: 'opaque' };

/** The text of a type at a position, or the symbols that declare it. */
export type Type =
  | { readonly written: string; readonly place: CodePosition }
  /** `inherits` are all types that its members come from, in lookup order, if the order is not that of `symbols`. */
  | { readonly symbols: readonly SymbolRecord[]; readonly inherits?: readonly SymbolRecord[] };

export const local: Entity = { is: 'local' };
export const outside: Entity = { is: 'outside' };
export const opaque: Entity = { is: 'opaque' };

/** Returns undefined if there are no symbols. */
export function named(symbols: readonly SymbolRecord[]): Entity | undefined {
  return symbols.length === 0 ? undefined : { is: 'symbols', symbols };
}

/** Returns a value of the type that these symbols declare. */
export function instanceOf(...symbols: readonly SymbolRecord[]): Entity {
  return { is: 'value', type: { symbols } };
}

/** Yields the symbols around a position, innermost first. */
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
/** Kinds that declare a type, and kinds that contain members of a type declared elsewhere. */
export const typeKinds: ReadonlySet<SymbolKind> = new Set([...declaredTypeKinds, 'impl']);
export const functionKinds: ReadonlySet<SymbolKind> = new Set(['fn', 'method', 'macro']);
export const valueKinds: ReadonlySet<SymbolKind> = new Set(['const', 'static', 'variable', 'field']);
