/**
 * What a query needs from a view that contains only a few files of a ref: the names, words and paths by which those
 * files are chosen. A capability derives it from a request; whoever builds the view finds the files.
 */

export interface LiveNeeds {
  /** Symbols whose definitions are needed. */
  readonly names?: readonly LiveName[];
  /** Whether files that mention the names are needed too, such as callers. */
  readonly mentions?: boolean;
  /** Words to search, most telling first. */
  readonly terms?: readonly LiveTerm[];
  /** Texts to search literally. */
  readonly literals?: readonly string[];
  /** Whether any file may be needed, and nothing says which: as many are taken as a view holds. */
  readonly anyFile?: boolean;
  /** Paths as typed: of a file, or the end of one. */
  readonly paths?: readonly string[];
  /** Whether names are resolved through imports, which takes the manifests and module files above each file. */
  readonly imports?: boolean;
  /** Whether the files beside the definitions are needed, in the same folders. */
  readonly neighbours?: boolean;
  /** The language of the files, by its name in the index; other files are not needed. */
  readonly language?: string;
  /** Whether a file is needed, by its path and whether it is a test; absent if all are. */
  readonly admits?: (path: string, isTest: boolean) => boolean;
  /** What to look for if neither a definition nor a path is found. */
  readonly otherwise?: LiveNeeds;
}

export interface LiveName {
  /** The possible names of the symbol, as identifiers. */
  readonly spellings: readonly string[];
  /** The names before it in a qualified name: its file probably contains them. */
  readonly qualifiers: readonly string[];
}

export interface LiveTerm {
  /** The words that match the term, in lower case. */
  readonly spellings: readonly string[];
  /** Weight relative to a plain word. */
  readonly weight: number;
}
