/**
 * Searches the text of a ref as grep does: every line that matches a literal or a regular expression, with the symbol
 * around it. All matches are counted, and what was not searched is named.
 */
import { CodedError } from '../../errors.ts';
import type { FileVersion } from '../../store/store.ts';
import { identifierRuns, wordsOf } from '../../text/words.ts';
import { normalPath } from '../names/find-file.ts';
import { isTestFile } from '../parameters/file-filter.ts';
import { languageFilter } from '../parameters/language-filter.ts';
import { invalid, type ParametersOf } from '../parameters/parameters.ts';
import { type PathFilter, pathFilter } from '../parameters/path-filter.ts';
import {
  languageParameter,
  limitParameter,
  refParameter,
  testsParameter,
  withinParameter,
} from '../parameters/shared-parameters.ts';
import { skippedFiles } from '../search/coverage.ts';
import { inLanguage } from '../search/live-search.ts';
import type { Answer } from '../shapes/answer.ts';
import { type LinePattern, linePattern } from '../text-search/line-pattern.ts';
import { filesThatMayMatch } from '../text-search/pattern-files.ts';
import { bestSet } from '../text-search/required-text.ts';
import { type FoundLine, type FoundText, searchFiles } from '../text-search/search-files.ts';
import type { LiveNeeds } from '../view/live-needs.ts';
import type { RefView } from '../view/ref-view.ts';
import { type AskSettings, oneRefCapability } from './capability.ts';

export const searchTextParameters = {
  pattern: {
    type: 'text',
    role: 'query',
    placeholder: 'PATTERN',
    required: true,
    maxLength: 2_000,
    isObvious: true,
    description: 'Text to find, or a regular expression with regex',
  },
  regex: { type: 'flag', default: false, description: 'pattern is a regular expression (RE2)' },
  case: {
    type: 'choice',
    values: ['smart', 'sensitive', 'insensitive'],
    default: 'smart',
    isObvious: true,
    description: 'smart: sensitive if the pattern has a capital letter',
  },
  word: { type: 'flag', default: false, isObvious: true, description: 'Only whole words' },
  context: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 20,
    isObvious: true,
    description: 'Lines to show before and after each match',
  },
  mode: {
    type: 'choice',
    values: ['lines', 'files', 'count'],
    default: 'lines',
    isObvious: true,
    description: 'Lists matching lines, only the files, or the number of lines in each file',
  },
  path: withinParameter,
  tests: testsParameter,
  language: languageParameter,
  ref: refParameter,
  limit: limitParameter(50, 1_000),
} as const;

type Request = ParametersOf<typeof searchTextParameters>;

export const searchTextCapability = oneRefCapability({
  name: 'search_text',
  title: 'Search text',
  description:
    'Grep: every line with a text or regular expression, with its enclosing symbol, and the exact total. For uses of a symbol, find_references is more exact.',
  parameters: searchTextParameters,
  maxTokens: 6000,
  cuts: {
    lists: [[{ at: 'matches', inner: ['before', 'after'] }, { at: 'by_file' }]],
    narrowedBy: ['pattern', 'path', 'tests', 'language'],
    settle: (answer: SearchTextAnswer) => ({ ...answer, truncated: true }),
  },
  example: { pattern: 'token' },
  commands: {
    grep: {
      summary: 'Search the text of all files for a literal or a regular expression',
      details:
        'Prints each matching line, by file. The pattern is a literal text unless --regex is given; upper and lower case are ignored unless it has a capital letter. ' +
        'Expressions have the syntax of RE2: no look-around and no back-references, and every search takes linear time. A repository without an index is indexed first; any other folder after a question, or with --yes.',
      operands: ['pattern'],
      examples: [
        { line: "codecompass grep 'TODO:'", does: 'every line with a text' },
        { line: "codecompass grep --regex 'def test_\\w+_fails' --mode files", does: 'the files with a match' },
        { line: "codecompass grep timeout --word --path src --path '!*.md'", does: 'a whole word in some files' },
        { line: 'codecompass grep retry --context 2 --ref v1.0', does: 'lines around each match, on another ref' },
      ],
      json: {
        matches: 'lines that match: path, line, text, in?, before?, after?; empty with --mode files or count',
        'by_file?': 'with --mode files or count: path and count of each file',
        total: 'number of matching lines, whatever the limit',
        'total_is_lower_bound?': 'true if files or lines were not searched',
        files: 'number of files with a match',
        searched_files: 'number of files that were searched, or cannot contain a match',
        skipped: 'number of files that were not searched, by reason',
        truncated: 'whether matches are missing because of --limit',
      },
      alsoCalled: ['rg', 'search-text', 'find-text'],
    },
  },
  answer: searchText,
  live: liveNeeds,
});

