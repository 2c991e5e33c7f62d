/**
 * Reads source from the index: symbols by name, id or place, a range of lines, or a file. What does not fit the token
 * budget is folded at the boundaries of statements; the answer says which lines are folded.
 */
import { CodedError, toCodedError } from '../../errors.ts';
import { functionKinds } from '../../languages/entity.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { LineIndex } from '../../text/line-index.ts';
import { findAnchors } from '../names/find-anchor.ts';
import { checkLine, findFileByEnd, normalPath } from '../names/find-file.ts';
import { type Handle, readHandle, readRange } from '../names/written/symbol-handle.ts';
import { invalid, type ParametersOf } from '../parameters/parameters.ts';
import {
  fileParameter,
  maxTokensParameter,
  pathParameter,
  refParameter,
  symbolNameParameter,
  symbolsParameter,
} from '../parameters/shared-parameters.ts';
import { needsOfSymbol } from '../search/live-search.ts';
import type { Answer } from '../shapes/answer.ts';
import { foldSource, type LineRange } from '../shapes/folded-source.ts';
import { linesWithin } from '../shapes/source-body.ts';
import { isTopLevelCode, qualifiedName } from '../shapes/symbol-ids.ts';
import type { LiveNeeds } from '../view/live-needs.ts';
import { cachingView, type RefView } from '../view/ref-view.ts';
import { type AskSettings, oneRefCapability } from './capability.ts';

const defaultTokens = 4000;
const maxSymbols = 50;
const maxLine = 10_000_000;

const { required: _, ...optionalName } = symbolNameParameter;
const { required: __, ...optionalFile } = fileParameter;

export const readSourceParameters = {
  symbol_name: {
    ...optionalName,
    description: 'Name, Type.method, id, path:line, path:start-end or a file',
  },
  symbols: { ...symbolsParameter, maxItems: maxSymbols, description: 'Several of these' },
  path: pathParameter,
  file: {
    ...optionalFile,
    flag: 'file',
    isObvious: true,
    description: 'Instead of a symbol: a file, whole or its lines',
  },
  line_start: {
    type: 'integer',
    min: 1,
    max: maxLine,
    flag: 'from',
    isObvious: true,
    description: 'First line of file',
  },
  line_end: { type: 'integer', min: 1, max: maxLine, flag: 'to', isObvious: true, description: 'Last line of file' },
  around: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 1_000,
    isObvious: true,
    description: 'Lines to add before and after',
  },
  fold: {
    type: 'flag',
    default: false,
    description: 'Only the outer statements',
  },
  ref: refParameter,
  max_tokens: maxTokensParameter(defaultTokens),
} as const;

type Request = ParametersOf<typeof readSourceParameters>;

export const readSourceCapability = oneRefCapability({
  name: 'read_source',
  title: 'Read source',
  description:
    'The source of symbols, lines or a file, with line numbers; several at once: symbols: ["Store.get", "src/a.ts:42"]. Long code is folded to max_tokens.',
  parameters: readSourceParameters,
  maxTokens: defaultTokens,
  cuts: { lists: [[{ at: 'sources' }]], narrowedBy: ['symbol_name', 'line_start', 'line_end', 'fold'] },
  example: { symbol_name: 'validate_token' },
  commands: {
    show: {
      summary: 'Print the source of a symbol, of lines or of a file',
      details:
        'Prints the source with line numbers, from the index of any ref. Takes names, ids, path:line (the symbol around it), ' +
        'path:start-end and files. A repository without an index is indexed first; any other folder after a question, or with --yes.',
      operands: ['symbol_name'],
      severalAs: 'symbols',
      isOperandOptional: true,
      examples: [
        { line: 'codecompass show Store.get Store.put', does: 'the source of two methods' },
        { line: 'codecompass show src/auth/jwt.rs:87', does: 'the symbol around a line' },
        { line: 'codecompass show src/auth/jwt.rs:10-40', does: 'some lines' },
        { line: 'codecompass show Store --fold --ref v1.2', does: 'a class without bodies, on a tag' },
      ],
      json: {
        sources: 'path, line_start, line_end, name?, kind?, text, truncated, folds?',
        'not_found?': 'what could not be read, with the error',
      },
      alsoCalled: ['cat', 'read', 'source', 'body', 'view'],
    },
  },
  answer: readSource,
  live: needsOf,
});

export interface SourceItem {
  readonly path: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly name?: string;
  readonly kind?: string;
  /** The source as it is, with one line for each fold. */
  readonly text: string;
  /** Whether lines are folded. */
  readonly truncated: boolean;
  readonly folds?: readonly LineRange[];
}

export interface ReadSourceAnswer extends Answer {
  readonly sources: readonly SourceItem[];
  /** What could not be read, if something else could. */
  readonly not_found?: readonly { readonly wanted: string; readonly code: string; readonly message: string }[];
}

