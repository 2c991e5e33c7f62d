/**
 * What implements or extends a type and what overrides a method, direct and indirect, and the other way round: the bases
 * of a type and the methods that a method overrides. Relations that are only guessed are marked, and those that nothing
 * resolves are counted, so that an empty list is not mistaken for proof.
 */
import { functionKinds, typeKinds } from '../../languages/entity.ts';
import { callRulesOf, hasCalls } from '../../languages/languages.ts';
import type { SymbolKind } from '../../model.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { findAnchors } from '../names/find-anchor.ts';
import { oneSymbol } from '../names/one-symbol.ts';
import { fileFilter, isTestFile } from '../parameters/file-filter.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import {
  languageParameter,
  limitParameter,
  pathParameter,
  refParameter,
  symbolNameParameter,
  testsParameter,
  withinParameter,
} from '../parameters/shared-parameters.ts';
import type { Confidence } from '../resolve/calls/edge.ts';
import { namesOfFiles } from '../resolve/calls/incomplete-calls.ts';
import { unindexedFilesFor } from '../resolve/calls/unindexed-files.ts';
import { unreadImportsFor } from '../resolve/calls/unread-imports.ts';
import { memberHierarchy } from '../resolve/dispatch/member-hierarchy.ts';
import { type TypeHierarchy, typeHierarchy } from '../resolve/dispatch/type-hierarchy.ts';
import { ViewResolver } from '../resolve/names/resolver.ts';
import { inLanguage, needsOfSymbol } from '../search/live-search.ts';
import type { Answer } from '../shapes/answer.ts';
import { type CallSiteShape, callSiteShapes } from '../shapes/call-site-shape.ts';
import { namedFields, type SignatureShape, symbolFields } from '../shapes/symbol-shape.ts';
import type { RefView } from '../view/ref-view.ts';
import { type AskSettings, oneRefCapability } from './capability.ts';

export const findImplementationsParameters = {
  symbol_name: symbolNameParameter,
  path: pathParameter,
  direction: {
    type: 'choice',
    values: ['down', 'up'],
    default: 'down',
    isObvious: true,
    description: 'down: subtypes and overrides; up: bases and overridden methods',
  },
  within: withinParameter,
  tests: testsParameter,
  language: languageParameter,
  ref: refParameter,
  limit: limitParameter(50, 1_000),
} as const;

export const findImplementationsCapability = oneRefCapability({
  name: 'find_implementations',
  title: 'Implementations and bases',
  description:
    'What implements or extends a type or overrides a method, directly or not; "up": its bases. Go by method sets, others by declaration.',
  parameters: findImplementationsParameters,
  takesSeveral: true,
  maxTokens: 6000,
  cuts: {
    lists: [
      [
        { at: 'unresolved_sites', keep: 3 },
        { at: 'outside_bases', keep: 3 },
      ],
      [{ at: 'implementations' }],
    ],
    details: ['completeness'],
    narrowedBy: ['within', 'tests', 'language'],
    settle: (answer: FindImplementationsAnswer) => ({
      ...answer,
      truncated: answer.truncated || answer.implementations.length < answer.total,
    }),
  },
  example: { symbol_name: 'AuthHandler' },
  commands: {
    implementations: {
      summary: 'List what implements or extends a type, or overrides a method',
      details:
        'Prints each type or method with its distance, nearest first. Relations that imports, scope and types do not prove are marked as guessed. ' +
        'A repository without an index is indexed first; any other folder after a question, or with --yes.',
      operands: ['symbol_name'],
      examples: [
        { line: 'codecompass implementations Store', does: 'the types that implement an interface' },
        { line: 'codecompass implementations Store.get', does: 'the methods that override a method' },
        { line: 'codecompass implementations SqlStore --direction up', does: 'the bases of a type' },
      ],
      json: {
        symbol: 'the requested symbol',
        direction: 'the requested direction',
        implementations: 'symbol, relation (implements, extends, overrides), confidence, distance',
        total: 'number of them, whatever the limit',
        'total_is_lower_bound?': 'true if not everything was examined',
        truncated: 'whether some are missing because of --limit',
        completeness: 'numbers of static, heuristic and unresolved relations, and of those that filters leave out',
        'unresolved_sites?': 'places that inherit from the name, where the type is unknown',
        'outside_bases?': 'bases that are not in the repository, as written',
        'unresolved_bases?': 'bases whose meaning is unknown, as written',
      },
      alsoCalled: ['implementers', 'implements', 'subclasses', 'subtypes', 'overrides', 'find-implementations'],
    },
  },
  answer: findImplementations,
  live: ({ symbol_name, path, language }) => ({
    ...needsOfSymbol(symbol_name, path),
    ...inLanguage(language),
    mentions: true,
    imports: true,
  }),
});

