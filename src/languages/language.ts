/**
 * A language is one row of the table in `languages.ts`, and one folder: which files it has, how its texts are read, how it
 * is written, and what its names and calls mean. All but the first few fields have a default, so that a language starts
 * small; `docs/adding-a-language.md` goes through them.
 */
import type { Node } from 'web-tree-sitter';
import type { SymbolFact, SymbolKind, Visibility } from '../model.ts';
import type { CallRules } from './call-rules.ts';
import type { ImportRules } from './import-rules.ts';
import type { ScopeRules } from './scope-rules.ts';

export interface Language extends Files, Syntax, Conventions {
  readonly name: string;
  /** The language that its files are counted and searched as, where only the grammar is another (TSX). */
  readonly dialectOf?: string;
  /** The name of the family, if code of another language sees this one's names as its own (C and C++). Default: its own. */
  readonly family?: string;
  /** What people call the language besides its name. */
  readonly aliases?: readonly string[];
  /** Which files and symbols an import leads to. Absent: imports are listed, not followed. */
  readonly imports?: ImportRules;
  /** Which files make a module or a package, and what they know of each other. */
  readonly scopes?: ScopeRules;
  /** How calls are resolved. Absent: they are not read. Needs queries that capture references. */
  readonly calls?: CallRules;
}

/** Which files are of the language. */
interface Files {
  readonly extensions: readonly string[];
  /** Extensions that another row claims too, each with what tells a text of this language (`.h`). */
  readonly sharedExtensions?: Readonly<Record<string, RegExp>>;
  /** Whole file names that belong to the language whatever their extension. */
  readonly fileNames?: readonly string[];
  /** Programs in a `#!` line. */
  readonly interpreters?: readonly string[];
}

/** What the extraction has to know besides the queries. */
interface Syntax {
  /** The grammar's file in the grammar package, without `tree-sitter-` and `.wasm`. */
  readonly grammar: string;
  /**
   * Query files, joined in this order; an earlier pattern wins over a later one. A path is relative to `src/languages`, or
   * absolute where the language comes from elsewhere.
   */
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
  /** What a function inside a class or interface is called on the wire. Default: `method`. */
  readonly functionInClass?: 'method' | 'fn';
  /** Finds the name that a `@declarator` wraps at any depth (C's `int (*table[4])(void)`). */
  readonly declaredBy?: (declarator: Node, kind: SymbolKind) => Declared | undefined;
  /** The name of a symbol where it differs from what is written (`:name`). */
  readonly nameOf?: (written: string) => string;
  /** The module that a file of this path stands for; a `@module` capture wins over it. Default: none. */
  readonly moduleOf?: (path: string) => string;
  /** Who sees a symbol, and the word that says so. */
  visibility(symbol: VisibilityClues): { visibility: Visibility; modifier?: string };
  /** How a declaration says the type of a name: `name: Type = value`, or `name Type` as in Go. Absent: it is not read. */
  readonly typesFollow?: 'colon' | 'space';
  /** A variable holds to the end of its function rather than of its block (Python). */
  readonly bindsInFunctions?: boolean;
  /** The names of other files of the package are known without an import (Go), so a bare name may be a function of theirs. */
  readonly sharesPackageNames?: boolean;
  /** Takes an import apart where a pattern cannot (nested groups); called for each `@import` without a source. */
  readonly importsIn?: (statement: Node) => ImportParts[];
}

/** How the language is written, and how its projects are laid out. */
interface Conventions {
  /** Joins the parts of a qualified name. Default: a dot. */
  readonly separator?: '::' | '.';
  /** Joins module and name of an import where people write them as one path. Absent: imports are shown by statement. */
  readonly importSeparator?: string;
  /** An import of everything is written without a star (`using System`). */
  readonly importsWholeNamespaces?: boolean;
  /** Begins a comment of one line. Default: `//`. */
  readonly lineComment?: string;
  /** Files wrap what they declare in a namespace, so what stands in one counts as top-level. */
  readonly isNamespaced?: boolean;
  /** Names of files that declare functions which other files define (headers). */
  readonly declarationFiles?: RegExp;
  /** Names of files that hold tests, in this language only. */
  readonly testFiles?: RegExp;
  /** Folders that hold tests where they have files of this language. */
  readonly testFolders?: ReadonlySet<string>;
  /** Names of files that only tools write, in this language only. */
  readonly generatedFiles?: RegExp;
  /** Tests that stand in a source file beside what they test. */
  readonly inlineTests?: InlineTests;
}

export interface InlineTests {
  /** The name of a module that holds nothing else. */
  readonly module: RegExp;
  /** What stands right above a test, at the start of a line. */
  readonly above: RegExp;
}

/** A stretch of a text, by offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
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