/** Lines to read, before they are cut to the budget. */
interface Range {
  readonly file: FileVersion;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly symbol?: SymbolRecord;
  /** The line that was asked for. */
  readonly focus?: number;
}

/** Lines around a place outside of symbols. */
const linesAround = 12;
/** What an answer needs besides the source: metadata, and for each item its place. */
const frameTokens = 120;
const itemTokens = 50;

export async function readSource(
  asked: RefView,
  request: Request,
  { isUnlimited = false }: AskSettings = {},
): Promise<ReadSourceAnswer> {
  const view = cachingView(asked);
  const { ranges, failed } = await rangesOf(view, request);
  const widened = ranges.map((range) => ({
    ...range,
    lineStart: Math.max(1, range.lineStart - request.around),
    lineEnd: Math.min(Math.max(1, range.file.lineCount), range.lineEnd + request.around),
  }));
  const ceiling = isUnlimited ? Number.POSITIVE_INFINITY : request.max_tokens;
  const room = ceiling - frameTokens - itemTokens * widened.length;
  const sources = await foldAll(view, withoutRepeated(widened), Math.max(room, 0), request.fold);
  const isCut = sources.some(({ truncated }) => truncated);
  return {
    sources,
    ...(failed.length > 0 ? { not_found: failed } : {}),
    metadata: { result_completeness: failed.length > 0 ? 'partial' : isCut ? 'truncated' : 'complete' },
  };
}

async function rangesOf(view: RefView, request: Request) {
  const wanted = [...(request.symbol_name === undefined ? [] : [request.symbol_name]), ...(request.symbols ?? [])];
  if (request.file !== undefined) return { ranges: [await linesOfFile(view, request, request.file)], failed: [] };
  if (wanted.length === 0) throw invalid('symbol_name', 'is missing; "symbols" or "file" can be used instead');
  const ranges: Range[] = [];
  const failed: { wanted: string; code: string; message: string }[] = [];
  for (const each of wanted) {
    await view.pause();
    try {
      for (const range of await rangesNamed(view, each, request.path)) ranges.push(range);
    } catch (thrown) {
      const error = toCodedError(thrown);
      if (error.code === 'internal_error' || wanted.length === 1) throw thrown;
      failed.push({ wanted: each, code: error.code, message: messageOf(error) });
    }
  }
  const [first] = failed;
  if (ranges.length === 0 && first !== undefined) {
    throw new CodedError('symbol_not_found', `None of the ${wanted.length} symbols can be read: ${first.message}`, {
      data: { not_found: failed },
    });
  }
  return { ranges, failed };
}

/** With the candidates, since one of them is the next thing to read. */
function messageOf({ message, data, remediation }: CodedError): string {
  const candidates = Array.isArray(data.candidates) ? (data.candidates as { path: string; line_start: number }[]) : [];
  const places = candidates.map(({ path, line_start }) => `${path}:${line_start}`);
  return places.length > 0 ? `${message} ${places.join(', ')}` : `${message} ${remediation}`;
}

async function linesOfFile(view: RefView, { line_start, line_end }: Request, typed: string): Promise<Range> {
  const range = readRange(typed);
  const file = await findFileByEnd(view, range?.path ?? typed);
  return linesIn(file, line_start ?? range?.start ?? 1, line_end ?? range?.end);
}

/** An end behind the last line means the last line. */
function linesIn(file: FileVersion, start: number, end = maxLine): Range {
  checkLine(file, start);
  if (end < start) throw invalid('line_end', `is ${end}, before line_start, ${start}`);
  return { file, lineStart: start, lineEnd: Math.max(start, Math.min(end, file.lineCount)) };
}

/** The lines that a name, an id, a place, a range or a file stands for. */
async function rangesNamed(view: RefView, wanted: string, path: string | undefined): Promise<Range[]> {
  const range = readRange(wanted);
  if (range !== undefined) return [linesIn(await findFileByEnd(view, range.path), range.start, range.end)];
  const handle = readHandle(wanted);
  if (handle === undefined) {
    const file = await view.store.file(view.ref, normalPath(wanted, view.ref.root));
    if (file !== undefined) return [linesIn(file, 1)];
  }
  const focus = handle?.is === 'position' ? { focus: handle.position.line } : {};
  try {
    const found = await findAnchors(view, wanted, path);
    const files = await view.files();
    const named = handle === undefined ? outermost(found) : [await functionAround(view, found[0], handle)];
    return named.flatMap((symbol) => {
      const file = files.byId(symbol.versionId);
      if (file === undefined) return [];
      if (isTopLevelCode(symbol)) return [linesIn(file, 1)];
      return [{ file, lineStart: symbol.lineStart, lineEnd: symbol.lineEnd, symbol, ...focus }];
    });
  } catch (thrown) {
    if (handle?.is !== 'position' || toCodedError(thrown).code !== 'symbol_not_found') throw thrown;
    // A line outside of symbols is shown with its neighbours.
    const file = await findFileByEnd(view, handle.position.path);
    const { line } = handle.position;
    checkLine(file, line);
    return [{ ...linesIn(file, Math.max(1, line - linesAround), line + linesAround), focus: line }];
  }
}

