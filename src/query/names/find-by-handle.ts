/**
 * Finds the symbol that a handle refers to: by the index of stable ids, or as the innermost symbol around a line. The
 * error says what is known about the handle and names the symbols that are near.
 */
import { CodedError } from '../../errors.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { linesBetween } from '../shapes/source-body.ts';
import { fileKey, type ReadId, topLevelCode } from '../shapes/symbol-ids.ts';
import type { RefView } from '../view/ref-view.ts';
import { candidateShape } from './candidate-shape.ts';
import { checkLine, findFileByEnd } from './find-file.ts';
import type { Handle, WrittenPosition } from './written/symbol-handle.ts';

/** Returns one symbol, or all that share a stable id. */
export async function findByHandle(view: RefView, handle: Handle): Promise<[SymbolRecord, ...SymbolRecord[]]> {
  if (handle.is === 'position') return [await symbolAt(view, handle.position)];
  const [first, ...others] = await symbolsOf(view, handle.id);
  if (first === undefined) throw unknownId(view, handle.written);
  return [first, ...others];
}

/** The innermost symbol around a line. Of several that fill the same lines, the outermost is meant, or the one at the column. */
export async function symbolAt(view: RefView, position: WrittenPosition): Promise<SymbolRecord> {
  const file = await findFileByEnd(view, position.path);
  const { line, column } = position;
  checkLine(file, line);
  const symbols = await view.store.symbols(file);
  const holding = symbols.filter(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd);
  const least = holding.reduce((shortest, symbol) => Math.min(shortest, lengthOf(symbol)), Number.POSITIVE_INFINITY);
  const innermost = holding.filter((symbol) => lengthOf(symbol) === least);
  const word = column === undefined ? undefined : wordAt(linesBetween(await view.store.text(file), line, line), column);
  const named = innermost.filter(({ name }) => name === word);
  const positions = new Set(innermost.map(({ position }) => position));
  const meant = named.length === 1 ? named : innermost.filter(({ parent }) => !positions.has(parent));
  const [first, ...others] = meant;
  if (first === undefined) throw outsideSymbols(view, file, line, symbols);
  if (others.length > 0) throw severalAt(view, file, line, meant);
  return first;
}

async function symbolsOf(view: RefView, id: ReadId): Promise<SymbolRecord[]> {
  const isMeant = ({ path }: { readonly path: string }) => id.matches(view.projectId, path);
  const found = id.of === 'symbol' ? await view.store.symbolsWithStableId(view.ref, [id.key]) : [];
  const symbols = found.filter(isMeant);
  if (symbols.length > 0) return symbols;
  const file = (await view.derived(filesByKey)).get(id.key);
  const isOfFile = file !== undefined && isMeant(file);
  if (!isOfFile) return [];
  if (id.of === 'symbol') return [topLevelCode(file)];
  const around = (await view.store.symbols(file)).filter((one) => one.lineStart <= id.line && id.line <= one.lineEnd);
  const [innermost = topLevelCode(file)] = around.toSorted((a, b) => lengthOf(a) - lengthOf(b));
  return [innermost];
}

async function filesByKey(view: RefView): Promise<ReadonlyMap<string, FileVersion>> {
  return new Map((await view.files()).files.map((file) => [fileKey(file.path), file]));
}

function unknownId(view: RefView, written: string): CodedError {
  return new CodedError('symbol_not_found', `No symbol on ${view.ref.name} has the id ${written}.`, {
    remediation: {
      agent:
        'The id may be from another project or ref, or the code was renamed or removed since. Look the symbol up again with locate_symbol, or pass the "ref" of the answer that had the id.',
      cli: 'The id may be from another project or ref, or the code was renamed or removed since. Look it up again with `codecompass search NAME`, or pass the --ref of the answer that had the id.',
    },
    data: { id: written },
  });
}

/** Names the nearest symbols above and below the line. */
function outsideSymbols(
  view: RefView,
  { path }: FileVersion,
  line: number,
  symbols: readonly SymbolRecord[],
): CodedError {
  const [above] = symbols
    .filter(({ lineEnd }) => lineEnd < line)
    .toSorted((a, b) => b.lineEnd - a.lineEnd || b.lineStart - a.lineStart);
  const [below] = symbols.filter(({ lineStart }) => lineStart > line).toSorted((a, b) => a.lineStart - b.lineStart);
  const near = [above, below].filter((symbol) => symbol !== undefined);
  const listed = near.map(({ name, lineStart, lineEnd }) => `${name} (lines ${lineStart} to ${lineEnd})`);
  return new CodedError('symbol_not_found', `Line ${line} of ${path} is outside every symbol.`, {
    ...(near.length === 0 ? {} : { remediation: `The nearest symbols are ${listed.join(' and ')}.` }),
    data: { path, line, candidates: near.map((symbol) => candidateShape(view, symbol)) },
  });
}

/** Symbols of one line that an error lists; a line may have thousands. */
const maxListed = 50;

function severalAt(view: RefView, { path }: FileVersion, line: number, found: readonly SymbolRecord[]): CodedError {
  return new CodedError('ambiguous_symbol', `${found.length} symbols are at line ${line} of ${path}.`, {
    remediation: 'Add the column (path:line:column), or use the id of one of the candidates.',
    data: {
      candidates: found.slice(0, maxListed).map((symbol) => candidateShape(view, symbol)),
      total_candidates: found.length,
    },
  });
}

function lengthOf({ lineStart, lineEnd }: SymbolRecord): number {
  return lineEnd - lineStart;
}

/** The word around a column, from 1. */
function wordAt(text: string, column: number): string | undefined {
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}_$]+/gu)) {
    if (index < column && column <= index + word.length) return word;
  }
  return undefined;
}
