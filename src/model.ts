/**
 * The types that all layers share. A file version is a path with one content, and its facts depend on nothing else; a
 * ref is a set of file versions. Nothing here depends on SQL, git or a wire format.
 */

/** The kinds of symbols, as they appear on the wire. */
export const symbolKinds = [
  'fn',
  'method',
  'class',
  'struct',
  'interface',
  'trait',
  'enum',
  'impl',
  'type',
  'const',
  'static',
  'variable',
  'field',
  'module',
  'macro',
] as const;
export type SymbolKind = (typeof symbolKinds)[number];

/** A definition with a longer name is not a symbol, so nothing has to be looked up by a longer one. */
export const maxSymbolNameLength = 300;

export const visibilities = ['public', 'private', 'protected', 'internal'] as const;
export type Visibility = (typeof visibilities)[number];

/**
 * `value`: a function, method or class that is passed on without being called. `alias`: an import renames the name
 * (`default` if it has none); the receiver is the new name.
 */
export const referenceKinds = ['call', 'construct', 'type', 'inherit', 'value', 'alias'] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** User-visible text about a file that is not indexed, or whose syntax could not be parsed. */
interface MissingCode {
  /** Follows a number: `3 too large`. */
  readonly counted: string;
  /** Completes a sentence about the file; the table says which. */
  readonly reason: string;
  /** Whether the file may contain unindexed code, whose calls are then missing from call graphs. */
  readonly mayHideCode: boolean;
}

/**
 * Why a file of the repository has no facts. Each discovered file is either indexed or has one of these reasons. The
 * `reason` completes "the file is not in the index: …".
 */
const skipTable = {
  binary: { counted: 'binary', reason: 'it is binary', mayHideCode: false },
  too_large: { counted: 'too large', reason: 'it is larger than the limit for one file', mayHideCode: true },
  amplified: {
    counted: 'beyond the size of the repository',
    reason: 'the files of this ref amount to many times the size of the repository, which suggests an attack',
    mayHideCode: true,
  },
  minified: { counted: 'minified', reason: 'it is minified', mayHideCode: true },
  secret: { counted: 'secret', reason: 'its name or content indicates a credential', mayHideCode: true },
  unreadable: { counted: 'unreadable', reason: 'it could not be read', mayHideCode: true },
  link: { counted: 'link', reason: 'it is a symbolic link', mayHideCode: false },
  encoding: { counted: 'unknown encoding', reason: 'its encoding is unknown', mayHideCode: true },
  sparse: { counted: 'not checked out', reason: 'a sparse checkout leaves it out', mayHideCode: true },
  undecided: {
    counted: 'undecided',
    reason: 'the ignore rules of the repository take too long to match with its path',
    mayHideCode: true,
  },
  excluded: { counted: 'excluded', reason: 'it is excluded by the configuration or by default', mayHideCode: false },
  /** Code may be in it, but whoever excluded it knows; only answers about all uses of a symbol mention it. */
  excluded_by_repository: {
    counted: "excluded by the repository's own rules",
    reason: 'a .codecompassignore or the .codecompass/config.toml of the repository excludes it',
    mayHideCode: false,
  },
} as const satisfies Record<string, MissingCode>;
export type SkipReason = keyof typeof skipTable;
export const skipReasons: Readonly<Record<SkipReason, MissingCode>> = skipTable;

/**
 * The result of parsing an indexed file; its text is stored in every case. A problematic outcome has user-visible
 * text; the `reason` completes "the file …".
 */
const outcomeTable = {
  /** The language has no grammar: text only. */
  none: undefined,
  parsed: undefined,
  /** There were syntax errors; symbols were recovered where possible. */
  recovered: {
    counted: 'recovered from syntax errors',
    reason: 'has syntax errors (or syntax that the grammar does not know); symbols near them may be missing',
    mayHideCode: true,
  },
  /** Parsing was stopped after `index.parse_timeout_ms`. */
  timeout: {
    counted: 'timed out',
    reason: 'took too long to parse; its text is searchable, but its symbols are missing',
    mayHideCode: true,
  },
  /** Parsing was stopped because nesting, symbols or memory exceeded a limit. */
  too_complex: {
    counted: 'too complex',
    reason: 'is too deeply nested or too large to parse; its text is searchable, but symbols are missing',
    mayHideCode: true,
  },
  /** The parser crashed and the worker was replaced. */
  crashed: {
    counted: 'crashed the parser',
    reason: 'crashed the parser; its text is searchable, but its symbols are missing',
    mayHideCode: true,
  },
  /** Splitting the text into words was stopped. Searches for literal text and expressions read the file in every case. */
  no_words: {
    counted: 'without words',
    reason:
      'took too long to split into words; it is found by its path and by literal text, but symbols and words are missing',
    mayHideCode: true,
  },
} as const satisfies Record<string, MissingCode | undefined>;
export type ParseOutcome = keyof typeof outcomeTable;
export const parseTroubles: Readonly<Record<ParseOutcome, MissingCode | undefined>> = outcomeTable;

export const fileLabels = ['generated', 'vendored', 'test'] as const;
/** Properties of a file, other than its language, that ranking uses. */
export type FileLabel = (typeof fileLabels)[number];