/** A line of a function may define a value; whoever asks for the line wants to read the function. */
async function functionAround(view: RefView, symbol: SymbolRecord, { is }: Handle): Promise<SymbolRecord> {
  const file = (await view.files()).byId(symbol.versionId);
  if (is !== 'position' || file === undefined || functionKinds.has(symbol.kind)) return symbol;
  const inFile = await view.store.symbols(file);
  const around = inFile.filter(
    ({ kind, lineStart, lineEnd }) =>
      functionKinds.has(kind) && lineStart <= symbol.lineStart && symbol.lineEnd <= lineEnd,
  );
  return around.toSorted((a, b) => b.lineStart - a.lineStart)[0] ?? symbol;
}

/** Without the symbols inside another one, such as a constructor with the name of its class. */
function outermost(symbols: readonly SymbolRecord[]): SymbolRecord[] {
  const outerFirst = symbols.toSorted(
    (a, b) => a.versionId - b.versionId || a.lineStart - b.lineStart || b.lineEnd - a.lineEnd,
  );
  const kept = new Set<SymbolRecord>();
  let last: SymbolRecord | undefined;
  for (const symbol of outerFirst) {
    // Every symbol that reaches as far as this one begins before it, and the last that was kept reaches furthest.
    const isBehind = last?.versionId !== symbol.versionId || last.lineEnd < symbol.lineEnd;
    if (!isBehind && !(last?.lineStart === symbol.lineStart && last.lineEnd === symbol.lineEnd)) continue;
    kept.add(symbol);
    last = symbol;
  }
  return symbols.filter((symbol) => kept.has(symbol));
}

function withoutRepeated(ranges: readonly Range[]): Range[] {
  const seen = new Set<string>();
  return ranges.filter(({ file, lineStart, lineEnd }) => {
    const key = `${file.path}:${lineStart}-${lineEnd}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

/** Shares the budget: what a short one leaves is for the longer ones. */
async function foldAll(view: RefView, ranges: readonly Range[], room: number, isOutline: boolean) {
  const texts = new Map<Range, string>();
  const indexes = new Map<FileVersion, LineIndex>();
  for (const range of ranges) {
    await view.pause();
    const text = await view.store.text(range.file);
    const index = indexes.get(range.file) ?? new LineIndex(text);
    indexes.set(range.file, index);
    texts.set(range, linesWithin(text, index, range.lineStart, range.lineEnd));
  }
  const shortestFirst = [...texts].sort(([, a], [, b]) => a.length - b.length);
  const items = new Map<Range, SourceItem>();
  let left = room;
  for (const [at, [range, text]] of shortestFirst.entries()) {
    await view.pause();
    const share = left / (shortestFirst.length - at);
    const folded = foldSource(text, {
      lineStart: range.lineStart,
      maxTokens: share,
      isOutline,
      ...(range.focus === undefined ? {} : { focus: [range.focus] }),
    });
    left -= folded.tokens;
    items.set(range, itemOf(range, folded));
  }
  return ranges.flatMap((range) => items.get(range) ?? []);
}

function itemOf(
  { file, lineStart, lineEnd, symbol }: Range,
  { text, folds }: ReturnType<typeof foldSource>,
): SourceItem {
  return {
    path: file.path,
    line_start: lineStart,
    line_end: lineEnd,
    ...(symbol === undefined ? {} : { name: qualifiedName(symbol), kind: symbol.kind }),
    text,
    truncated: folds.length > 0,
    ...(folds.length > 0 ? { folds } : {}),
  };
}

function needsOf({ symbol_name, symbols = [], path, file }: Request): LiveNeeds {
  const wanted = [...(symbol_name === undefined ? [] : [symbol_name]), ...symbols];
  const needs = wanted.map((each) => needsOfSymbol(readRange(each)?.path ?? each, path));
  const paths = wanted.map((each) => readRange(each)?.path ?? each);
  return {
    names: needs.flatMap(({ names = [] }) => names),
    paths: [
      ...needs.flatMap((each) => each.paths ?? []),
      ...paths.filter((each) => /[./\\]/.test(each)),
      ...(file === undefined ? [] : [readRange(file)?.path ?? readHandleless(file)]),
    ],
  };
}

function readHandleless(file: string): string {
  const handle = readHandle(file);
  return handle?.is === 'position' ? handle.position.path : file;
}
