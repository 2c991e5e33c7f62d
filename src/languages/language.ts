/** What the extraction has to know of a language besides its queries. One row of the table in `languages.ts`. */
import type { Node } from 'web-tree-sitter';
import type { SymbolFact, SymbolKind, Visibility } from '../model.ts';
import type { Span } from '../parse/extract/captures.ts';

export interface Language {
  readonly name: string;
  /** The language that its files are counted and searched as, where only the grammar is another (TSX). */
  readonly dialectOf?: string;
  /** The grammar's file in the grammar package, without `tree-sitter-` and `.wasm`. */
  readonly grammar: string;
  readonly extensions: readonly string[];
  /** Extensions that another row claims too, each with what tells a text of this language (`.h`). */
  readonly sharedExtensions?: Readonly<Record<string, RegExp>>;
  /** Whole file names that belong to the language whatever their extension. */
  readonly fileNames?: readonly string[];
  /** Programs in a `#!` line. */
  readonly interpreters?: readonly string[];
  /** Query files, relative to `src/languages`, joined in this order; an earlier pattern wins over a later one. */
  readonly queries: readonly string[];
  /** Names of types that the language brings along (`string`, `i32`): referring to them says nothing. */
  readonly builtinTypes?: ReadonlySet<string>;
  /** Calls without a receiver that say nothing (`len`; a macro as `vec!`). */
  readonly builtinCalls?: ReadonlySet<string>;
  /**
   * Blanks what the grammar cannot read (macros, directives) before the text is parsed. The length stays, so
   * offsets hold; facts are cut from the text as it is.
   */
  readonly mask?: (text: string) => string;
  /** Names that make a constant of a variable, where only the spelling tells them apart. */
  readonly constantNames?: RegExp;
  /** What a function inside a class or interface is called on the wire. */
  readonly functionInClass: 'method' | 'fn';
  /** Finds the name that a `@declarator` wraps at any depth (C's `int (*table[4])(void)`). */
  readonly declaredBy?: (declarator: Node, kind: SymbolKind) => Declared | undefined;
  /** The name of a symbol where it differs from what is written (`:name`). */
  readonly nameOf?: (written: string) => string;
  /** The module that a file of this path stands for; a `@module` capture wins over it. */
  moduleOf(path: string): string;
  visibility(symbol: VisibilityClues): { visibility: Visibility; modifier?: string };
  /** How a declaration says the type of a name: `name: Type = value`, or `name Type` as in Go. Absent: it is not read. */
  readonly typesFollow?: 'colon' | 'space';
  /** Takes an import apart where a pattern cannot (nested groups); called for each `@import` without a source. */
  readonly importsIn?: (statement: Node) => ImportParts[];
}

export interface Declared {
  readonly name: Span;
  readonly owner?: Span | undefined;
  /** Where it is another than the query thought. */
  readonly kind?: SymbolKind;
  /** What gives the range, where it is not the `@definition`. */
  readonly node?: Node;
}

export interface VisibilityClues {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly signature: string;
  readonly parentKind: SymbolKind | undefined;
  readonly parent: SymbolFact | undefined;
  /** Text of the `@modifier` that stands outside of the signature. */
  readonly modifier: string | undefined;
  /** Text of the last `@access` marker before the symbol in the same parent (`private:`). */
  readonly access: string | undefined;
  /** Some enclosing symbol is a function. */
  readonly local: boolean;
  /** The word that exports the symbol apart from its declaration (`export`, `module.exports`). */
  readonly exported: string | undefined;
}

export interface ImportParts {
  readonly source: string;
  readonly name?: string;
  readonly alias?: string;
  readonly reexport?: boolean;
}
