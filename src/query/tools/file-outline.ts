/**
 * The outline of a file: its symbols and imports as a tree, in file order. A method is listed under its type even if it
 * is declared outside of it. Visibility is the keyword in the source. Of a folder or several files: their top-level
 * symbols.
 */
import { CodedError } from '../../errors.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { findFile, normalPath } from '../names/find-file.ts';
import { filesBelow, nearFolders } from '../names/find-folder.ts';
import { readPosition } from '../names/written/symbol-handle.ts';
import { fileFilter } from '../parameters/file-filter.ts';
import { invalid, type ParametersOf } from '../parameters/parameters.ts';
import {
  fileParameter,
  languageParameter,
  limitParameter,
  refParameter,
  testsParameter,
} from '../parameters/shared-parameters.ts';
import type { Answer } from '../shapes/answer.ts';
import {
  type OutlinedFile,
  type OutlinedFolder,
  outlineFile,
  selectFiles,
  skippedBelow,
  type TopSymbol,
} from '../shapes/folder-outline.ts';
import { type ImportLine, importLines } from '../shapes/import-lines.ts';
import { parseTroubleOf } from '../view/missing-symbols.ts';
import type { RefView } from '../view/ref-view.ts';
import { type AskSettings, oneRefCapability } from './capability.ts';

const { required: _, ...optionalFile } = fileParameter;
const fileOrFolder = { ...optionalFile, description: 'File or folder' } as const;

export const fileOutlineParameters = {
  path: fileOrFolder,
  paths: {
    type: 'list',
    holds: 'paths',
    maxItems: 100,
    maxLength: fileParameter.maxLength,
    isObvious: true,
    description: 'Several files or folders',
  },
  ref: refParameter,
  depth: {
    type: 'choice',
    values: ['top', 'all'],
    default: 'all',
    isObvious: true,
    description: 'top: only top-level symbols',
  },
  language: { ...languageParameter, description: 'Only this language, in folders' },
  tests: testsParameter,
  limit: limitParameter(100, 1_000),
} as const;

/** Deeper than any nesting. */
const importsRank = 1_000;

export const fileOutlineCapability = oneRefCapability({
  name: 'get_file_outline',
  title: 'Outline a file or folder',
  description:
    'The symbols of a file as a tree with signatures; of a folder or several paths, each file with its main symbols. Cheaper than reading.',
  parameters: fileOutlineParameters,
  maxTokens: 6000,
  cuts: {
    // Top-level symbols stay longest, imports shortest.
    lists: [
      [{ at: 'files', inner: ['symbols'] }],
      [{ at: 'folders' }],
      [{ at: 'symbols', rank: ({ kind }, depth) => (kind === 'use' ? importsRank : depth) }],
    ],
    narrowedBy: ['depth'],
    advice: 'get_symbol_hierarchy with "direction": "descendants" lists the members of one symbol.',
    settle: (answer: FileOutlineAnswer | FolderOutlineAnswer) =>
      'files' in answer ? { ...answer, truncated: answer.files.length < answer.total_files } : answer,
  },
  example: { path: 'src/handler.rs' },
  commands: {
    outline: {
      summary: 'Show the symbols of a file as a tree, or the files of a folder',
      details:
        'Prints each symbol of a file with its line and signature, nested as in the source, and then its imports on one ' +
        'line. Of a folder or of several paths, prints each file with its main symbols. ' +
        'A repository without an index is indexed first; any other folder after a question, or with --yes.',
      operands: ['path'],
      severalAs: 'paths',
      switches: { top: { description: 'Only top-level symbols', sets: { depth: 'top' } } },
      examples: [
        { line: 'codecompass outline src/auth/jwt.rs', does: 'the symbols of a file' },
        { line: 'codecompass outline src/auth/jwt.rs --top', does: 'only its top-level symbols' },
        { line: 'codecompass outline src/auth src/main.rs', does: 'the main symbols of several files' },
      ],
      json: {
        'file_path?': 'the file',
        'language?': 'its language',
        'symbols?': 'its symbols and imports, nested',
        'files?': 'of a folder or several paths: path, language, lines, test?, symbols, symbol_count of each file',
        'folders?': 'folders with too many files to list: path, files, tests?',
        'total_files?': 'number of files, whatever --limit is',
        'truncated?': 'whether files are missing because of --limit',
      },
      alsoCalled: ['symbols', 'file'],
    },
  },
  answer: fileOutline,
  live: (request) => ({ paths: typedPaths(request).map((path) => readPosition(path)?.path ?? path) }),
});

