/**
 * The outline of a file: its symbols and imports as a tree, in file order. A method is listed under its type even if it
 * is declared outside of it. Visibility is the keyword in the source.
 */
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { findFile } from '../names/find-file.ts';
import { readPosition } from '../names/symbol-handle.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import { fileParameter, languageParameter, refParameter } from '../parameters/shared-parameters.ts';
import type { Answer } from '../shapes/answer.ts';
import { type ImportLine, importLines } from '../shapes/import-lines.ts';
import { parseTroubleOf } from '../view/missing-symbols.ts';
import type { RefView } from '../view/ref-view.ts';
import { oneRefCapability } from './capability.ts';

export const fileOutlineParameters = {
  path: fileParameter,
  ref: refParameter,
  depth: {
    type: 'choice',
    values: ['top', 'all'],
    default: 'all',
    description: 'top: only top-level symbols',
  },
  language: { ...languageParameter, flag: false, description: 'Ignored; the file determines the language' },
} as const;

/** Deeper than any nesting. */
const importsRank = 1_000;

export const fileOutlineCapability = oneRefCapability({
  name: 'get_file_outline',
  title: 'Outline a file',
  description: 'The symbols of a file as a tree with lines and signatures. Cheaper than reading the file.',
  parameters: fileOutlineParameters,
  maxTokens: 6000,
  cuts: {
    // Top-level symbols stay longest, imports shortest.
    lists: [[{ at: 'symbols', rank: ({ kind }, depth) => (kind === 'use' ? importsRank : depth) }]],
    narrowedBy: ['depth'],
    advice: 'get_symbol_hierarchy with "direction": "descendants" lists the members of one symbol.',
  },
  example: { path: 'src/handler.rs' },
  commands: {
    outline: {
      summary: 'Show the symbols of a file as a tree',
      details:
        'Prints each symbol of a file with its line and signature, nested as in the source, and then its imports on one ' +
        'line. ' +
        'A repository without an index is indexed first; any other folder after a question, or with --yes.',
      operands: ['path'],
      switches: { top: { description: 'Only top-level symbols', sets: { depth: 'top' } } },
      examples: [
        { line: 'codecompass outline src/auth/jwt.rs', does: 'the symbols of a file' },
        { line: 'codecompass outline src/auth/jwt.rs --top', does: 'only its top-level symbols' },
      ],
      json: { file_path: 'the file', language: 'its language', symbols: 'its symbols and imports, nested' },
      alsoCalled: ['symbols', 'show', 'file'],
    },
  },
  answer: fileOutline,
  live: ({ path }) => ({ paths: [readPosition(path)?.path ?? path] }),
});

export interface OutlineSymbol {
  readonly kind: string;
  readonly name: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly visibility?: string;
  readonly signature?: string;
  readonly children?: readonly OutlineSymbol[];
}

export interface FileOutlineAnswer extends Answer {
  readonly file_path: string;
  readonly language: string;
  readonly symbols: readonly OutlineSymbol[];
}

export async function fileOutline(
  view: RefView,
  request: ParametersOf<typeof fileOutlineParameters>,
): Promise<FileOutlineAnswer> {
  const file = await findFile(view, request.path);
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
