/**
 * The coverage of a search: how many files of the ref it searched, and which it did not. An empty result says so, since
 * it must not look like proof of absence; a search for quoted text always does.
 */
import { type SkipReason, skipReasons } from '../../model.ts';
import type { AnswerMetadata } from '../shapes/answer.ts';
import type { RefView } from '../view/ref-view.ts';
import type { FoundLiteral } from './finders/by-literal.ts';
import type { SearchFilter, SearchHits } from './hit.ts';

/** What an answer says about its coverage. */
export interface Coverage {
  /** Whether files that may contain a result were not searched. */
  readonly isPartial: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
}

/** The coverage of a search. `isWhole`: the view has all files of its ref. */
export async function coverageOf(
  view: RefView,
  { hits, literals }: SearchHits,
  filter: SearchFilter,
  isWhole: boolean,
): Promise<Coverage> {
  if (literals.length === 0) return hits.length > 0 ? found : coverageOfNothing(view, filter, isWhole);
  const skipped = await skippedFiles(view);
  const unexamined = Math.max(...literals.map((each) => each.unexamined));
  const searched = Math.min(...literals.map((each) => each.searched));
  const isAbsent = literals.some(({ lines }) => lines === 0);
  const warnings = [
    ...literals.flatMap((each) => literalWarnings(view, each, hits.length > 0, filter, isWhole)),
    ...(unexamined > 0 ? [unexaminedWarning(unexamined, filter)] : []),
    ...(isAbsent || skipped.mayHide ? skipped.warnings : []),
  ];
  return {
    isPartial: !isWhole || unexamined > 0 || skipped.mayHide,
    metadata: {
      literal_matches: literals.map(({ literal, lines, files }) => ({ text: literal, lines, files })),
      searched_files: searched,
      ...(unexamined > 0 ? { unexamined_files: unexamined } : {}),
      ...skipped.metadata,
    },
    warnings,
  };
}

const found: Coverage = { isPartial: false, metadata: {}, warnings: [] };

/** The coverage of a search by name or words that found nothing. */
export async function coverageOfNothing(view: RefView, filter: SearchFilter, isWhole: boolean): Promise<Coverage> {
  // Whoever chose the files of the view says which they are.
  if (!isWhole) return found;
  const { searched, filtered } = await admittedFiles(view, filter);
  const skipped = await skippedFiles(view);
  return {
    isPartial: false,
    metadata: {
      searched_files: searched,
      ...(filter.files?.isByPlace ? { filtered_files: filtered } : {}),
      ...skipped.metadata,
    },
    warnings: [
      `Nothing was found in ${indexed(searched, filter)} of ${view.ref.name}${besides(filtered, filter)}.`,
      ...skipped.warnings,
    ],
  };
}

/** Says that nothing was found because of a filter, where other files may have results; undefined without a filter. */
export async function filteredOut(view: RefView, filter: SearchFilter): Promise<string | undefined> {
  const { searched, filtered } = await admittedFiles(view, filter);
  return filtered === 0
    ? undefined
    : `Nothing was found in ${indexed(searched, filter)} of ${view.ref.name}${besides(filtered, filter)}.`;
}

/** `; the filters left out 12 files` */
function besides(filtered: number, filter: SearchFilter): string {
  return filter.files?.isByPlace && filtered > 0 ? `; the filters left out ${files(filtered)}` : '';
}

/** The numbers of skipped files by reason, as a field of the metadata. */
export async function skippedByReason(
  view: RefView,
  isWithin: (path: string) => boolean = () => true,
): Promise<{ skipped_files?: Partial<Record<SkipReason, number>> }> {
  const counts: Partial<Record<SkipReason, number>> = {};
  for (const { path, reason } of await view.store.skippedFiles(view.ref)) {
    if (isWithin(path)) counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return Object.keys(counts).length > 0 ? { skipped_files: counts } : {};
}

/** Adds a coverage to the metadata of an answer. */
export function withCoverage(
  metadata: AnswerMetadata,
  { isPartial, metadata: own, warnings }: Coverage,
): AnswerMetadata {
  const all = [...(metadata.warnings ?? []), ...warnings];
  return {
    ...metadata,
    ...own,
    ...(isPartial ? { result_completeness: 'partial' } : {}),
    ...(all.length > 0 ? { warnings: all } : {}),
  };
}

/** The skipped files, with a sentence about them and whether they may contain code. */
export async function skippedFiles(view: RefView, isWithin?: (path: string) => boolean) {
  const metadata = await skippedByReason(view, isWithin);
  const counts = Object.entries(metadata.skipped_files ?? {}) as [SkipReason, number][];
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const listed = counts.map(([reason, count]) => `${number(count)} ${skipReasons[reason].counted}`).join(', ');
  return {
    metadata,
    mayHide: counts.some(([reason]) => skipReasons[reason].mayHideCode),
    warnings:
      total === 0
        ? []
        : [`${files(total)} of the repository ${total === 1 ? 'is' : 'are'} not indexed and not searched: ${listed}.`],
  };
}

function literalWarnings(
  view: RefView,
  { literal, lines, ignoresCase, searched, unexamined }: FoundLiteral,
  hasResults: boolean,
  filter: SearchFilter,
  isWhole: boolean,
): string[] {
  const quoted = `"${literal}"`;
  if (lines > 0) {
    return ignoresCase ? [`No file contains ${quoted} in this case; upper and lower case were ignored.`] : [];
  }
  const others = hasResults ? '; the results contain some of its words' : '';
  const examined = unexamined > 0 ? `${files(searched)} that were searched` : indexed(searched, filter);
  const narrowed = filter.files?.isByPlace ? ', without those that the filters left out,' : '';
  const where = isWhole ? `${examined} of ${view.ref.name}${narrowed}` : 'the files that were parsed';
  return [`None of ${where} contains ${quoted}${others}.`];
}

function unexaminedWarning(unexamined: number, filter: SearchFilter): string {
  const narrower = filter.files?.isByPlace ? 'quote a longer text' : 'quote a longer text or pass "path" or "language"';
  return `${files(unexamined)} that may contain the quoted text ${unexamined === 1 ? 'was' : 'were'} not searched: ${narrower} to search fewer.`;
}

async function admittedFiles(view: RefView, filter: SearchFilter): Promise<{ searched: number; filtered: number }> {
  const { files: all } = await view.files();
  const { files: admitting } = filter;
  const searched = admitting === undefined ? all.length : all.filter((file) => admitting.admits(file)).length;
  return { searched, filtered: all.length - searched };
}

function indexed(count: number, { files: filter }: SearchFilter): string {
  const { language } = filter ?? {};
  return `the ${number(count)} indexed ${language === undefined ? '' : `${language} `}${count === 1 ? 'file' : 'files'}`;
}

function files(count: number): string {
  return `${number(count)} ${count === 1 ? 'file' : 'files'}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