export interface OutlineSymbol extends TopSymbol {
  readonly children?: readonly OutlineSymbol[];
}

export interface FileOutlineAnswer extends Answer {
  readonly file_path: string;
  readonly language: string;
  readonly symbols: readonly OutlineSymbol[];
}

export interface FolderOutlineAnswer extends Answer {
  readonly files: readonly OutlinedFile[];
  /** The folders in a large folder, whose files are not listed. */
  readonly folders?: readonly OutlinedFolder[];
  /** The number of files that could be listed, without those in `folders`. */
  readonly total_files: number;
  readonly truncated: boolean;
}

type Request = ParametersOf<typeof fileOutlineParameters>;

export async function fileOutline(
  view: RefView,
  request: Request,
  settings: AskSettings = {},
): Promise<FileOutlineAnswer | FolderOutlineAnswer> {
  const { path, paths } = request;
  const typed = typedPaths(request);
  const files: FileVersion[] = [];
  const folders: string[] = [];
  for (const each of typed) {
    const found = await fileOrFolderAt(view, each);
    if (typeof found === 'string') folders.push(found);
    else files.push(found);
  }
  const [only] = files;
  if (path !== undefined && paths === undefined && only !== undefined) return outlineOf(view, only, request);
  return folderOutline(view, { files, folders }, request, settings);
}

function typedPaths({ path, paths }: Pick<Request, 'path' | 'paths'>): readonly string[] {
  if (path === undefined && paths === undefined) throw invalid('path', 'is missing');
  return [...new Set([...(path === undefined ? [] : [path]), ...(paths ?? [])])];
}

/** Returns a file, or the path of a folder. The error suggests similar folders and files. */
async function fileOrFolderAt(view: RefView, typed: string): Promise<FileVersion | string> {
  const table = await view.files();
  const path = normalPath(typed, view.ref.root);
  if (filesBelow(table, path) !== undefined) return path;
  try {
    return await findFile(view, typed);
  } catch (thrown) {
    if (!(thrown instanceof CodedError) || thrown.code !== 'file_not_found' || 'skip_reason' in thrown.data)
      throw thrown;
    const files = (thrown.data.suggestions as readonly string[] | undefined) ?? [];
    const near = [...nearFolders(table, path, maxSuggestions), ...files].slice(0, maxSuggestions);
    if (near.length === files.length) throw thrown;
    throw new CodedError('file_not_found', thrown.message, {
      remediation: `Did you mean ${near.join(', ')}?`,
      data: { ...thrown.data, suggestions: near },
    });
  }
}

const maxSuggestions = 5;

