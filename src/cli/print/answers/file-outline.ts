/**
 * Prints the answer of `codecompass outline`: the symbols of a file as a tree, each at a line that a terminal can open.
 */
import type { FileOutlineAnswer, OutlineSymbol } from '../../../query/tools/file-outline.ts';
import { printable } from '../../../text/printable.ts';
import { count } from '../amounts.ts';
import { shortened } from '../shortened.ts';
import { widthOf } from '../table.ts';
import type { Renderer } from './renderer.ts';

export const fileOutlineRenderer: Renderer<FileOutlineAnswer> = {
  print: ({ file_path, language, symbols, metadata }, { view, output }) => {
    const width = String(Math.max(0, ...symbols.map((symbol) => symbol.line_end))).length;
    const print = (list: readonly OutlineSymbol[], indent: string) => {
      for (const { kind, name, line_start, signature, children } of list) {
        const place = output.paint('dim', `${printable(file_path)}:${String(line_start).padEnd(width)}`);
        const text = printable(kind === 'use' || signature === undefined ? `${kind} ${name}` : signature);
        const shown = shortened(text, output.columns - widthOf(place) - 2 - indent.length);
        output.print(`${place}  ${indent}${kind === 'use' ? output.paint('dim', shown) : shown}`);
        print(children ?? [], `${indent}  `);
      }
    };
    print(symbols, '');
    const what = count(Number(metadata.symbol_count), 'symbol or import', 'symbols and imports');
    return `${what} in ${printable(file_path)} (${language}, on ${printable(view.ref.name)})`;
  },
};
