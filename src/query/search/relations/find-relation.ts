/**
 * Answers a question about the relations of one symbol with the facts of the index: its callers, implementations, tests,
 * uses or definition. The tool that lists all of them is named, since a search shows only the first.
 */
import { functionKinds, typeKinds } from '../../../languages/entity.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { findExactlyIn, findSymbolsByName } from '../../names/find-by-name.ts';
import { symbolArguments } from '../../names/symbol-arguments.ts';
import { askedForNothing, fileWeight } from '../../ranking/rank.ts';
import { factorAt, weights } from '../../ranking/weights.ts';
import { collectReferences } from '../../references/collect-references.ts';
import { referenceTarget } from '../../references/reference-target.ts';
import { sortOut } from '../../references/sort-occurrences.ts';
import { callersOf } from '../../resolve/calls/follow-calls.ts';
import { identity } from '../../resolve/calls/resolve-site.ts';
import { isSymbol, walkCalls } from '../../resolve/calls/walk-calls.ts';
import { memberHierarchy } from '../../resolve/dispatch/member-hierarchy.ts';
import { typeHierarchy } from '../../resolve/dispatch/type-hierarchy.ts';
import { ViewResolver } from '../../resolve/names/resolver.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import { looksCompound } from '../classify-query.ts';
import type { SearchFilter, SearchHit } from '../hit.ts';
import type { SuggestedAction } from '../next-actions.ts';
import type { Relation, RelationKind } from './read-relation.ts';

export interface FoundRelation {
  readonly hits: SearchHit[];
  readonly remarks: readonly string[];
  /** The call that lists all of them. */
  readonly action: SuggestedAction;
}

interface Place {
  readonly file: FileVersion;
  readonly symbol?: SymbolRecord;
  readonly lines: readonly number[];
  readonly isProven: boolean;
}

type Group = readonly [SymbolRecord, ...SymbolRecord[]];

const maxNamesakes = 20;
const maxHits = 100;
/** Less than `find_references` reads, which is called to list all uses. */
const maxBytes = 6_000_000;
const maxMeanings = 500;

/** Undefined if no symbol has the name. */
export async function findRelation(
  view: RefView,
  files: FileTable,
  { kind, name }: Relation,
  filter: SearchFilter,
): Promise<FoundRelation | undefined> {
  const { ranked, level, total } = await findSymbolsByName(view, name, { limit: maxNamesakes, keep: () => true });
  if (level !== 'exact') return undefined;
  const symbols = ranked.map(({ symbol }) => symbol).filter((each) => each.kind !== 'impl');
  const anchor = symbols.find((each) => functionKinds.has(each.kind) || typeKinds.has(each.kind)) ?? symbols[0];
  // A plain word may be meant as a word, not as the variable of that name.
  if (anchor === undefined || (!isAskedAbout(anchor) && !looksCompound(name))) return undefined;
  const { placesOf, tool, more, what } = relations[kind];
  const declared = await findExactlyIn(view, anchor.name, anchor.path);
  const group: Group = [
    anchor,
    ...declared.filter((each) => each.id !== anchor.id && identity(each) === identity(anchor)),
  ];
  const places = (await placesOf(view, files, group)).filter(
    ({ file, symbol }) =>
      (filter.files?.admits(file) ?? true) && (filter.kind === undefined || symbol?.kind === filter.kind),
  );
  const others = total > 1 ? ` ${total} symbols have the name; this is about ${anchor.path}:${anchor.lineStart}.` : '';
  const found = places.length === 0 ? `Found no ${what} of ${name}` : `Found ${places.length} ${what} of ${name}`;
  const named = await symbolArguments(view, anchor);
  const action = { tool, ...(tool === 'locate_symbol' ? { name } : { ...named, ...more }), ref: view.ref.name };
  return {
    hits: hitsOf(places).slice(0, maxHits),
    remarks: kind === 'definition' ? [] : [`${found}; ${tool} lists them with what is unresolved.${others}`],
    action,
  };
}

function isAskedAbout({ kind }: SymbolRecord): boolean {
  return functionKinds.has(kind) || typeKinds.has(kind);
}

interface RelationRow {
  placesOf(view: RefView, files: FileTable, group: Group): Promise<Place[]>;
  readonly tool: string;
  readonly more?: Readonly<Record<string, string>>;
  /** In the plural. */
  readonly what: string;
}

