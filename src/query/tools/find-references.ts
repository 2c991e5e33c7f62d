/**
 * The references to a symbol: every place on the ref where its name occurs, with how it is used and whether scope,
 * imports and types prove that the symbol is meant. Calls are only one kind of use: fields, constants, types and
 * functions that are passed on have others.
 */
import { hasCalls } from '../../languages/languages.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { findAnchors } from '../names/find-anchor.ts';
import { oneSymbol } from '../names/one-symbol.ts';
import { fileFilter } from '../parameters/file-filter.ts';
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
import { type CollectedReferences, collectReferences } from '../references/collect-references.ts';
import { type ReferenceUse, referenceUses } from '../references/file-references.ts';
import { referenceTarget } from '../references/reference-target.ts';
import { type SortedOccurrences, sortOut } from '../references/sort-occurrences.ts';
import type { Confidence } from '../resolve/calls/edge.ts';
import { namesOfFiles } from '../resolve/calls/incomplete-calls.ts';
import { type UnindexedFile, unindexedFilesFor } from '../resolve/calls/unindexed-files.ts';
import { unreadImportsFor } from '../resolve/calls/unread-imports.ts';
import { skippedByReason } from '../search/coverage.ts';
import { inLanguage, needsOfSymbol } from '../search/live-search.ts';
import type { Answer } from '../shapes/answer.ts';
import { namedFields, type SignatureShape, symbolFields } from '../shapes/symbol-shape.ts';
import type { RefView } from '../view/ref-view.ts';
import { type AskSettings, oneRefCapability } from './capability.ts';

export const findReferencesParameters = {
  symbol_name: symbolNameParameter,
  path: pathParameter,
  kinds: {
    type: 'list',
    placeholder: 'KINDS',
    values: referenceUses,
    maxItems: referenceUses.length,
    maxLength: 20,
    description: 'Default: all but mention (comments, strings, documents)',
  },
  within: withinParameter,
  tests: testsParameter,
  language: languageParameter,
  ref: refParameter,
  limit: limitParameter(50, 1_000),
} as const;

export const findReferencesCapability = oneRefCapability({
  name: 'find_references',
  title: 'References to a symbol',
  description:
    'Every use of a function, field, constant, type or variable: calls, reads, writes, types, imports. confidence "static" is proven; "heuristic" matches by name. Use it for what get_call_graph does not cover, and before a rename.',
  parameters: findReferencesParameters,
  takesSeveral: true,
  maxTokens: 6000,
  cuts: {
    lists: [[{ at: 'unresolved_sites', keep: 3 }], [{ at: 'references' }]],
    details: ['by_kind', 'completeness'],
    narrowedBy: ['kinds', 'within', 'tests', 'language'],
    settle: (answer: FindReferencesAnswer) => ({ ...answer, truncated: true }),
  },
  example: { symbol_name: 'validate_token' },
  commands: {
    references: {
      summary: 'List the uses of a symbol: calls, reads, writes, types, imports',
      details:
        'Prints each line that uses the symbol, by file. Uses that imports, scope and types do not prove are marked as guessed; ' +
        'uses of other symbols with the same name are counted. A repository without an index is indexed first; any other folder after a question, or with --yes.',
      operands: ['symbol_name'],
      examples: [
        { line: 'codecompass references Config.timeout', does: 'the uses of a field' },
        { line: 'codecompass references MAX_SIZE --kinds write,import', does: 'only some kinds of uses' },
        { line: "codecompass references Store --within src --within '!src/old'", does: 'only some folders' },
      ],
      json: {
        symbol: 'the requested symbol',
        references: 'uses of it: path, line, column, kind, confidence, text, in, as?',
        total: 'number of uses of the requested kinds, whatever the limit',
        'total_is_lower_bound?': 'true if files were not examined',
        by_kind: 'number of uses of each kind',
        truncated: 'whether uses are missing because of --limit',
        completeness: 'numbers of static, heuristic and unresolved uses, and of what was left out',
        unresolved_sites: 'places with the name whose meaning is unknown',
      },
      alsoCalled: ['refs-to', 'usages', 'uses', 'find-references'],
    },
  },
  answer: findReferences,
  live: ({ symbol_name, path, language }) => ({
    ...needsOfSymbol(symbol_name, path),
    ...inLanguage(language),
    mentions: true,
    imports: true,
  }),
});

export interface Reference {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly kind: ReferenceUse;
  readonly confidence: Confidence;
  readonly text: string;
  /** The enclosing symbol; the module for code outside of symbols. */
  readonly in: { readonly name: string; readonly kind: string; readonly line_start: number };
  /** The name as written there, if an import renames the symbol. */
  readonly as?: string;
}

