/** Weights of files and symbols that do not depend on how they match a query, and the reasons shown for a rank. */

import { languageNamed } from '../../languages/languages.ts';
import type { FileLabel, SymbolKind, Visibility } from '../../model.ts';
import type { SymbolSpan } from '../../store/store.ts';
import { LineIndex } from '../../text/line-index.ts';
import type { RankingFactors } from '../search/hit.ts';
import { weights } from './weights.ts';

interface WeighedFile {
  readonly path: string;
  readonly labels: readonly FileLabel[];
  readonly language: string;
}

/** The weight of a file by its labels and path. Tests are not demoted if the query asks for tests. */
export function fileWeight(file: WeighedFile, asked: AskedFor): number {
  return weightOfTraits(traitsOf(file), asked);
}

/** The weight of each set of traits, indexed by their bits, precomputed since a query weighs every file of a ref. */
export function weightsOfTraits(asked: AskedFor): Float64Array {
  return Float64Array.from({ length: 1 << traits.length }, (_, bits) => weightOfTraits(bits, asked));
}

/** The traits that demote a file, as bits. */
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
      (bits & (1 << position)) === 0 || (unless !== undefined && asked[unless])
        ? weight
        : weight * (trait === 'test' ? testWeight(asked) : weights.file[trait]),
    1,
  );
}

/** The weight of tests for a query that does not ask for them. */
export function testWeight({ behaviour }: AskedFor): number {
  return weights.file.test ** (behaviour ? weights.behaviourTestPower : 1);
}

interface Trait {
  readonly trait: keyof typeof weights.file;
  /** The trait does not count if the query asks for this. */
  readonly unless?: keyof AskedFor;
  has(file: WeighedFile): boolean;
}

const traits: readonly Trait[] = [
  { trait: 'test', unless: 'test', has: ({ labels }) => labels.includes('test') },
  { trait: 'generated', unless: 'generated', has: ({ labels }) => labels.includes('generated') },
  { trait: 'built', unless: 'generated', has: ({ path }) => builtPath.test(path) },
  { trait: 'vendored', unless: 'vendored', has: ({ labels }) => labels.includes('vendored') },
  { trait: 'mock', unless: 'test', has: ({ path }) => mockPath.test(path) },
  { trait: 'aside', has: ({ path }) => asidePath.test(path) },
  { trait: 'prose', unless: 'prose', has: isProse },
  { trait: 'data', unless: 'data', has: ({ language }) => dataLanguages.has(language) },
];

/** The number of symbols that enclose a scope's members. */
export function depthOf(scope: string): number {
  return scope === '' ? 0 : scope.split(/::|\./).length;
}

/** The weight of a symbol by visibility, kind and nesting depth. */
export function ownWeight(visibility: Visibility, kind: SymbolKind, depth: number): number {
  return weights.visibility[visibility] * weights.kind[kind] * weights.nested ** Math.min(depth, weights.deepest);
}

/** The types of files that the words of a query ask for, which are then not demoted. */
export interface AskedFor {
  readonly test: boolean;
  readonly generated: boolean;
  readonly vendored: boolean;
  readonly prose: boolean;
  readonly data: boolean;
  /** How, where or when the code does something. Its tests repeat the words of such a question without answering it. */
  readonly behaviour: boolean;
}

export const askedForNothing: AskedFor = {
  test: false,
  generated: false,
  vendored: false,
  prose: false,
  data: false,
  behaviour: false,
};

/** The words in lower case, in their order. */
export function askedFor(inOrder: readonly string[]): AskedFor {
  const words = new Set(inOrder);
  const any = (list: readonly string[]) => list.some((word) => words.has(word));
  return {
    behaviour: questionWords.has(inOrder[0] ?? ''),
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

const questionWords: ReadonlySet<string> = new Set([
  'how',
  'where',
  'what',
  'when',
  'why',
  'which',
  'who',
  'does',
  'is',
]);
const mockPath = /(?:^|[/_.-])(?:mocks?|fakes?|stubs?)(?=[/_.-])/i;
/** Where bundlers write a second copy of the sources. */
const builtPath = /(?:^|\/)dist\//;
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

export function isProse({ language }: Pick<WeighedFile, 'language'>): boolean {
  return proseLanguages.has(language);
}

/** Rounds a score for answers. */
export function round(score: number): number {
  return Math.round(score * weights.scoreSteps) / weights.scoreSteps;
}

// Explains the ranking of results at the requested level, with the contract's field names.

export type ExplainLevel = 'off' | 'basic' | 'full';

/** `explanations` are added to the factors, in the same order. */
export function rankingReasons(
  factors: readonly RankingFactors[],
  level: ExplainLevel | undefined,
  explanations: readonly object[] = [],
): { ranking_reasons?: readonly Record<string, unknown>[] } {
  if (level === undefined || level === 'off') return {};
  return { ranking_reasons: factors.map((each, index) => ({ ...reason(each, index, level), ...explanations[index] })) };
}

/** `basic` lists only nonzero boosts. */
function reason(factors: RankingFactors, index: number, level: 'basic' | 'full'): Record<string, number> {
  if (level === 'full') return { result_index: index, ...factors };
  const { bm25_score, final_score, ...boosts } = factors;
  const counted = Object.entries(boosts).filter(([, value]) => value > 0);
  return { result_index: index, ...Object.fromEntries(counted), final_score };
}

// Detects tests inside a source file, next to the tested code; the labels of the file do not cover them.

/** Whether a symbol is in a test module, by its scope. */
export function isInTests(language: string, scope: string): boolean {
  const custom = languageNamed(language)?.inlineTests;
  return custom !== undefined && scope.split(/::|\./).some((part) => custom.module.test(part));
}

/** Attributes and comments allowed between the test attribute and the test. */
const maxLinesAbove = 6;

/** Returns a predicate: whether the span at a position is a test or in a test module. */
export function inlineTests(
  language: string,
  text: string,
  spans: readonly SymbolSpan[],
  parentOf: (span: SymbolSpan) => number | undefined,
): (position: number) => boolean {
  const custom = languageNamed(language)?.inlineTests;
  if (custom === undefined) return () => false;
  let lines: LineIndex | undefined;
  const lineAt = (line: number): string => {
    lines ??= new LineIndex(text);
    return text.slice(lines.startOf(line), lines.startOf(line + 1) || text.length);
  };
  const isMarked = (line: number): boolean => {
    for (let at = line - 1; at >= Math.max(1, line - maxLinesAbove); at--) {
      const above = lineAt(at);
      if (custom.above.test(above)) return true;
      if (!/^\s*(?:#\[|\/\/)/.test(above)) return false;
    }
    return false;
  };
  const known: (boolean | undefined)[] = [];
  const isTest = (position: number): boolean => {
    const span = spans[position];
    if (span === undefined) return false;
    known[position] ??=
      (span.kind === 'module' && custom.module.test(span.name)) ||
      isTest(parentOf(span) ?? -1) ||
      (span.kind === 'fn' && isMarked(span.lineStart));
    return known[position];
  };
  return isTest;
}
