/** Renders the outline of folders and several files: one line per file, with the names of its main symbols. */
import type { OutlinedFile, OutlinedFolder } from '../../query/shapes/folder-outline.ts';
import type { FolderOutlineAnswer } from '../../query/tools/file-outline.ts';
import { printable } from '../../text/printable.ts';
import { count, number, sum } from '../amounts.ts';
import { onRef, type Renderer, type Rendering, warningsOf } from '../rendering.ts';

export const folderOutlineRenderer: Renderer<FolderOutlineAnswer> = (answer, rendering) => {
  const { files, folders = [] } = answer;
  const isCode = ({ symbol_count, test }: OutlinedFile) => symbol_count > 0 && test !== true;
  const others = files.filter(({ symbol_count, test }) => symbol_count === 0 && test !== true);
  const tests = files.filter(({ test }) => test === true);
  return {
    lines: [
      ...files.filter(isCode).map((file) => fileLine(file, rendering)),
      ...folders.map((folder) => folderLine(folder, rendering)),
      ...others.map((file) => fileLine(file, rendering)),
      ...tests.map((file) => fileLine(file, rendering)),
    ],
    ending: ending(answer, rendering),
    warnings: warningsOf(answer),
  };
};

/** Names of symbols in one line. */
const maxNames = 8;

/** `src/auth/jwt.rs  (120 lines)  Claims, validate_token, +3` */
function fileLine({ path, lines, symbols, symbol_count: total }: OutlinedFile, { paint }: Rendering): string {
  const names = [...new Set(symbols.map(({ name }) => printable(name)))].slice(0, maxNames);
  // Several declarations of one name are one symbol to the reader, so they are not counted as more.
  const shown = symbols.filter(({ name }) => names.includes(printable(name))).length;
  const more = total > shown ? [`+${number(total - shown)}`] : [];
  const place = `${paint('bold', printable(path))}  (${count(lines, 'line')})`;
  return names.length === 0 && more.length === 0 ? place : `${place}  ${[...names, ...more].join(', ')}`;
}

/** `src/store/  12 files, 3 of them tests` */
function folderLine({ path, files, tests = 0 }: OutlinedFolder, { paint }: Rendering): string {
  const inTests = tests === 0 ? '' : tests === files ? ', tests' : `, ${number(tests)} of them tests`;
  return `${paint('bold', `${printable(path)}/`)}  ${count(files, 'file')}${inTests}`;
}

function ending({ files, folders = [], total_files: total }: FolderOutlineAnswer, rendering: Rendering): string {
  const isModel = rendering.reader === 'model';
  const inner = sum(folders.map((folder) => folder.files));
  const more = files.length < total ? `; ${isModel ? 'limit' : '--limit'} shows more` : '';
  if (isModel && more === '' && total + inner > 0) return '';
  const shown = files.length < total ? `${number(files.length)} of ${count(total, 'file')}` : count(total, 'file');
  const below = inner === 0 ? '' : ` and ${number(inner)} more in ${count(folders.length, 'folder')}`;
  return `${shown}${below}${onRef(rendering, printable)}${more}`;
}
