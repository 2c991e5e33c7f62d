/** What a file and a symbol are worth by themselves, before anything is known about how they match. */
import type { FileLabel, SymbolKind, Visibility } from '../../model.ts';
import { weights } from './weights.ts';

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
  return weights.visibility[visibility] * weights.kind[kind] * weights.nested ** Math.min(depth, weights.deepest);
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

/** A score as answers give it. */
export function round(score: number): number {
  return Math.round(score * weights.scoreSteps) / weights.scoreSteps;
}
