/** What the extraction has to know of a language besides its queries. One row of the table in `languages.ts`. */
import type { Node } from 'web-tree-sitter';
import type { SymbolKind, Visibility } from '../model.ts';

export interface Language {
  readonly name: string;
  /** The grammar's file in the grammar package, without `tree-sitter-` and `.wasm`. */
  readonly grammar: string;
  readonly extensions: readonly string[];
  /** Whole file names that belong to the language whatever their extension. */
  readonly fileNames?: readonly string[];
  /** Programs in a `#!` line. */
  readonly interpreters?: readonly string[];
  /** Query files, relative to `src/parse`, joined in this order; an earlier pattern wins over a later one. */
  readonly queries: readonly string[];
  /** Names of types that the language brings along (`string`, `i32`): referring to them says nothing. */
  readonly builtinTypes?: ReadonlySet<string>;
  /** Joins the parts of a qualified name. */
  readonly separator: '::' | '.';
  /** What a function inside a class or interface is called on the wire. */
  readonly functionInClass: 'method' | 'fn';
  /** The module that a file of this path stands for; a `@module` capture wins over it. */
  moduleOf(path: string): string;
  visibility(symbol: VisibilityClues): { visibility: Visibility; modifier?: string };
  /** Takes an import apart where a pattern cannot (nested groups); called for each `@import` without a source. */
  readonly importsIn?: (statement: Node) => ImportParts[];
}

export interface VisibilityClues {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly signature: string;
  readonly parentKind: SymbolKind | undefined;
  /** Text of the last `@access` marker before the symbol in the same parent (`private:`). */
  readonly access: string | undefined;
  /** Some enclosing symbol is a function. */
  readonly local: boolean;
}

export interface ImportParts {
  readonly source: string;
  readonly name?: string;
  readonly alias?: string;
  readonly reexport?: boolean;
}
