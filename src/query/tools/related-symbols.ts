/**
 * Symbols related to an anchor symbol: those of its file, module or package, and those that its file imports. Within
 * each relation, symbols that the anchor uses come first, then its siblings; fields and local variables come last.
 */
import { languageNamed } from '../../languages/languages.ts';
import type { SymbolKind } from '../../model.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { findAnchors, likeliestAnchor } from '../names/find-anchor.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import { limitParameter, pathParameter, refParameter, symbolNameParameter } from '../parameters/shared-parameters.ts';
import { resolveImports } from '../resolve/names/resolve-imports.ts';
import { referencedSymbols } from '../resolve/symbols/referenced-symbols.ts';
import { filesInScope } from '../resolve/symbols/scopes.ts';
import { needsOfBody } from '../search/live-body.ts';
import { needsOfSymbol } from '../search/live-search.ts';
import type { Answer } from '../shapes/answer.ts';
import { locationFields, type SignatureShape, symbolFields } from '../shapes/symbol-shape.ts';
import { sharedDepth } from '../view/folder-table.ts';
import { parseTroubleOf } from '../view/missing-symbols.ts';
import { cachingView, type RefView } from '../view/ref-view.ts';

import { oneRefCapability } from './capability.ts';

const maxResults = 200;

export const relatedSymbolsParameters = {
  symbol_name: symbolNameParameter,
  path: pathParameter,
  ref: refParameter,
  scope: {
    type: 'choice',
    values: ['file', 'module', 'package'],
    default: 'file',
    description: 'Search scope, as defined by the language',
  },
  limit: limitParameter(20, maxResults),
} as const;

export const relatedSymbolsCapability = oneRefCapability({
  name: 'find_related_symbols',
  title: 'Related symbols',
  description: 'Symbols near a symbol in its file, module or package, and its imports.',
  parameters: relatedSymbolsParameters,
  maxTokens: 4000,
  cuts: { lists: [[{ at: 'related' }]], narrowedBy: ['scope'] },
  example: { symbol_name: 'validate_token' },
  answer: relatedSymbols,
  live: ({ symbol_name, path, scope }) => ({
    ...needsOfSymbol(symbol_name, path),
    neighbours: scope !== 'file',
    imports: true,
  }),
  liveFurther: (view, { symbol_name, path }) => needsOfBody(view, symbol_name, path),
});

/** In the order of the answer. */
const relations = ['same_file', 'same_module', 'same_package', 'imported'] as const;
export type Relation = (typeof relations)[number];

export interface RelatedSymbol extends Omit<SignatureShape, 'visibility'> {
  readonly relation: Relation;
}

const anchorFields = [
  'symbol_id',
  'symbol_stable_id',
  'name',
  'kind',
  'path',
  'line_start',
] as const satisfies readonly (keyof SignatureShape)[];

export interface RelatedSymbolsAnswer extends Answer {
  readonly anchor: Pick<SignatureShape, (typeof anchorFields)[number]>;
  readonly related: readonly RelatedSymbol[];
  readonly scope_used: 'file' | 'module' | 'package';
  readonly total_found: number;
}

/** Symbols used by the anchor that are considered. */
const maxUsed = 50;
/** Files read per scope, nearest first; a package may have thousands. */
const maxFilesRead = 40;

export async function relatedSymbols(
  asked: RefView,
  { symbol_name, path, scope, limit }: ParametersOf<typeof relatedSymbolsParameters>,
): Promise<RelatedSymbolsAnswer> {
  const view = cachingView(asked);
  const anchor = likeliestAnchor(await findAnchors(view, symbol_name, path));
  const file = (await view.files()).byId(anchor.versionId) as FileVersion;
  const used = await referencedSymbols(view, file, anchor, maxUsed);
  const imported = await importedBy(view, file, used);
  const isImported = (symbol: SymbolRecord) => imported.has(symbol.id);
  const order = ranking(anchor, new Set(used.map(({ id }) => id)));

  const inFile = (await view.store.symbols(file)).filter(({ id }) => id !== anchor.id);
  const groups = new Map<Relation, Group>([['same_file', { symbols: order(inFile), count: inFile.length }]]);
  const seen = new Set([file.id]);
  for (const wider of scope === 'file'
    ? []
    : scope === 'module'
      ? (['module'] as const)
      : (['module', 'package'] as const)) {
    const files = nearestFirst(file, await filesInScope(view, file, wider)).filter(({ id }) => !seen.has(id));
    for (const { id } of files) seen.add(id);
    const ids = new Set(files.map(({ id }) => id));
    const lent = [...imported.values()].filter(({ versionId }) => ids.has(versionId)).length;
    groups.set(`same_${wider}`, {
      symbols: order((await symbolsOf(view, files)).filter((symbol) => !isImported(symbol))),
      count: files.reduce((sum, { symbolCount }) => sum + symbolCount, 0) - lent,
    });
  }
  groups.set('imported', { symbols: order([...imported.values()]), count: imported.size });

  const related = inTurn(groups, limit).map(([relation, symbol]) => relatedShape(view, symbol, relation));
  const trouble = parseTroubleOf(file);
  const total = [...groups.values()].reduce((sum, { count }) => sum + count, 0);
  return {
    anchor: symbolFields(view, anchor, anchorFields),
    related,
    scope_used: scope,
    total_found: total,
    metadata: {
      result_completeness: trouble !== undefined ? 'partial' : total > related.length ? 'truncated' : 'complete',
      ...(trouble === undefined ? {} : { warnings: [trouble] }),
    },
  };
}