export interface TextMatch {
  readonly path: string;
  readonly line: number;
  /** The line, shortened around the match if it is long. */
  readonly text: string;
  /** The enclosing symbol; absent for code outside of symbols. */
  readonly in?: { readonly name: string; readonly kind: string; readonly line_start: number };
  /** The lines above and below that are not part of another match. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

export interface SearchTextAnswer extends Answer {
  readonly matches: readonly TextMatch[];
  /** The files with a match and their numbers of lines, if not the lines were asked for. */
  readonly by_file?: readonly { readonly path: string; readonly count: number }[];
  readonly total: number;
  readonly total_is_lower_bound?: true;
  readonly files: number;
  readonly searched_files: number;
  /** Files that were not searched, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly truncated: boolean;
}

export async function searchText(
  view: RefView,
  request: Request,
  settings: AskSettings = {},
): Promise<SearchTextAnswer> {
  const { mode, limit, context } = request;
  const pattern = linePattern(request);
  const isWhole = settings.unexaminedFiles === undefined;
  const { language, warnings: languageWarnings } = await languageFilter(view, request.language);
  const isWithin = await filterOf(view, request.path, isWhole);
  const isWanted = (file: FileVersion) =>
    isWithin(file.path) &&
    (language === undefined || file.language === language) &&
    (request.tests === 'last' || isTestFile(file) === (request.tests === 'only'));
  const wanted = (await view.files()).files.filter(isWanted);
  const candidates = inOrder(await filesThatMayMatch(view, pattern, wanted));
  const found = await searchFiles(view, pattern, candidates, { limit: mode === 'lines' ? limit : 0, context });
  const { total, byFile, unexamined, unsearchedLines } = found;
  const skipped = await skippedFiles(view, isWithin);
  const isTruncated = (mode === 'lines' ? total : byFile.length) > limit;
  const isLowerBound = !isWhole || unexamined > 0 || unsearchedLines > 0;
  const isPartial = isLowerBound || skipped.mayHide;
  const warnings = [
    ...languageWarnings,
    ...warningsOf(view, request, found, wanted.length, isWhole),
    ...(isWhole ? [] : liveWarnings(pattern)),
    ...(isWhole && (total === 0 || skipped.mayHide) ? skipped.warnings : []),
  ];
  return {
    matches: found.lines.map(matchShape),
    ...(mode === 'lines' ? {} : { by_file: inMode(byFile, mode).slice(0, limit) }),
    total,
    ...(isLowerBound ? { total_is_lower_bound: true } : {}),
    files: byFile.length,
    searched_files: wanted.length - unexamined,
    skipped: {
      ...skipped.metadata.skipped_files,
      ...(unexamined > 0 ? { over_budget: unexamined } : {}),
    },
    truncated: isTruncated,
    metadata: {
      result_completeness: isPartial ? 'partial' : isTruncated ? 'truncated' : 'complete',
      ...(warnings.length > 0 ? { warnings } : {}),
    },
  };
}

/** Selects the files at the paths. Throws if a path leads out of the project, or if none of its files is selected. */
async function filterOf(view: RefView, paths: Request['path'], isWhole: boolean): Promise<PathFilter> {
  if (paths === undefined) return () => true;
  const inRoot = paths.map((written) => {
    const not = written.startsWith('!') ? '!' : '';
    const path = written.slice(not.length);
    if (path.split(/[\\/]/).includes('..')) {
      throw invalid('path', `contains ${JSON.stringify(written)}, which leads out of the project`);
    }
    return not + (path.startsWith(view.ref.root) ? normalPath(path, view.ref.root) : path);
  });
  const isWithin = pathFilter(inRoot, 'path');
  const [skipped, { files }] = [await view.store.skippedFiles(view.ref), await view.files()];
  if (!isWhole || [...files, ...skipped].some(({ path }) => isWithin(path))) return isWithin;
  throw new CodedError('file_not_found', `No file of ${view.ref.name} is at ${paths.join(' or ')}.`, {
    remediation: 'Check the path: a folder, file or glob, relative to the root of the repository.',
    data: { path: paths[0] },
  });
}

/** Tests after other files, vendored and generated files last; else by path. */
function inOrder(files: readonly FileVersion[]): readonly FileVersion[] {
  const rank = (file: FileVersion) =>
    (isTestFile(file) ? 1 : 0) + (file.labels.includes('vendored') || file.labels.includes('generated') ? 2 : 0);
  return files.toSorted((a, b) => rank(a) - rank(b));
}

function inMode(byFile: FoundText['byFile'], mode: 'files' | 'count'): FoundText['byFile'] {
  return mode === 'files' ? byFile : byFile.toSorted((a, b) => b.count - a.count);
}

function matchShape({ file, line, text, within, before, after }: FoundLine): TextMatch {
  return {
    path: file.path,
    line,
    text,
    ...(within === undefined ? {} : { in: { name: nameOf(within), kind: within.kind, line_start: within.lineStart } }),
    ...(before.length > 0 ? { before } : {}),
    ...(after.length > 0 ? { after } : {}),
  };
}

/** With the names around it, but not the module: the path says that. */
function nameOf({ scope, name }: NonNullable<FoundLine['within']>): string {
  return scope === '' ? name : `${scope}.${name}`;
}

function warningsOf(
  { ref }: RefView,
  { pattern, regex }: Request,
  { total, unexamined, unsearchedLines }: FoundText,
  wanted: number,
  isWhole: boolean,
): string[] {
  const warnings: string[] = [];
  if (unexamined > 0) {
    const were = unexamined === 1 ? 'was' : 'were';
    warnings.push(
      `${counted(unexamined, 'file')} that may match ${were} not searched, because one call reads a limited amount: use path, language or a longer text.`,
    );
  }
  if (unsearchedLines > 0) {
    const [were, they] = unsearchedLines === 1 ? ['was', 'it is'] : ['were', 'they are'];
    warnings.push(
      `${counted(unsearchedLines, 'line')} ${were} not searched, because ${they} too long for so large an expression.`,
    );
  }
  if (total > 0) return warnings;
  if (isWhole && unexamined === 0) {
    warnings.push(`None of the ${counted(wanted, 'file')} of ${ref.name} that were searched matches.`);
  }
  if (!regex && /\\[bdsw.()[]|\.[*+]|\w\|\w|\[[^\]]{0,20}\]/.test(pattern)) {
    warnings.push('The pattern was searched as text; with regex, it is a regular expression.');
  }
  return warnings;
}

/** Without an index, files are chosen by a scan for texts or words. */
function liveWarnings({ required, ignoresCase }: LinePattern): string[] {
  const set = bestSet(required);
  if (set === undefined) {
    return [
      'The pattern has no text to scan for, so only the parsed files were searched; the finished index searches all.',
    ];
  }
  return [
    `The total covers only the parsed files${ignoresCase ? ', chosen by spellings in common cases' : ''}; the finished index searches all.`,
  ];
}

function liveNeeds({ pattern, path = [], language, ...request }: Request): LiveNeeds {
  const needs = {
    ...inLanguage(language),
    paths: path.filter((each) => !/^!|[*?]/.test(each)),
  };
  const set = requiredText({ pattern, path, language, ...request });
  if (set === undefined) return { ...needs, anyFile: true };
  const { texts, ignoresCase } = set;
  if (!ignoresCase) return { ...needs, literals: texts };
  const words = texts.flatMap((text) =>
    identifierRuns(text).flatMap(({ start, end }) => wordsOf(text.slice(start, end))),
  );
  return {
    ...needs,
    literals: [...new Set(texts.flatMap((text) => [text, text.toUpperCase(), capitalized(text)]))].slice(
      0,
      maxLiterals,
    ),
    terms: [...new Set(words)].slice(0, maxLiterals).map((word) => ({ spellings: [word], weight: 1 })),
  };
}

const maxLiterals = 12;

/** The texts to scan for; undefined if there are none, also for an invalid pattern, which the answer rejects. */
function requiredText(
  request: Request,
): { readonly texts: readonly string[]; readonly ignoresCase: boolean } | undefined {
  try {
    const { required, ignoresCase } = linePattern(request);
    const texts = bestSet(required);
    return texts && { texts: texts.slice(0, maxLiterals), ignoresCase };
  } catch (thrown) {
    if (thrown instanceof CodedError) return undefined;
    throw thrown;
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
