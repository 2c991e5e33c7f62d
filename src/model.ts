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

/** Why a file of the repository has no facts. Each file that was discovered is indexed or has one of these. */
export const skipReasons = [
  'binary',
  'too_large',
  'minified',
  'secret',
  'unreadable',
  'link',
  'encoding',
  'excluded',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** How far the syntax of an indexed file was understood; its text is searchable in every case. */
export const parseOutcomes = [
  /** The language has no grammar here: text only. */
  'none',
  'parsed',
  /** Syntax errors; what could be recovered is there. */
  'recovered',
  /** Given up after `index.parse_timeout_ms`. */
  'timeout',
  /** Given up because nesting, symbols or memory passed a limit. */
  'too_complex',
  /** The parser crashed on it and the worker was replaced. */
  'crashed',
] as const;
export type ParseOutcome = (typeof parseOutcomes)[number];

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
