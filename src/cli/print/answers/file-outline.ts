/** Prints the outline of a file: its path once, its symbols as a tree, and all imports on one line at the end. */
import type { FileOutlineAnswer, OutlineSymbol } from '../../../query/tools/file-outline.ts';
import { printable } from '../../../text/printable.ts';
import { count } from '../amounts.ts';
import { shortened } from '../shortened.ts';
import type { Renderer } from './renderer.ts';

export const fileOutlineRenderer: Renderer<FileOutlineAnswer> = {
  print: ({ file_path, language, symbols }, { view, output }) => {
    const imports = everyOf(symbols).filter(isImport);
    const listed = everyOf(symbols).length - imports.length;
    const width = String(symbols.reduce((last, { line_end }) => Math.max(last, line_end), 0)).length;
    const line = (at: number, text: string) => {
      const place = String(at).padStart(width);
      return `  ${output.paint('dim', place)}  ${shortened(text, output.columns - width - 4)}`;
    };
    const print = (list: readonly OutlineSymbol[], indent: string) => {
      for (const { kind, name, line_start, signature, children } of list.filter((symbol) => !isImport(symbol))) {
        output.print(line(line_start, `${indent}${printable(signature ?? `${kind} ${name}`)}`));
        print(children ?? [], `${indent}  `);
      }
    };
    output.print(output.paint('bold', printable(file_path)));
    print(symbols, '');
    const [first] = imports;
    if (first !== undefined) {
      const names = [...new Set(imports.map(({ name }) => printable(name)))].join(', ');
      output.print(line(first.line_start, `imports ${names}`));
    }
    const what = [count(listed, 'symbol'), ...(imports.length === 0 ? [] : [count(imports.length, 'import')])];
    return `${what.join(' and ')} in ${printable(file_path)} (${language}, on ${printable(view.ref.name)})`;
  },
};

function isImport({ kind }: OutlineSymbol): boolean {
  return kind === 'use';
}

function everyOf(symbols: readonly OutlineSymbol[]): OutlineSymbol[] {
  return symbols.flatMap((symbol) => [symbol, ...everyOf(symbol.children ?? [])]);
}
