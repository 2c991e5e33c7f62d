/**
 * A language is one row of the table in `languages.ts` and one folder: its files, how they are parsed, its syntax, and
 * the meaning of its names and calls. All but the first few fields have a default, so a language can start small;
 * `docs/adding-a-language.md` explains them.
 */
import type { Node } from 'web-tree-sitter';
import type { Declaration, SymbolKind, Visibility } from '../model.ts';
import type { Respell } from '../text/respelled.ts';
import type { CallRules } from './call-rules.ts';
import type { ImportRules } from './import-rules.ts';
import type { Lexis } from './lexis.ts';
import type { ScopeRules } from './scope-rules.ts';
import type { UnreadRules } from './unread-rules.ts';

/** A comment that gives a symbol of another file a name of its own: a word in it, and a pattern for its path. */
export interface LinkDirective {
  readonly word: string;
  readonly pattern: RegExp;
}

export interface Language extends Files, Syntax, Conventions {
  readonly name: string;
  /** The language that its files are counted and searched as, if only the grammar differs (TSX). */
  readonly dialectOf?: string;
  /** The family, if code in another language shares its names (C and C++). Default: the language itself. */
  readonly family?: string;
  /** Other names of the language. */
  readonly aliases?: readonly string[];
  /** Resolution of imports to files and symbols. Absent: imports are listed but not resolved. */
  readonly imports?: ImportRules;
  /** The files that decide where imports lead, so that those which were not read are named. Default: none. */
  readonly unread?: UnreadRules;
  /** The files of a module or a package, and which names they share. */
  readonly scopes?: ScopeRules;
  /** Resolution of calls. Absent: calls are not resolved. Requires queries that capture references. */
  readonly calls?: CallRules;
}

/** The files of the language. */
interface Files {
  readonly extensions: readonly string[];
  /** Extensions that another row also claims, each with a pattern for texts in this language (`.h`). */
  readonly sharedExtensions?: Readonly<Record<string, RegExp>>;
  /** Whole file names that belong to the language, regardless of extension. */
  readonly fileNames?: readonly string[];
  /** Programs in a `#!` line. */
  readonly interpreters?: readonly string[];
}

/** Rules of extraction that queries cannot express. */
interface Syntax {
  /** The file in the grammar package, without `tree-sitter-` and `.wasm`. */
  readonly grammar: string;
  /**
   * Query files, joined in this order; an earlier pattern takes precedence. A path is relative to `src/languages`, or
   * absolute for a language from outside.
   */
  readonly queries: readonly string[];
  /** Names of built-in types (`string`, `i32`): references to them are not recorded. */
  readonly builtinTypes?: ReadonlySet<string>;
  /** Calls of built-ins without a receiver, which are not recorded (`len`; a macro as `vec!`). */
  readonly builtinCalls?: ReadonlySet<string>;
  /**
   * Blanks text that the grammar cannot parse (macros, directives). The length stays the same, so offsets are valid;
   * facts are taken from the original text. It may stop if `isLate` returns true.
   */
  readonly mask?: (text: string, isLate?: () => boolean) => string;
  /**
   * Spells names as a compiler compares them: escapes decoded, equivalent letters equal. Text is parsed, and searched
   * for names, in this spelling. Rows of one dialect or family share it. Default: as written.
   */
  readonly respell?: Respell;
  /** The encoding that a comment of the file declares, if it is not UTF-8; compilers read the bytes in it. */
  readonly declaredEncoding?: (text: string) => string | undefined;
  /** Macros that join parts into names, so that a name is in no file. */
  readonly joinedNames?: JoinedNames;
  /**
   * Words written directly before a name that they define (`def`, `class`), to recognize definitions in files that are
   * not parsed yet. Default: none.
   */
  readonly definitionWords?: readonly string[];
  /** Names of variables that are constants, if only the spelling distinguishes them. */
  readonly constantNames?: RegExp;
  /** The kind of a function inside a class or interface. Default: `method`. */
  readonly functionInClass?: 'method' | 'fn';
  /** Finds the name that a `@declarator` wraps at any depth (C's `int (*table[4])(void)`). */
  readonly declaredBy?: (declarator: Node, kind: SymbolKind) => Declared | undefined;
  /** Converts the written name of a symbol (`:name`) to its name. */
  readonly nameOf?: (written: string) => string;
  /** The module of a file, by its path; a `@module` capture takes precedence. Default: none. */
  readonly moduleOf?: (path: string) => string;
  /** The visibility of a symbol, and its keyword. */
  visibility(symbol: VisibilityClues): { visibility: Visibility; modifier?: string };
  /** Type syntax of declarations: `name: Type = value`, or `name Type` as in Go. Absent: types are not extracted. */
  readonly typesFollow?: 'colon' | 'space';
  /** Node types that open a scope without a name: blocks, lambdas, anonymous classes, object literals. Default: none. */
  readonly anonymousScopes?: ReadonlySet<string>;
  /**
   * Names of other files in the package are visible without an import (Go), so a bare name may be one of their
   * functions.
   */
  readonly sharesPackageNames?: boolean;
  /** Splits an import if a pattern cannot (nested groups); called for each `@import` without a source. */
  readonly importsIn?: (statement: Node) => ImportParts[];
  /** The entries of a captured `@import.names`, a list of any length. */
  readonly importedNames?: (list: Node) => ImportedName[];
}

