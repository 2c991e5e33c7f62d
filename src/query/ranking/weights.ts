/**
 * Every number that affects a score or the order of results, by name. Scores are between 0 and 1; below 0.5 a result is
 * doubtful. Limits on what is read, cached or shown are next to the code they limit, in constants named `max…` or
 * `min…`; `weights.test.ts` fails if another file of names, search or ranking contains a weight.
 */
import type { SymbolKind } from '../../model.ts';

/** A factor from `floor` to `floor + span`. Both are explicit, since `1 - floor` can differ by a rounding error. */
export interface FactorRange {
  readonly floor: number;
  readonly span: number;
}

/** Returns the factor at a position from 0 to 1. */
export function factorAt({ floor, span }: FactorRange, position: number): number {
  return floor + span * position;
}

export const weights = {
  // All scores

  /** Scores are rounded to thousandths: more digits are not useful, and closer scores are ties. */
  scoreSteps: 1000,
  /** Below this score a hit is doubtful, and other queries are suggested. */
  doubt: 0.5,

  /**
   * Weaker hits are left out: below this share of the best score if the query is a question or names a symbol that
   * exists, below this score if it names one that does not.
   */
  floor: { named: 0.3, unknownName: 0.1, question: 0.25 },

  /**
   * A code context as text shows whole bodies from this share of the best score on, then bodies in few lines, then
   * signatures, then nothing. `linked` is added for a proven call from or to one of the best hits.
   */
  context: { whole: 0.8, body: 0.6, signature: 0.5, linked: 0.2 },

  // Weights of files and symbols, independent of the match

  /** By type of file, unless the query asks for that type. */
  file: { test: 0.72, mock: 0.8, generated: 0.65, built: 0.65, vendored: 0.6, aside: 0.88, prose: 0.7, data: 0.7 },
  /** The weight of tests is raised to this power for a question about what the code does. */
  behaviourTestPower: 3,
  /** By visibility of the symbol. */
  visibility: { public: 1, protected: 0.985, internal: 0.98, private: 0.97 },
  /** For each enclosing symbol. */
  nested: 0.985,
  /** Maximum depth that counts for `nested`. */
  deepest: 5,
  /** By kind of symbol. */
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

  /** By how the symbol name matches the query. */
  name: { exact: 1, otherCase: 0.9, lastPart: 0.8, prefix: 0.75, near: 0.45 },
  /** By the share of the symbol name that the query covers. */
  nameLength: { floor: 0.9, span: 0.1 },
  /** By the weights of the symbol and its file. */
  namedSymbol: { floor: 0.5, span: 0.5 },
  /** For a symbol of another kind than the query names (`class Foo`). */
  otherKind: 0.9,
  /** Maximum edits of a similar spelling, by length of the query; the first matching row applies. */
  nearEdits: [
    { below: 4, edits: 1 },
    { below: 8, edits: 2 },
    { below: Number.POSITIVE_INFINITY, edits: 3 },
  ],
  /** Edits of case or underscores that equal one edit of a letter; they order equally similar spellings. */
  nearWriting: 100,

  /** For a symbol that a relation of the query leads to, if scope, imports and types prove it, and if not. */
  relation: { proven: 0.95, guessed: 0.75 },

  // Paths and stack frames

  /** By how a path matches the query: whole, by its end, by its end without extension, as a folder, anywhere. */
  path: { whole: 1, end: 0.96, endWithoutExtension: 0.9, topFolder: 0.75, folder: 0.65, part: 0.6 },
  /** From this match on, the query names the file; below, the path merely contains the query. */
  pathNamed: 0.9,
  /** By the weight of a file found by its path. */
  pathFile: { floor: 0.6, span: 0.4 },
  /** Below this score, the file of a stack frame is assumed to belong to another project. */
  frameFile: 0.5,
  /** For each frame between a stack frame and the innermost one. */
  outerFrame: 0.97,

  // Literal text

  /** For quoted text or a printed message. */
  literal: 0.95,
  /** By the weight of the file that contains the text. */
  literalFile: { floor: 0.7, span: 0.3 },
  /** For the hits of a file after its first ones, so that one file does not crowd out the others. */
  furtherLiteral: 0.9,

  // Printed messages

  message: {
    /** The worth of a word besides its rarity. */
    word: 0.5,
    /** The worth of a word that is not beside another one of the message, as a share. */
    lone: 0.2,
    /** The worth of words that a hole of the source explains, as a share. */
    explained: 0.1,
    /** The share of what is before and behind the fragments, if it may be a value or a prefix, that is not expected. */
    edge: 0.6,
    /** The worth of a word that no file has. */
    absent: 2.5,
    /** A word of a path, an address or a number, which is seldom literal, compared with others. */
    value: 0.4,
    /** What other text between two fragments costs, in worth. */
    gap: 3,
    /** Share of the message as a whole in the score; the rest is by the words that no hole explains. */
    ofAll: 0.4,
    /** Chunks with less than this share of the best one's words are not read. */
    chunk: 0.35,
    /** A chunk with every word of the message or of a half of it. */
    whole: 1.5,
    /** Places with less of the message are not shown. */
    least: 0.2,
    /** Tests and documents repeat the messages of the code: their weight is raised to this power. */
    filePower: 2,
    /** A part of the message is much less than all of it: the share is raised to a power, for strings and for prose. */
    power: 2,
    prosePower: 4,
    /** From this score on a place is certainly the message, and hits by words are `behind`. */
    sure: 0.5,
  },
  /** By the weight of the file that prints the message. */
  messageFile: { floor: 0.4, span: 0.6 },

  // Words: terms

  /** Bonus of an identifier over a plain word, for each of its parts up to `identifierParts`. */
  identifierPart: 0.5,
  identifierParts: 4,
  /** For a part of an identifier that exists as a whole. */
  part: 0.35,
  /** For two adjacent words written as one. */
  joined: 0.9,
  /** For a synonym of a query word. */
  synonym: 0.45,
  /** Smoothing of the inverse document frequency, as in BM25. */
  idfSmoothing: 0.5,

  // Words: files

  /** By field of a file, in units of one chunk that contains the word. */
  fileFields: { text: 1, name: 2.5, doc: 0.8, path: 5 },
  /** Divisor for each symbol after the first that contains the word: further ones add little information. */
  furtherSymbols: 8,
  /** Saturation of counts within a file, as in BM25. */
  saturation: 6,
  /** Length normalisation of counts within a file, as in BM25. */
  lengthPenalty: 0.55,
  /** Share of the file score in the score of a hit. */
  fileShare: 0.75,

  // Words: hits in a file

  /** By field of a hit that contains the word, relative to the name. */
  hitFields: { name: 1, doc: 0.8, path: 0.6, body: 0.7, scope: 0.5, elsewhere: 0.3 },
  /** A long body contains many words by chance: the penalty per doubling of its length, in units of `lines`. */
  bodyLength: { penalty: 0.3, lines: 40 },
  /** By how often a body contains the word; `saturation` occurrences are halfway. */
  bodyCount: { floor: 0.6, span: 0.4, saturation: 1.2 },
  /** For kinds that answer a question less well than functions and types. */
  answers: { field: 0.7, variable: 0.75, const: 0.8, static: 0.8, module: 0.85, impl: 0.85 } as Partial<
    Record<SymbolKind, number>
  >,
  /** For each better hit in the same file, so that one file does not crowd out the others. */
  furtherHit: 0.8,
  /** For hits by words, if there are hits by name, path or literal text. */
  behind: 0.6,

  // Vectors: questions in other words than the code

  vectors: {
    /** Share of nearness in the score of a hit, against that of words. */
    share: 0.3,
    /** What the score by words alone is worth. */
    words: 0.9,
    /** Share of the file in the score by words, if symbols have vectors: nearness is about the symbol. */
    fileShare: 0.9,
    /** For each better hit in the same file. */
    furtherHit: 1,
  },

  // Long texts: issues, messages of commits, logs

  longText: {
    /** By the section of the text that has a word. */
    sections: { title: 3, prose: 1, code: 0.5, heading: 0.1, listing: 0.1 },
    /** For a part of an identifier, which says less than a word. */
    part: 0.5,
    /** Files that are no sources are demoted more than for a short query. */
    filePower: 3,
    /** Saturation of counts within a file and within a function. */
    fileSaturation: 1.5,
    bodySaturation: 1.2,
    /** A word counts in the name, the scope and the doc comment of a function as this many occurrences. */
    fields: { name: 5, scope: 2, doc: 1 },
    /** Length normalization of a body, in units of `lines`. */
    bodyLength: { floor: 0.4, span: 0.6, lines: 30 },
    /** Within a function, a rare word counts more than among files. */
    idfPower: 1.3,
    /** The shares of a function's own score and of its file's. */
    own: 0.7,
    file: 0.4,
    /** A text of this many terms has half the trust in its words. */
    fewTerms: 2,
    /** What the text says directly: the path of the file, its base name in the title, the name of the function. */
    pathWritten: 0.15,
    /** A dotted or scoped name that ends in the name of a file. */
    moduleWritten: 0.05,
    fileInTitle: 0.05,
    nameWritten: 0.1,
    /** A name of several words, written as words: "clear the cache" for `clearCache`. */
    phraseWritten: 0.2,
    /** A frame of a stack trace, divided by its position. */
    frame: 0.3,
    /** A quoted text or a printed message, divided by the number of its places. */
    literal: 0.3,
    /** Types are less often what a text is about than their methods. */
    type: -0.05,
    /** Brings the sum of all that to a score of at most 1 for an ordinary text. */
    scale: 0.75,
  },
} as const;
