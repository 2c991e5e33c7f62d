/**
 * The one table of ranking weights, and what follows from it for a file and a symbol by themselves, whatever was asked.
 * Scores lie between 0 and 1, and 0.5 means doubt.
 */
import type { FileLabel, SymbolKind, Visibility } from '../../model.ts';

export const weights = {
  /** How a name can match what was asked for. */
  name: { exact: 1, otherCase: 0.9, prefix: 0.75, near: 0.45 },
  /** What a file is, if the query does not ask for it. */
  file: { test: 0.72, mock: 0.8, generated: 0.65, vendored: 0.6, aside: 0.88, prose: 0.7, data: 0.7 },
  visibility: { public: 1, protected: 0.985, internal: 0.98, private: 0.97 },
  /** For each symbol around it. */
  nested: 0.985,
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
  /** What a word found in a place is worth, against the best place to find it. */
  evidence: { name: 1, doc: 0.8, path: 0.6, body: 0.7, scope: 0.5, elsewhere: 0.3 },
  /** What answers a question less well than a function or a type does. */
  answers: { field: 0.7, variable: 0.75, const: 0.8, static: 0.8, module: 0.85, impl: 0.85 } as Partial<
    Record<SymbolKind, number>
  >,
  /** How much of a word in a query a synonym is. */
  synonym: 0.45,
  /** A part of an identifier that was asked for as a whole. */
  part: 0.35,
  /** Two neighbouring words written as one. */
  joined: 0.9,
  /** Saturation and length normalisation of counts within a file. */
  saturation: 6,
  lengthPenalty: 0.55,
  /** Fields of a file, in units of a chunk that holds the word. */
  fields: { text: 1, name: 2.5, doc: 0.8, path: 5 },
  /** The file as a whole, against the best place in it. */
  fileShare: 0.75,
} as const;

interface WeighedFile {
  readonly path: string;
  readonly labels: readonly FileLabel[];
  readonly language: string;
}

/** What a file's labels and place are worth. Tests are not behind if tests are asked for. */
export function fileWeight(file: WeighedFile, asked: AskedFor): number {
  return weightOfTraits(traitsOf(file), asked);
}

/** What each set of traits is worth, by their bits: every file of a ref is weighed for every question. */
export function weightsOfTraits(asked: AskedFor): Float64Array {
  return Float64Array.from({ length: 1 << traits.length }, (_, bits) => weightOfTraits(bits, asked));
}

/** What puts a file behind others, as bits. */
export function traitsOf(file: WeighedFile): number {
  let bits = knownTraits.get(file);
  if (bits === undefined) {
    bits = traits.reduce((found, { has }, position) => (has(file) ? found | (1 << position) : found), 0);
    knownTraits.set(file, bits);
  }
  return bits;
}

const knownTraits = new WeakMap<WeighedFile, number>();

function weightOfTraits(bits: number, asked: AskedFor): number {
  return traits.reduce(
    (weight, { trait, unless }, position) =>
      (bits & (1 << position)) === 0 || (unless !== undefined && asked[unless]) ? weight : weight * weights.file[trait],
    1,
  );
}

interface Trait {
  readonly trait: keyof typeof weights.file;
  /** What must be asked for, so that it does not count. */
  readonly unless?: keyof AskedFor;
  has(file: WeighedFile): boolean;
}

const traits: readonly Trait[] = [
  { trait: 'test', unless: 'test', has: ({ labels }) => labels.includes('test') },
  { trait: 'generated', unless: 'generated', has: ({ labels }) => labels.includes('generated') },
  { trait: 'vendored', unless: 'vendored', has: ({ labels }) => labels.includes('vendored') },
  { trait: 'mock', unless: 'test', has: ({ path }) => mockPath.test(path) },
  { trait: 'aside', has: ({ path }) => asidePath.test(path) },
  { trait: 'prose', unless: 'prose', has: ({ language }) => proseLanguages.has(language) },
  { trait: 'data', unless: 'data', has: ({ language }) => dataLanguages.has(language) },
];

/** How many symbols are around what is in this scope. */
export function depthOf(scope: string): number {
  return scope === '' ? 0 : scope.split(/::|\./).length;
}

/** What a symbol is worth by itself, with so many symbols around it. */
export function ownWeight(visibility: Visibility, kind: SymbolKind, depth: number): number {
  return weights.visibility[visibility] * weights.kind[kind] * weights.nested ** Math.min(depth, 5);
}

/** What a query asks for by its words, so that it is not put behind. */
export interface AskedFor {
  readonly test: boolean;
  readonly generated: boolean;
  readonly vendored: boolean;
  readonly prose: boolean;
  readonly data: boolean;
}

export const askedForNothing: AskedFor = { test: false, generated: false, vendored: false, prose: false, data: false };

export function askedFor(words: ReadonlySet<string>): AskedFor {
  const any = (list: readonly string[]) => list.some((word) => words.has(word));
  return {
    test: any(['test', 'tests', 'testing', 'tested', 'spec', 'mock', 'mocks', 'fake', 'fixture', 'fixtures', 'e2e']),
    generated: any(['generated', 'generate', 'generator', 'codegen', 'pb', 'protobuf', 'lockfile']),
    vendored: any(['vendor', 'vendored', 'vendoring', 'dependency', 'dependencies', 'bump', 'third']),
    prose: any([
      'doc',
      'docs',
      'documentation',
      'readme',
      'changelog',
      'release',
      'notes',
      'guide',
      'tutorial',
      'typo',
    ]),
    data: any([
      'config',
      'configuration',
      'yaml',
      'json',
      'toml',
      'workflow',
      'ci',
      'manifest',
      'settings',
      'css',
      'html',
    ]),
  };
}

const mockPath = /(?:^|[/_.-])(?:mocks?|fakes?|stubs?)(?=[/_.-])/i;
const asidePath = /(?:^|\/)(?:examples?|samples?|demos?|bench(?:es|marks?)?|playground|docs?|hack|scripts?|tools)\//i;
const proseLanguages: ReadonlySet<string> = new Set(['markdown', 'restructuredtext', 'text', 'csv']);
const dataLanguages: ReadonlySet<string> = new Set([
  'json',
  'yaml',
  'toml',
  'xml',
  'ini',
  'html',
  'css',
  'scss',
  'sql',
]);

/** Three digits are as many as an answer needs. */
export function round(score: number): number {
  return Math.round(score * 1000) / 1000;
}