export interface UnresolvedSite {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

export interface FindReferencesAnswer extends Answer {
  readonly symbol: Pick<SignatureShape, (typeof namedFields)[number]>;
  readonly references: readonly Reference[];
  /** The number of references of the requested kinds, whatever the limit. */
  readonly total: number;
  readonly total_is_lower_bound?: true;
  readonly by_kind: Readonly<Partial<Record<ReferenceUse, number>>>;
  readonly truncated: boolean;
  readonly completeness: {
    readonly static: number;
    readonly heuristic: number;
    /** Places that may mean this symbol or another one of the name. */
    readonly unresolved: number;
    /** Places that provably mean something else with the name. */
    readonly other_symbols: number;
    readonly mentions: number;
    readonly definitions: number;
    /** Places under an import alias; without them, the other numbers add up to the occurrences of the name. */
    readonly renamed?: number;
    /** Lines and files that contain the name as a whole word. */
    readonly lines_with_name: number;
    readonly files_with_name: number;
    /** Files that may contain the name and were not read. */
    readonly unexamined_files?: number;
    /** Files that may contain the name and that a filter leaves out. */
    readonly filtered_files?: number;
    /** Files that are not indexed, by reason. */
    readonly skipped_files?: Readonly<Record<string, number>>;
  };
  readonly unresolved_sites: readonly UnresolvedSite[];
}

export async function findReferences(
  view: RefView,
  request: ParametersOf<typeof findReferencesParameters>,
  settings: AskSettings = {},
): Promise<FindReferencesAnswer> {
  const { symbol_name: name, path, limit } = request;
  const target = await referenceTarget(view, oneSymbol(view, name, await findAnchors(view, name, path)));
  const [symbol] = target.symbols;
  const { language, within, tests } = request;
  const files = await fileFilter(view, { language, within, tests });
  const collected = await collectReferences(view, target, files.admits);
  const sorted = sortOut(target, collected.occurrences);
  const kinds = new Set<ReferenceUse>(request.kinds ?? referenceUses.filter((kind) => kind !== 'mention'));
  const asked = sorted.uses.filter(({ use }) => kinds.has(use));
  const unexamined = collected.unexamined + (settings.unexaminedFiles ?? 0);
  const isLowerBound = unexamined > 0;
  const isTruncated = asked.length > limit || sorted.unresolved.length > limit;
  const unindexed = await unindexedFilesFor(view, [symbol], { callers: true, callees: false });
  const unread = await unreadImportsFor(view, [symbol]);
  const isUnproven = collected.undecided > 0 || sorted.unresolved.length > 0;
  const isHidden = unindexed.length > 0 || unread.length > 0;
  const isPartial = isLowerBound || isUnproven || !hasCalls(symbol.language) || isHidden;
  const renamed = [...sorted.uses, ...sorted.unresolved].filter(({ alias }) => alias !== undefined).length;
  const found = warningsOf(symbol, sorted, asked.length, collected, unexamined, unindexed);
  const warnings = [...files.warnings, ...found, ...unread];
  return {
    symbol: symbolFields(view, symbol, namedFields),
    references: asked.slice(0, limit).map((use) => referenceShape(use, sorted.confidence(use))),
    total: asked.length,
    ...(isLowerBound ? { total_is_lower_bound: true } : {}),
    by_kind: countByKind(sorted.uses),
    truncated: isTruncated,
    completeness: {
      static: sorted.uses.filter((use) => use.use !== 'mention' && sorted.confidence(use) === 'static').length,
      heuristic: sorted.uses.filter((use) => use.use !== 'mention' && sorted.confidence(use) === 'heuristic').length,
      unresolved: sorted.unresolved.length,
      other_symbols: sorted.others,
      mentions: sorted.uses.filter(({ use }) => use === 'mention').length,
      definitions: sorted.definitions,
      ...(renamed > 0 ? { renamed } : {}),
      lines_with_name: collected.lines,
      files_with_name: collected.files,
      ...(unexamined > 0 ? { unexamined_files: unexamined } : {}),
      ...(collected.filtered > 0 ? { filtered_files: collected.filtered } : {}),
      ...(await skippedByReason(view)),
    },
    unresolved_sites: sorted.unresolved
      .slice(0, limit)
      .map(({ file, line, text }) => ({ path: file.path, line, text })),
    metadata: {
      result_completeness: isPartial ? 'partial' : isTruncated ? 'truncated' : 'complete',
      ...(warnings.length > 0 ? { warnings } : {}),
    },
  };
}

function countByKind(uses: SortedOccurrences['uses']): Partial<Record<ReferenceUse, number>> {
  const counts = referenceUses.map((kind) => [kind, uses.filter(({ use }) => use === kind).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function referenceShape(occurrence: SortedOccurrences['uses'][number], confidence: Confidence): Reference {
  const { file, line, column, use, text, within, alias } = occurrence;
  return {
    path: file.path,
    line,
    column,
    kind: use,
    confidence,
    text,
    in:
      within === undefined
        ? {
            name: file.path.slice(file.path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, ''),
            kind: 'module',
            line_start: 1,
          }
        : { name: within.name, kind: within.kind, line_start: within.lineStart },
    ...(alias === undefined ? {} : { as: alias }),
  };
}

function warningsOf(
  { name, language }: SymbolRecord,
  { unresolved, others }: SortedOccurrences,
  found: number,
  { undecided, lines, files, filtered }: CollectedReferences,
  unexamined: number,
  unindexed: readonly UnindexedFile[],
): string[] {
  const warnings: string[] = [];
  if (!hasCalls(language)) {
    warnings.push(`Names in ${language} are not resolved, so uses of other symbols named "${name}" may be included.`);
  }
  if (unexamined > 0) {
    warnings.push(
      `${counted(unexamined, 'file')} that may contain "${name}" were not read; within or path narrows the search.`,
    );
  }
  if (undecided > 0)
    warnings.push(`${counted(undecided, 'place')} were matched by name only, because there are too many.`);
  if (unresolved.length > 0) {
    warnings.push(
      `${counted(unresolved.length, 'place')} may mean this or another symbol named "${name}"; unresolved_sites lists them.`,
    );
  }
  if (unindexed.length > 0) {
    warnings.push(
      `Uses in these files are not resolved, so they are missing or listed as "mention": ${namesOfFiles(unindexed)}.`,
    );
  }
  if (found === 0 && filtered > 0) {
    warnings.push(`The filters leave out ${counted(filtered, 'file')} that may contain "${name}".`);
  }
  if (found === 0 && lines > 0) {
    const other = others > 0 ? `; ${counted(others, 'place')} mean other symbols` : '';
    warnings.push(
      `No reference of the requested kinds among ${counted(lines, 'line')} in ${counted(files, 'file')} with the name${other}.`,
    );
  }
  return warnings;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