/** Syntax of the language in answers, and layout of its projects. */
interface Conventions {
  /** How comments, strings and assignments are written. Default: as in C. */
  readonly lexis?: Lexis;
  /** Joins the parts of a qualified name. Default: a dot. */
  readonly separator?: '::' | '.';
  /** Joins module and name of an import into one path. Absent: imports are shown by statement. */
  readonly importSeparator?: string;
  /** An import of a whole namespace is written without a star (`using System`). */
  readonly importsWholeNamespaces?: boolean;
  /** Start of a line comment. Default: `//`. */
  readonly lineComment?: string;
  /** Files wrap their declarations in a namespace, so symbols in one count as top-level. */
  readonly isNamespaced?: boolean;
  /** Names of files that declare functions defined in other files (headers). */
  readonly declarationFiles?: RegExp;
  /** Names of files without a grammar that contain code of this language, or use its names: components, templates. */
  readonly hostFiles?: RegExp;
  readonly linkDirective?: LinkDirective;
  /** Names of test files, for this language only. */
  readonly testFiles?: RegExp;
  /** Folders of tests, if they contain files in this language. */
  readonly testFolders?: ReadonlySet<string>;
  /** Names of generated files, for this language only. */
  readonly generatedFiles?: RegExp;
  /** Tests inside a source file, next to the tested code. */
  readonly inlineTests?: InlineTests;
}

export interface JoinedNames {
  /** Whether a text joins names. */
  readonly occurIn: (text: string) => boolean;
  /** Returns a predicate: whether the text may join parts into the name. */
  readonly in: (text: string) => (name: string) => boolean;
}

export interface InlineTests {
  /** The name of a module that contains only tests. */
  readonly module: RegExp;
  /** The line directly above a test, from its start. */
  readonly above: RegExp;
}

/** A range of a text, by offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Declared {
  readonly name: Span;
  readonly owner?: Span | undefined;
  /** Set if it differs from the kind in the query. */
  readonly kind?: SymbolKind;
  /** The node of the range, if it is not the `@definition`. */
  readonly node?: Node;
}

export interface VisibilityClues {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly signature: string;
  readonly parentKind: SymbolKind | undefined;
  readonly parent: Declaration | undefined;
  /** Text of a `@modifier` outside of the signature. */
  readonly modifier: string | undefined;
  /** Text of the last `@access` marker before the symbol in the same parent (`private:`). */
  readonly access: string | undefined;
  /** Some enclosing symbol is a function. */
  readonly local: boolean;
  /** The keyword of an export separate from the declaration (`export`, `module.exports`). */
  readonly exported: string | undefined;
}

export interface ImportedName {
  readonly name: Node;
  readonly alias?: Node;
}

export interface ImportParts {
  readonly source: string;
  readonly name?: string;
  readonly alias?: string;
  readonly reexport?: boolean;
}
