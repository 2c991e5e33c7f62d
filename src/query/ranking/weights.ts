/**
 * Every number that decides a score or an order of results, each under a name. Scores lie between 0 and 1, and 0.5 means
 * doubt. Limits (how much is read, kept or shown) stay beside the code they limit, in constants named `max…` or `min…`;
 * `weights.test.ts` fails where another file of names, search or ranking has a number of its own.
 */
import type { SymbolKind } from '../../model.ts';

/** A factor that runs from `floor` to `floor + span`. Both are written down: `1 - floor` is another floating-point number. */
export interface FactorRange {
  readonly floor: number;
  readonly span: number;
}

/** The factor at a position from 0 to 1. */
export function factorAt({ floor, span }: FactorRange, position: number): number {
  return floor + span * position;
}

export const weights = {
  // Scores as a whole

  /** Scores are rounded to thousandths: three digits are as many as an answer needs, and what is closer is a tie. */
  scoreSteps: 1000,
  /** Below this score a hit is doubtful, and other queries are suggested. */
  doubt: 0.5,

  // What a file and a symbol are worth by themselves

  /** What a file is, if the query does not ask for it. */
  file: { test: 0.72, mock: 0.8, generated: 0.65, vendored: 0.6, aside: 0.88, prose: 0.7, data: 0.7 },
  /** Who may use a symbol. */
  visibility: { public: 1, protected: 0.985, internal: 0.98, private: 0.97 },
  /** For each symbol around a symbol. */
  nested: 0.985,
  /** From this depth on, more symbols around it make no difference. */
  deepest: 5,
  /** What a symbol is. */
  kind: {
    class: 1,
    struct: 1,
    interface: 1,
    trait: 1,
    enum: 1,
    fn: 1,
    type: 0.995,
    macro: 0.995,
    method: 0.99,
    module: 0.96,
    const: 0.98,
    static: 0.98,
    variable: 0.95,
    field: 0.93,
    impl: 0.92,
  } satisfies Record<SymbolKind, number> as Record<SymbolKind, number>,

  // Names

  /** How a name matches what was written. */
  name: { exact: 1, otherCase: 0.9, prefix: 0.75, near: 0.45 },
  /** By how much of the symbol's name was written. */
  nameLength: { floor: 0.9, span: 0.1 },
  /** By what the symbol and its file are worth by themselves. */
  namedSymbol: { floor: 0.5, span: 0.5 },
  /** A symbol that is not of the kind that the query names (`class Foo`). */
  otherKind: 0.9,
  /** Edits that a near spelling may have, by the length of what was written; the first row that is long enough counts. */
  nearEdits: [
    { below: 4, edits: 1 },
    { below: 8, edits: 2 },
    { below: Number.POSITIVE_INFINITY, edits: 3 },
  ],
  /** Edits of case or underscores that weigh as much as one of letters, to order equally near spellings. */
  nearWriting: 100,

  // Paths and stack frames

  /** How a path matches what was written: whole, by its end, by its end without extension, as a folder, anywhere. */
  path: { whole: 1, end: 0.96, endWithoutExtension: 0.9, topFolder: 0.75, folder: 0.65, part: 0.6 },
  /** From this match on a path is named, rather than contains the name. */
  pathNamed: 0.9,
  /** By what a file found by its path is worth by itself. */
  pathFile: { floor: 0.6, span: 0.4 },
  /** Below this score the file of a stack frame is taken for one of another project. */
  frameFile: 0.5,
  /** For each call between a stack frame and the innermost one. */
  outerFrame: 0.97,

  // Literal text

  /** Text that was quoted, or a message as it was printed. */
  literal: 0.95,
  /** By what a file that holds the text is worth by itself. */
  literalFile: { floor: 0.7, span: 0.3 },
  /** For each longer part of a message that was looked for before this one. */
  partialMessage: 0.95,

  // Words: terms

  /** For each part, up to `identifierParts`, an identifier of several parts counts this much more than a plain word. */
  identifierPart: 0.5,
  identifierParts: 4,
  /** A part of an identifier that was asked for as a whole. */
  part: 0.35,
  /** Two neighbouring words written as one. */
  joined: 0.9,
  /** How much of a word in a query a synonym is. */
  synonym: 0.45,
  /** Smoothing of the inverse document frequency, as in BM25. */
  idfSmoothing: 0.5,

  // Words: files

  /** Fields of a file, in units of a chunk that holds the word. */
  fileFields: { text: 1, name: 2.5, doc: 0.8, path: 5 },
  /** What divides the field of each further symbol of a file that holds the word: the first says most of what all say. */
  furtherSymbols: 8,
  /** Saturation of counts within a file, as in BM25. */
  saturation: 6,
  /** Length normalisation of counts within a file, as in BM25. */
  lengthPenalty: 0.55,
  /** The file as a whole, against the best hit in it. */
  fileShare: 0.75,

  // Words: hits in a file

  /** Fields of a hit that hold the word, against its name. */
  hitFields: { name: 1, doc: 0.8, path: 0.6, body: 0.7, scope: 0.5, elsewhere: 0.3 },
  /** A long body holds many words by chance: what each doubling of its length takes away, in units of so many lines. */
  bodyLength: { penalty: 0.3, lines: 40 },
  /** By how often a body holds the word; `saturation` occurrences are halfway. */
  bodyCount: { floor: 0.6, span: 0.4, saturation: 1.2 },
  /** Kinds that answer a question less well than a function or a type does. */
  answers: { field: 0.7, variable: 0.75, const: 0.8, static: 0.8, module: 0.85, impl: 0.85 } as Partial<
    Record<SymbolKind, number>
  >,
  /** For each better hit in the same file: one file must not crowd out the others. */
  furtherHit: 0.8,
  /** What was found by words alone, behind what was found by name, path or text. */
  behind: 0.6,
} as const;