const relations: Readonly<Record<RelationKind, RelationRow>> = {
  implementations: { placesOf: implementations, tool: 'find_implementations', what: 'implementations' },
  callers: { placesOf: callers, tool: 'get_call_graph', more: { direction: 'callers' }, what: 'callers' },
  tests: {
    placesOf: (view, files, group) => uses(view, files, group, ({ labels }) => labels.includes('test')),
    tool: 'find_references',
    more: { tests: 'only' },
    what: 'uses in tests',
  },
  uses: {
    placesOf: (view, files, group) => uses(view, files, group, () => true),
    tool: 'find_references',
    what: 'uses',
  },
  definition: {
    placesOf: async (_, files, group) =>
      group.flatMap((symbol) => {
        const file = files.byId(symbol.versionId);
        return file === undefined ? [] : [{ file, symbol, lines: [], isProven: true }];
      }),
    tool: 'locate_symbol',
    what: 'definitions',
  },
};

async function implementations(view: RefView, files: FileTable, group: Group): Promise<Place[]> {
  const resolver = new ViewResolver(view);
  const related = typeKinds.has(group[0].kind)
    ? (await typeHierarchy(resolver, group, 'down')).types.map(({ type, ...how }) => ({ symbol: type, ...how }))
    : ((await memberHierarchy(resolver, group, 'down'))?.members ?? []).map(({ member, ...how }) => ({
        symbol: member,
        ...how,
      }));
  return related
    .toSorted((a, b) => a.distance - b.distance)
    .flatMap(({ symbol, confidence }) => {
      const file = files.byId(symbol.versionId);
      return file === undefined ? [] : [{ file, symbol, lines: [], isProven: confidence === 'static' }];
    });
}

async function callers(view: RefView, files: FileTable, group: Group): Promise<Place[]> {
  const { edges } = await walkCalls(view, group, callersOf, 1);
  return edges.flatMap(({ edge }) => {
    const symbol = isSymbol(edge.end) ? edge.end : undefined;
    const file = files.byPath(edge.path);
    const isProven = edge.confidence === 'static';
    return file === undefined ? [] : [{ file, ...(symbol && { symbol }), lines: edge.lines, isProven }];
  });
}

/** The symbols that use the name, and lines outside of symbols, file by file. */
async function uses(
  view: RefView,
  _: FileTable,
  group: Group,
  isWanted: (file: FileVersion) => boolean,
): Promise<Place[]> {
  const target = await referenceTarget(view, group);
  const { occurrences } = await collectReferences(view, target, isWanted, { bytes: maxBytes, meanings: maxMeanings });
  const sorted = sortOut(target, occurrences);
  const places = new Map<unknown, Place & { readonly lines: number[] }>();
  for (const use of sorted.uses) {
    // Whatever imports a symbol uses it further below.
    if (use.use === 'mention' || use.use === 'import') continue;
    const known = places.get(use.within?.id ?? use.file);
    if (known !== undefined) {
      known.lines.push(use.line);
      continue;
    }
    const isProven = sorted.confidence(use) === 'static';
    const place = { file: use.file, ...(use.within && { symbol: use.within }), lines: [use.line], isProven };
    places.set(use.within?.id ?? use.file, place);
  }
  return [...places.values()];
}

function hitsOf(places: readonly Place[]): SearchHit[] {
  return places
    .map(({ file, symbol, lines, isProven }): SearchHit => {
      const how = isProven ? weights.relation.proven : weights.relation.guessed;
      const score = how * factorAt(weights.literalFile, fileWeight(file, askedForNothing));
      const first = lines[0] ?? symbol?.lineStart ?? 1;
      return {
        type: symbol === undefined ? 'snippet' : 'symbol',
        file,
        ...(symbol === undefined ? {} : { symbol }),
        lineStart: symbol?.lineStart ?? first,
        lineEnd: symbol?.lineEnd ?? first,
        score,
        matchLines: lines,
        factors: {
          exact_match_boost: 1,
          qualified_name_boost: 0,
          path_affinity: 0,
          definition_boost: 0,
          kind_match: 0,
          bm25_score: 0,
          final_score: score,
        },
      };
    })
    .sort((a, b) => b.score - a.score);
}