/** Fields and variables have no implementations. */
const inheritableKinds: ReadonlySet<SymbolKind> = new Set([...typeKinds, ...functionKinds, 'impl']);

const shownFields = [...namedFields, 'signature'] as const satisfies readonly (keyof SignatureShape)[];

export interface Implementation {
  readonly symbol: Pick<SignatureShape, (typeof shownFields)[number]>;
  /** What the lower of the two symbols does with the upper one. */
  readonly relation: 'implements' | 'extends' | 'overrides';
  readonly confidence: Confidence;
  /** 1 for a direct relation. */
  readonly distance: number;
}

export interface FindImplementationsAnswer extends Answer {
  readonly symbol: Pick<SignatureShape, (typeof namedFields)[number]>;
  readonly direction: 'down' | 'up';
  /** Nearest first, tests last. */
  readonly implementations: readonly Implementation[];
  readonly total: number;
  readonly total_is_lower_bound?: true;
  readonly truncated: boolean;
  readonly completeness: {
    readonly static: number;
    readonly heuristic: number;
    /** Places that may mean this type or another one of the name; up: bases whose meaning is unknown. */
    readonly unresolved: number;
    /** Number of found symbols that the filters leave out. */
    readonly filtered?: number;
    /** Members of the name, or files with it, that were not examined. */
    readonly unexamined?: number;
  };
  readonly unresolved_sites?: readonly CallSiteShape[];
  readonly outside_bases?: readonly string[];
  readonly unresolved_bases?: readonly string[];
}

interface Found {
  readonly related: readonly Related[];
  readonly types: TypeHierarchy;
  readonly unexamined: number;
  /** Why there is nothing to find, if the symbol has no place in a hierarchy. */
  readonly reason?: string;
}

interface Related extends Omit<Implementation, 'symbol'> {
  readonly symbol: SymbolRecord;
}

type Group = readonly [SymbolRecord, ...SymbolRecord[]];
type Request = ParametersOf<typeof findImplementationsParameters>;

/** Names of bases and places that are listed; the others are counted. */
const maxListed = 20;

export async function findImplementations(
  view: RefView,
  request: Request,
  settings: AskSettings = {},
): Promise<FindImplementationsAnswer> {
  const { symbol_name: name, path, direction, limit, tests } = request;
  const anchors = typesFirst(oneSymbol(view, name, await findAnchors(view, name, path, undefined, inheritableKinds)));
  const [symbol] = anchors;
  const { within, language } = request;
  const filter = await fileFilter(view, { within, language, tests });
  const { related, types, unexamined, reason } = await hierarchyOf(view, anchors, direction);
  const shown = related.filter((each) => filter.admits(each.symbol));
  const sites = types.unresolved.filter(({ file }) => filter.admits(file));
  const ordered = inOrder(shown);
  const isDown = direction === 'down';
  const unread = isDown ? (settings.unexaminedFiles ?? 0) : 0;
  const isLowerBound = types.isCut || unexamined + unread > 0;
  const unindexed = await unindexedFilesFor(view, anchors, { callers: isDown, callees: !isDown });
  const unreadImports = await unreadImportsFor(view, anchors);
  const outsideBases = [...new Set(types.outsideBases)].filter((each) => each !== '');
  const unresolvedBases = [...new Set(types.unresolvedBases)];
  const unresolved = isDown ? sites.length : types.unresolvedBases.length;
  const isHidden = unindexed.length > 0 || unreadImports.length > 0;
  const limits = await limitsOf(view, symbol, direction);
  const isPartial = isLowerBound || unresolved > 0 || isHidden || limits.length > 0;
  const warnings = [
    ...filter.warnings,
    ...(reason === undefined ? [] : [reason]),
    ...limits,
    ...(isLowerBound ? [`Not everything was examined, so there may be more than ${related.length}.`] : []),
    ...(unindexed.length > 0 ? [`Types in these files may be missing: ${namesOfFiles(unindexed)}.`] : []),
    ...unreadImports,
  ];
  return {
    symbol: symbolFields(view, symbol, namedFields),
    direction,
    implementations: ordered
      .slice(0, limit)
      .map((each) => ({ ...each, symbol: symbolFields(view, each.symbol, shownFields) })),
    total: ordered.length,
    ...(isLowerBound ? { total_is_lower_bound: true } : {}),
    truncated: ordered.length > limit,
    completeness: {
      static: ordered.filter(({ confidence }) => confidence === 'static').length,
      heuristic: ordered.filter(({ confidence }) => confidence === 'heuristic').length,
      unresolved,
      ...(shown.length < related.length ? { filtered: related.length - shown.length } : {}),
      ...(unexamined + unread > 0 ? { unexamined: unexamined + unread } : {}),
    },
    ...(isDown && unresolved > 0 ? { unresolved_sites: await callSiteShapes(view, sites.slice(0, maxListed)) } : {}),
    ...(!isDown && outsideBases.length > 0 ? { outside_bases: outsideBases.slice(0, maxListed) } : {}),
    ...(!isDown && unresolvedBases.length > 0 ? { unresolved_bases: unresolvedBases.slice(0, maxListed) } : {}),
    metadata: {
      result_completeness: isPartial ? 'partial' : ordered.length > limit ? 'truncated' : 'complete',
      ...(warnings.length > 0 ? { warnings } : {}),
    },
  };
}

