/** Renders the outline of a file: its path once, its symbols as a tree, and all imports on one line at the end. */
import type { FileOutlineAnswer, FolderOutlineAnswer, OutlineSymbol } from '../../query/tools/file-outline.ts';
import { printable } from '../../text/printable.ts';
import { count } from '../amounts.ts';
import { onRef, type Renderer, type Rendering, warningsOf } from '../rendering.ts';
import { shortened } from '../shortened.ts';
import { oneLine } from '../symbol-text.ts';
import { folderOutlineRenderer } from './folder-outline.ts';

export const fileOutlineRenderer: Renderer<FileOutlineAnswer | FolderOutlineAnswer> = (answer, rendering) => {
  if ('files' in answer) return folderOutlineRenderer(answer, rendering);
  const { file_path, symbols } = answer;
  const body = rendering.reader === 'model' ? linesForModel(symbols) : linesForPerson(symbols, rendering);
  return {
    lines: [rendering.paint('bold', printable(file_path)), ...body],
    ending: rendering.reader === 'model' ? '' : ending(answer, rendering),
    warnings: warningsOf(answer),
  };
};

function linesForPerson(symbols: readonly OutlineSymbol[], { paint, columns }: Rendering): string[] {
  const width = String(symbols.reduce((last, { line_end }) => Math.max(last, line_end), 0)).length;
  const line = (at: number, text: string) =>
    `  ${paint('dim', String(at).padStart(width))}  ${shortened(text, columns - width - 4)}`;
  const below = (list: readonly OutlineSymbol[], indent: string): string[] =>
    list
      .filter((symbol) => !isImport(symbol))
      .flatMap(({ kind, name, line_start, signature, children }) => [
        line(line_start, `${indent}${printable(signature ?? `${kind} ${name}`)}`),
        ...below(children ?? [], `${indent}  `),
      ]);
  const imports = everyOf(symbols).filter(isImport);
  const [first] = imports;
  const names = [...new Set(imports.map(({ name }) => printable(name)))].join(', ');
  return [...below(symbols, ''), ...(first === undefined ? [] : [line(first.line_start, `imports ${names}`)])];
}

/** Characters of a signature. */
const widestSignature = 90;
/** Values have no members, and their names say most. */
const valueKinds: ReadonlySet<string> = new Set(['field', 'variable', 'const', 'enum_member', 'property']);
/** Values on one line. */
const longestRun = 12;

/**
 * One line per symbol; fields, constants and variables share lines (`:93-135 a, b, c`). Members are written without
 * what precedes their name, because the type is in the line above. Imports are left out: the file begins with them.
 */
function linesForModel(symbols: readonly OutlineSymbol[], indent = ''): string[] {
  const lines: string[] = [];
  let run: OutlineSymbol[] = [];
  const endRun = () => {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) return;
    const range = first === last ? first.line_start : `${first.line_start}-${last.line_start}`;
    lines.push(`${indent}:${range} ${run.map(({ name }) => printable(name)).join(', ')}`);
    run = [];
  };
  for (const symbol of symbols) {
    if (isImport(symbol)) continue;
    const { line_start, children = [] } = symbol;
    if (valueKinds.has(symbol.kind) && children.length === 0) {
      if (run.push(symbol) === longestRun) endRun();
      continue;
    }
    endRun();
    lines.push(`${indent}:${line_start} ${shortened(printable(writtenOf(symbol, indent !== '')), widestSignature)}`);
    for (const line of linesForModel(children, `${indent} `)) lines.push(line);
  }
  endRun();
  return lines;
}

function writtenOf({ kind, name, signature }: OutlineSymbol, isMember: boolean): string {
  const written = oneLine(signature ?? `${kind} ${name}`);
  if (!isMember) return written;
  const call = written.indexOf(`${name}(`);
  return call === -1 ? written : written.slice(call);
}

function ending({ file_path, language, symbols }: FileOutlineAnswer, rendering: Rendering): string {
  const imports = everyOf(symbols).filter(isImport);
  const listed = everyOf(symbols).length - imports.length;
  const what = [count(listed, 'symbol'), ...(imports.length === 0 ? [] : [count(imports.length, 'import')])];
  return `${what.join(' and ')} in ${printable(file_path)} (${language},${onRef(rendering, printable)})`;
}

function isImport({ kind }: OutlineSymbol): boolean {
  return kind === 'use';
}

function everyOf(symbols: readonly OutlineSymbol[]): OutlineSymbol[] {
  return symbols.flatMap((symbol) => [symbol, ...everyOf(symbol.children ?? [])]);
}