async function folderOutline(
  view: RefView,
  asked: { readonly files: readonly FileVersion[]; readonly folders: readonly string[] },
  request: Request,
  { unexaminedFiles }: AskSettings,
): Promise<FolderOutlineAnswer> {
  const filter = await fileFilter(view, { language: request.language, tests: request.tests });
  const { files, folders, filtered } = await selectFiles(view, asked, filter);
  const listed: OutlinedFile[] = [];
  for (const file of files.slice(0, request.limit)) {
    listed.push(await outlineFile(view, file));
    await view.pause();
  }
  const skipped = await skippedBelow(view, asked.folders);
  const isWhole = unexaminedFiles === undefined || asked.folders.length === 0;
  const troubled = files.slice(0, request.limit).flatMap((file) => parseTroubleOf(file) ?? []);
  const truncated = files.length > listed.length;
  const warnings = [
    ...filter.warnings,
    ...(files.length + folders.length === 0 && filtered > 0 ? [`The filters left out all ${filtered} files.`] : []),
    ...(isWhole ? [] : ['Only some files of the folder were read, because it is not indexed yet.']),
    ...skipped.warnings,
    ...troubled.slice(0, maxTroubles),
    ...(troubled.length > maxTroubles ? [`${troubled.length - maxTroubles} more files have syntax errors.`] : []),
  ];
  const isPartial = !isWhole || skipped.mayHide || troubled.length > 0;
  return {
    files: listed,
    ...(folders.length > 0 ? { folders } : {}),
    total_files: files.length,
    truncated,
    metadata: {
      result_completeness: isPartial ? 'partial' : truncated ? 'truncated' : 'complete',
      ...(filtered > 0 ? { filtered_files: filtered } : {}),
      ...skipped.metadata,
      ...(warnings.length > 0 ? { warnings } : {}),
    },
  };
}

const maxTroubles = 3;

async function outlineOf(view: RefView, file: FileVersion, request: Request): Promise<FileOutlineAnswer> {
  const entries: Entry[] = [
    ...(await importLines(view, file)).map(importEntry),
    ...(await view.store.symbols(file)).map(symbolEntry),
  ];
  const shown = request.depth === 'top' ? entries.filter((entry) => entry.parent === -1) : entries;
  const trouble = troubleOf(file);
  return {
    file_path: file.path,
    language: file.language,
    symbols: treeOf(shown),
    metadata: {
      result_completeness: trouble === undefined || file.outcome === 'none' ? 'complete' : 'partial',
      ...(trouble === undefined ? {} : { warnings: [trouble] }),
      symbol_count: shown.length,
    },
  };
}

/** A line of the outline before the tree is built. */
interface Entry {
  readonly shape: Omit<OutlineSymbol, 'children'>;
  /** Index among the symbols of the file; undefined for imports, which have no children. */
  readonly position?: number;
  readonly parent: number;
}

function symbolEntry({ kind, name, lineStart, lineEnd, modifier, signature, position, parent }: SymbolRecord): Entry {
  return {
    shape: {
      kind,
      name,
      line_start: lineStart,
      line_end: lineEnd,
      ...(modifier === undefined ? {} : { visibility: modifier }),
      ...(signature === '' || signature === name ? {} : { signature }),
    },
    position,
    parent,
  };
}

function importEntry({ name, lineStart, lineEnd, modifier, written, within }: ImportLine): Entry {
  return {
    shape: {
      kind: 'use',
      name,
      line_start: lineStart,
      line_end: lineEnd,
      ...(modifier === undefined ? {} : { visibility: modifier }),
      ...(written === undefined ? {} : { signature: written }),
    },
    parent: within,
  };
}

function treeOf(entries: readonly Entry[]): OutlineSymbol[] {
  const below = new Map<number, Entry[]>();
  for (const entry of entries) {
    const siblings = below.get(entry.parent);
    if (siblings === undefined) below.set(entry.parent, [entry]);
    else siblings.push(entry);
  }
  // The sort is stable, so entries on the same line keep their order.
  for (const siblings of below.values()) siblings.sort((a, b) => a.shape.line_start - b.shape.line_start);
  const grow = (parent: number): OutlineSymbol[] =>
    (below.get(parent) ?? []).map(({ shape, position }) => {
      const children = position === undefined ? [] : grow(position);
      return children.length === 0 ? shape : { ...shape, children };
    });
  return grow(-1);
}

function troubleOf(file: FileVersion): string | undefined {
  const { path, outcome, language } = file;
  if (outcome === 'none') {
    const why = language === 'text' ? '' : `: there is no grammar for ${language}`;
    return `${path} is indexed as text, without symbols${why}.`;
  }
  return parseTroubleOf(file);
}