interface Group {
  /** Best first; at least as many as can be shown. */
  readonly symbols: readonly SymbolRecord[];
  /** Total, including those not read. */
  readonly count: number;
}

/** The symbols that the imports of a file name, and those that the anchor uses from modules imported as a whole. */
async function importedBy(
  view: RefView,
  file: FileVersion,
  used: readonly SymbolRecord[],
): Promise<Map<number, SymbolRecord>> {
  const imports = await resolveImports(view, file);
  const sources = new Set(imports.flatMap(({ files }) => files.map(({ id }) => id)));
  const symbols = [
    ...imports.flatMap((one) => one.symbols),
    ...used.filter(({ versionId }) => sources.has(versionId)),
  ].filter(({ versionId }) => versionId !== file.id);
  return new Map(symbols.map((symbol) => [symbol.id, symbol]));
}

/** Sorts by folder distance; tests and generated files come last, unless the file itself is one. */
function nearestFirst(file: FileVersion, files: readonly FileVersion[]): FileVersion[] {
  const distance = ({ path, labels }: FileVersion) => [
    labels.filter((label) => !file.labels.includes(label)).length,
    -sharedDepth(path, file.path),
    path.split('/').length,
  ];
  return files
    .map((one) => ({ one, by: distance(one) }))
    .sort((a, b) => compare(a.by, b.by) || (a.one.path < b.one.path ? -1 : 1))
    .map(({ one }) => one);
}

/** Reads the symbols of files until there are enough top-level public ones, whatever the limit. */
async function symbolsOf(view: RefView, files: readonly FileVersion[]): Promise<SymbolRecord[]> {
  const found: SymbolRecord[] = [];
  let worthy = 0;
  for (const file of files.slice(0, maxFilesRead)) {
    if (worthy >= maxResults) break;
    const symbols = await view.store.symbols(file);
    worthy += symbols.filter((symbol) => weight(symbol) === 0 && symbol.visibility === 'public').length;
    for (const each of symbols) found.push(each);
  }
  return found;
}

/** Sorts by use in the anchor, kind, adjacency to the anchor, visibility and distance; files keep their order. */
function ranking(anchor: SymbolRecord, used: ReadonlySet<number>) {
  const isBeside = ({ versionId, parent, position }: SymbolRecord) =>
    versionId === anchor.versionId &&
    (parent === anchor.parent || position === anchor.parent || parent === anchor.position);
  const rank = (symbol: SymbolRecord) => [
    used.has(symbol.id) ? 0 : 1,
    Math.max(0, weight(symbol) - (isBeside(symbol) ? 1 : 0)),
    isBeside(symbol) ? 0 : 1,
    symbol.visibility === 'public' ? 0 : 1,
    symbol.versionId === anchor.versionId ? Math.abs(symbol.lineStart - anchor.lineStart) : 0,
  ];
  return (symbols: readonly SymbolRecord[]): SymbolRecord[] =>
    symbols
      .map((symbol) => ({ symbol, by: rank(symbol) }))
      .sort((a, b) => compare(a.by, b.by))
      .map(({ symbol }) => symbol);
}

const valueKinds: ReadonlySet<SymbolKind> = new Set(['field', 'variable']);

const outerKinds: ReadonlySet<SymbolKind> = new Set(['class', 'struct', 'interface', 'trait', 'enum', 'type', 'fn']);

/**
 * 0: top-level types and functions; 1: members; 2: impl blocks, whose types are listed already; 3: fields and values.
 */
function weight({ kind, scope, parent, language }: SymbolRecord): number {
  if (valueKinds.has(kind)) return 3;
  if (kind === 'impl') return 2;
  const isTop = parent === -1 && scope === '';
  const isInNamespace = languageNamed(language)?.isNamespaced === true && outerKinds.has(kind);
  return isTop || isInNamespace ? 0 : 1;
}

/** Takes the best of each relation in turn, so that the first results are the same for every limit. */
function inTurn(groups: ReadonlyMap<Relation, Group>, limit: number): [Relation, SymbolRecord][] {
  const taken: [Relation, SymbolRecord][] = [];
  for (let rank = 0; taken.length < limit; rank++) {
    const next = relations.flatMap((relation): [Relation, SymbolRecord][] => {
      const symbol = groups.get(relation)?.symbols[rank];
      return symbol === undefined ? [] : [[relation, symbol]];
    });
    if (next.length === 0) break;
    for (const each of next) taken.push(each);
  }
  return taken.slice(0, limit);
}

function relatedShape(view: RefView, symbol: SymbolRecord, relation: Relation): RelatedSymbol {
  return {
    ...symbolFields(view, symbol, [...locationFields, 'qualified_name', 'signature']),
    relation,
    language: symbol.language,
  };
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
