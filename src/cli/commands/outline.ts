/** `codecompass outline`: the symbols of a file as a tree, each at a line that a terminal can open. */
import { resolve } from 'node:path';
import { CodedError } from '../../errors.ts';
import { readParameters } from '../../query/parameters/parameters.ts';
import { answerDocument } from '../../query/shapes/answer.ts';
import {
  type FileOutlineAnswer,
  fileOutline,
  fileOutlineParameters,
  type OutlineSymbol,
} from '../../query/tools/file-outline.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import { printable } from '../../text/printable.ts';
import type { Invocation } from '../invocation.ts';
import { askProject } from '../open-project.ts';
import { count } from '../print/amounts.ts';
import type { Output } from '../print/output.ts';
import { shortened } from '../print/shortened.ts';
import { widthOf } from '../print/table.ts';

export async function run(call: Invocation): Promise<number> {
  const { flags, operands, output } = call;
  const { values: request } = readParameters(fileOutlineParameters, {
    path: operands[0],
    depth: flags.has('top') ? 'top' : 'all',
  });
  return askProject(call, async ({ view, warnOfChanges }) => {
    const answer = await outlineOf(view, request);
    if (output.json) output.document(answerDocument(view, answer, []));
    else printOutline(answer, view, output);
    await warnOfChanges([answer.file_path]);
    return 0;
  });
}

/** The path is taken from the current folder, as a shell completes it, and else from the root of the repository. */
async function outlineOf(view: RefView, request: Parameters<typeof fileOutline>[1]): Promise<FileOutlineAnswer> {
  try {
    return await fileOutline(view, { ...request, path: resolve(request.path) });
  } catch (thrown) {
    if (thrown instanceof CodedError && thrown.code === 'file_not_found' && thrown.data.skip_reason === undefined) {
      return fileOutline(view, request);
    }
    throw thrown;
  }
}

function printOutline(
  { file_path, language, symbols, metadata }: FileOutlineAnswer,
  view: RefView,
  output: Output,
): void {
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
  for (const warning of metadata.warnings ?? []) output.warn(warning);
  output.note(
    `${count(Number(metadata.symbol_count), 'symbol or import', 'symbols and imports')} in ${printable(file_path)} (${language}, on ${printable(view.ref.name)})`,
  );
}