/** A symbol as declared; `SymbolFact` adds what tells it apart from its namesakes. */
export interface Declaration {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Index of the enclosing symbol in the file's list, or -1. Parents come before their children. */
  readonly parent: number;
  /** The names of the enclosing symbols, joined with the separator of the language; empty at top level. */
  readonly scope: string;
  /** The declaration as written, on one line, without its body. */
  readonly signature: string;
  readonly visibility: Visibility;
  /** The keyword that set the visibility (`pub(crate)`, `export`), if there is one. */
  readonly modifier?: string;
  /** The doc comment or doc string without its comment markers. */
  readonly doc?: string;
  /** Lines count from 1; the range is inclusive. */
  readonly lineStart: number;
  readonly lineEnd: number;
}

export interface SymbolFact extends Declaration {
  /**
   * Which of the anonymous scopes in its named scope contains it (a callback, a block, one of several `impl` of a type),
   * numbered within the file; 0 for none. Symbols of one name, scope and place are declarations of one symbol.
   */
  readonly place: number;
  /** The lines of the anonymous scope directly around it, if a namesake is outside of that scope. */
  readonly blockStart?: number;
  readonly blockEnd?: number;
  /** 16 hexadecimal digits that do not change when the file is edited elsewhere (parse/extract/identify.ts). */
  readonly stableId: string;
}

export interface ImportFact {
  /** The module as written: `./store`, `std::collections`, `fmt`. */
  readonly source: string;
  /** The imported name; `*` for everything, absent for the module itself. */
  readonly name?: string;
  /** The local name, if it differs from `name` (or from the last part of the module). */
  readonly alias?: string;
  /** The import is also exported from this file (`export … from`, `pub use`). */
  readonly reexport: boolean;
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Index of the enclosing symbol, or -1. */
  readonly within: number;
}

export interface ReferenceFact {
  readonly name: string;
  readonly kind: ReferenceKind;
  /** The receiver or qualifier as written (`self.store`, `fmt`, `auth::jwt`), if there is one. */
  readonly receiver?: string;
  /** Number of arguments of a call; absent if it is unknown (spread) or does not apply. */
  readonly args?: number;
  readonly line: number;
  /** Index of the enclosing symbol, or -1. */
  readonly within: number;
}

/** A variable or parameter that calls are made on, with the type information in its declaration. */
export interface BindingFact {
  readonly name: string;
  /** `:T` for a written type; `=chain` for the access chain of its value (text/access-chain.ts); empty if unknown. */
  readonly origin: string;
  /** The lines where the binding is in scope. */
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Index of the enclosing symbol, or -1. */
  readonly within: number;
}

/** The parsed syntax of one file. */
export interface Syntax {
  readonly outcome: ParseOutcome;
  /** The module or package of the file (`auth::jwt`, `store`), from its path or its header. */
  readonly module: string;
  readonly symbols: readonly SymbolFact[];
  readonly imports: readonly ImportFact[];
  readonly references: readonly ReferenceFact[];
  readonly bindings: readonly BindingFact[];
}

/** A file version with all its facts. */
export interface FileFacts {
  readonly path: string;
  /** Git's blob id of the bytes, in hexadecimal. */
  readonly hash: string;
  readonly byteLength: number;
  /** The language's name in `languages.ts`, or the kind of text (`markdown`, `yaml`, `text`). */
  readonly language: string;
  readonly labels: readonly FileLabel[];
  /** The decoded text with its original line ends. */
  readonly text: string;
  /** The text with its names as compilers read them, if it is spelled otherwise; its words are indexed as well. */
  readonly respelled?: string;
  /** Macros in it join parts into names. */
  readonly joinsNames?: boolean;
  readonly syntax: Syntax;
}

/** A file version without facts, skipped because of its content. */
export interface SkippedVersion {
  readonly path: string;
  readonly hash: string;
  readonly byteLength: number;
  readonly skipped: SkipReason;
}

/** A discovered file that was skipped without reading, with the reason. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: SkipReason;
}

/** Detects whether a file on disk may have changed. Times are in microseconds, which a number represents exactly. */
export interface FileStat {
  readonly size: number;
  readonly mtimeUs: number;
  readonly ctimeUs: number;
  readonly inode: number;
}

/** Identifies a file version. */
export interface FileVersionKey {
  readonly path: string;
  readonly hash: string;
}

export const jobModes = ['full', 'incremental', 'force'] as const;
export type JobMode = (typeof jobModes)[number];

export const jobStatuses = ['running', 'published', 'failed', 'cancelled', 'interrupted'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const jobStages = ['discovery', 'parsing', 'indexing', 'finalizing'] as const;
export type JobStage = (typeof jobStages)[number];

/** The progress of a running job. */
export interface JobProgress {
  readonly stage: JobStage;
  readonly filesScanned: number;
  readonly filesParsed: number;
  readonly filesIndexed: number;
  /** Files that this job has to parse and write, without those reused from the store. */
  readonly filesTotal: number;
  readonly symbolsExtracted: number;
  /** 0 to 100; never decreases within a job. */
  readonly percentage: number;
}

/** The progress of a job before it has started. */
export const noProgress: JobProgress = {
  stage: 'discovery',
  filesScanned: 0,
  filesParsed: 0,
  filesIndexed: 0,
  filesTotal: 0,
  symbolsExtracted: 0,
  percentage: 0,
};
