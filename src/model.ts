/**
 * The nouns that cross layers. A file version is a path with the content it had, and its facts depend on
 * nothing else; a ref is a set of file versions. Nothing here knows SQL, git or a wire format.
 */

/** What a symbol is. The words are those of the wire. */
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

export const visibilities = ['public', 'private', 'protected', 'internal'] as const;
export type Visibility = (typeof visibilities)[number];

/**
 * `value`: a function, method or class that is handed on without being called. `alias`: an import takes the name (`default`
 * where it has none) and calls it otherwise; the receiver is that other name.
 */
export const referenceKinds = ['call', 'construct', 'type', 'inherit', 'value', 'alias'] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** What users read about a file that the index leaves out, or whose syntax it could not read. */
interface MissingCode {
  /** Behind a number: `3 too large`. */
  readonly counted: string;
  /** The rest of a sentence about the file; see the table for its form. */
  readonly reason: string;
  /** Whether the file may hold code that the index knows nothing of, so that its calls are missing from every graph. */
  readonly mayHideCode: boolean;
}

/**
 * Why a file of the repository has no facts. Each file that was discovered is indexed or has one of these. The `reason`
 * completes "the file is not in the index: …".
 */
const skipTable = {
  binary: { counted: 'binary', reason: 'it is binary', mayHideCode: false },
  too_large: { counted: 'too large', reason: 'it is larger than the limit for one file', mayHideCode: true },
  minified: { counted: 'minified', reason: 'it is minified', mayHideCode: true },
  secret: { counted: 'secret', reason: 'its name says that it holds secrets', mayHideCode: false },
  unreadable: { counted: 'unreadable', reason: 'it could not be read', mayHideCode: true },
  link: { counted: 'link', reason: 'it is a symbolic link', mayHideCode: false },
  encoding: { counted: 'unknown encoding', reason: 'its encoding is not known', mayHideCode: true },
  excluded: { counted: 'excluded', reason: 'it is excluded by the configuration or by default', mayHideCode: false },
} as const satisfies Record<string, MissingCode>;
export type SkipReason = keyof typeof skipTable;
export const skipReasons: Readonly<Record<SkipReason, MissingCode>> = skipTable;

/**
 * How far the syntax of an indexed file was understood; its text is searchable in every case. An outcome with trouble
 * has words for it; the `reason` completes "the file …".
 */
const outcomeTable = {
  /** The language has no grammar here: text only. */
  none: undefined,
  parsed: undefined,
  /** Syntax errors; what could be recovered is there. */
  recovered: {
    counted: 'recovered from syntax errors',
    reason: 'has syntax errors (or syntax that the grammar does not know); symbols near them may be missing',
    mayHideCode: false,
  },
  /** Given up after `index.parse_timeout_ms`. */
  timeout: {
    counted: 'timed out',
    reason: 'took too long to parse and was given up; its text is searchable, its symbols are not known',
    mayHideCode: true,
  },
  /** Given up because nesting, symbols or memory passed a limit. */
  too_complex: {
    counted: 'too complex',
    reason: 'is too deeply nested or too large to take apart; its text is searchable, symbols are missing',
    mayHideCode: true,
  },
  /** The parser crashed on it and the worker was replaced. */
  crashed: {
    counted: 'crashed the parser',
    reason: 'made the parser crash; its text is searchable, its symbols are not known',
    mayHideCode: true,
  },
} as const satisfies Record<string, MissingCode | undefined>;
export type ParseOutcome = keyof typeof outcomeTable;
export const parseTroubles: Readonly<Record<ParseOutcome, MissingCode | undefined>> = outcomeTable;

export const fileLabels = ['generated', 'vendored', 'test'] as const;
/** What ranking has to know of a file besides its language. */
export type FileLabel = (typeof fileLabels)[number];

export interface SymbolFact {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Index of the enclosing symbol in the file's list, or -1. Parents come before their children. */
  readonly parent: number;
  /** The names that lead to the symbol inside its file, joined as the language does; empty at top level. */
  readonly scope: string;
  /** Position among symbols of the same kind, scope and name in this file, from 0. */
  readonly ordinal: number;
  /** The declaration as written, on one line, without its body. */
  readonly signature: string;
  readonly visibility: Visibility;
  /** The word in the source that gave the visibility (`pub(crate)`, `export`), where there is one. */
  readonly modifier?: string;
  /** The doc comment or doc string without its comment markers. */
  readonly doc?: string;
  /** Lines count from 1; both ends belong to the symbol. */
  readonly lineStart: number;
  readonly lineEnd: number;
}

export interface ImportFact {
  /** The module as written: `./store`, `std::collections`, `fmt`. */
  readonly source: string;
  /** What is taken from it; `*` for everything, absent for the module itself. */
  readonly name?: string;
  /** The local name, where it differs from `name` (or from the module's last part). */
  readonly alias?: string;
  /** The import is also an export of this file (`export … from`, `pub use`). */
  readonly reexport: boolean;
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Index of the enclosing symbol, or -1. */
  readonly within: number;
}

export interface ReferenceFact {
  readonly name: string;
  readonly kind: ReferenceKind;
  /** The receiver or qualifier as written (`self.store`, `fmt`, `auth::jwt`), where there is one. */
  readonly receiver?: string;
  /** Number of arguments of a call; absent where it cannot be told (spread) or does not apply. */
  readonly args?: number;
  readonly line: number;
  /** Index of the enclosing symbol, or -1. */
  readonly within: number;
}

/** A variable or parameter that calls are made on, with what its declaration says of its type. */
export interface BindingFact {
  readonly name: string;
  /** `:T` for a written type; `=chain` for the squeezed value (text/squeeze.ts); empty where neither is known. */
  readonly origin: string;
  /** The lines where the name has this meaning. */
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Index of the enclosing symbol, or -1. */
  readonly within: number;
}

/** What the syntax of one file says. */
export interface Syntax {
  readonly outcome: ParseOutcome;
  /** The module or package that the file itself stands for (`auth::jwt`, `store`), from its path or its header. */
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
  /** The text, decoded, line ends as they are. */
  readonly text: string;
  readonly syntax: Syntax;
}

/** A file version without facts, because its content gives a reason to skip it. */
export interface SkippedVersion {
  readonly path: string;
  readonly hash: string;
  readonly byteLength: number;
  readonly skipped: SkipReason;
}

/** A file that was discovered and never read, with the reason. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: SkipReason;
}

/** What tells whether a file on disk may have changed. Times are in microseconds, which a number holds without loss. */
export interface FileStat {
  readonly size: number;
  readonly mtimeUs: number;
  readonly ctimeUs: number;
  readonly inode: number;
}

/** A file version by what identifies it. */
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

/** Where a running job stands. */
export interface JobProgress {
  readonly stage: JobStage;
  readonly filesScanned: number;
  readonly filesParsed: number;
  readonly filesIndexed: number;
  /** Files that this job has to parse and write; those reused from the store are not among them. */
  readonly filesTotal: number;
  readonly symbolsExtracted: number;
  /** 0 to 100, never falling within a job. */
  readonly percentage: number;
}

/** Where a job stands before it has done anything. */
export const noProgress: JobProgress = {
  stage: 'discovery',
  filesScanned: 0,
  filesParsed: 0,
  filesIndexed: 0,
  filesTotal: 0,
  symbolsExtracted: 0,
  percentage: 0,
};