/** A constant may have the name of its type; the type is meant. */
function typesFirst(group: Group): Group {
  const [first, ...others] = group.filter(({ kind }) => typeKinds.has(kind));
  return first === undefined ? group : [first, ...others];
}

async function hierarchyOf(view: RefView, anchors: Group, direction: 'down' | 'up'): Promise<Found> {
  const resolver = new ViewResolver(view);
  const [symbol] = anchors;
  if (typeKinds.has(symbol.kind)) {
    const types = await typeHierarchy(resolver, anchors, direction);
    const related = types.types.map(({ type, ...relation }) => ({ symbol: type, ...relation }));
    return { related, types, unexamined: 0 };
  }
  const found = await memberHierarchy(resolver, anchors, direction);
  if (found === undefined) {
    const reason = `${symbol.name} is neither a type nor a member of one, so nothing implements or overrides it.`;
    return { related: [], types: noTypes, unexamined: 0, reason };
  }
  const related = found.members.map(({ member, ...relation }) => ({ symbol: member, ...relation }));
  return { related, types: found.types, unexamined: found.unexamined };
}

const noTypes: TypeHierarchy = { types: [], unresolved: [], outsideBases: [], unresolvedBases: [], isCut: false };

function inOrder(related: readonly Related[]): readonly Related[] {
  const rank = (each: Related) => Number(isTestFile(each.symbol)) * 10_000 + each.distance;
  const place = ({ symbol }: Related) => symbol.path;
  return [...related].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      Number(a.confidence === 'heuristic') - Number(b.confidence === 'heuristic') ||
      (place(a) === place(b) ? a.symbol.lineStart - b.symbol.lineStart : place(a) < place(b) ? -1 : 1),
  );
}

/** What the list cannot contain by its nature. */
async function limitsOf(view: RefView, symbol: SymbolRecord, direction: 'down' | 'up'): Promise<string[]> {
  const { name, language, kind } = symbol;
  if (!hasCalls(language)) return [`Names in ${language} are not resolved, so types are matched by name.`];
  const { contractOf, contracts, isContract, objectsImplement } = callRulesOf(language).dispatch;
  if (direction === 'up' && contractOf !== undefined && contracts === undefined) {
    return ['Interfaces that only embed interfaces from outside the repository are not listed.'];
  }
  if (direction === 'up') return [];
  if (isContract?.(symbol)) {
    return [`Classes that do not name ${name} as a base are guessed by its methods; its attributes are not compared.`];
  }
  if (kind !== 'interface' && kind !== 'type') return [];
  if (contractOf !== undefined && kind === 'interface') {
    const { methods } = await contractOf(new ViewResolver(view), symbol);
    return methods.length > 0 ? [] : [`${name} has no methods that are known, so no type is matched.`];
  }
  return objectsImplement ? [`Types that match ${name} without declaring it are not listed.`] : [];
}
