/**
 * The places that a long text says directly: paths and modules, stack frames, quoted texts, names of functions, also
 * written as separate words. Each adds to a score; none of them alone decides, since texts name much in passing.
 */

import { typeKinds } from '../../../languages/entity.ts';
import type { FileVersion, SymbolSpan } from '../../../store/store.ts';
import { firstAtOrAfter } from '../../../text/bisect.ts';
import { wordsOf } from '../../../text/words.ts';
import { weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import { looksCompound, looksLikePath } from '../classify-query.ts';
import { findLiteral, quick } from '../finders/by-literal.ts';
import { readPath } from '../finders/by-path.ts';
import { framePlaces } from '../finders/frame-places.ts';
import { matchFiles } from '../finders/match-files.ts';
import { literalsOf } from '../finders/quoted-text.ts';
import type { SearchFilter } from '../hit.ts';
import { formsOf, identifiersOf } from '../terms/query-terms.ts';
import { sectionsOf } from './text-sections.ts';

export interface WrittenPlaces {
  /** What is added for a file that the text names. */
  ofFile(file: FileVersion): number;
  /** What is added for a symbol of a file. */
  ofFunction(file: FileVersion, span: SymbolSpan): number;
  /** The same, by name of the bonus. */
  partsOfFile(file: FileVersion): Readonly<Record<string, number>>;
  partsOfFunction(file: FileVersion, span: SymbolSpan): Readonly<Record<string, number>>;
  /** The files that paths, stack frames and quoted texts name. */
  readonly files: readonly FileVersion[];
  /** The lines of a file that stack frames and quoted texts name. */
  linesIn(file: FileVersion): readonly WrittenLine[];
  readonly remarks: readonly string[];
}

export interface WrittenLine {
  readonly line: number;
  readonly amount: number;
}

/** Each takes a pass over all files. */
const maxPaths = 12;
const maxLiterals = 4;
const minLiteralLength = 8;
/** A literal in more places says little. */
const maxLiteralPlaces = 12;
const minPhraseWords = 2;
const maxPhraseWords = 6;

export async function writtenPlaces(
  view: RefView,
  files: FileTable,
  text: string,
  filter: SearchFilter,
): Promise<WrittenPlaces> {
  const { longText } = weights;
  const perFile = new Map<number, number>();
  const lines = new Map<number, WrittenLine[]>();
  const named = new Map<number, FileVersion>();
  const addLine = (file: FileVersion, line: number, amount: number) => {
    named.set(file.id, file);
    const known = lines.get(file.id);
    if (known === undefined) lines.set(file.id, [{ line, amount }]);
    else known.push({ line, amount });
  };
  const raise = (file: FileVersion, amount: number) => {
    named.set(file.id, file);
    perFile.set(file.id, Math.max(perFile.get(file.id) ?? 0, amount));
  };
  const bestFor = async (path: string, least: number) => {
    const [best, second] = await matchFiles(view, files, path);
    // A path that several files end with says which of them is meant only if it is long.
    if (best === undefined || best.score < least || (second?.score === best.score && !path.includes('/')))
      return undefined;
    return best.file;
  };
  for (const { path, isModule } of pathsIn(text)) {
    const file = await bestFor(path, weights.pathNamed * weights.pathFile.floor);
    if (file !== undefined) raise(file, isModule ? longText.moduleWritten : longText.pathWritten);
  }
  const [title = ''] = text.trim().split('\n', 1);
  const byBaseName = await view.derived(filesByBaseName);
  const inTitle = new Set(identifiersOf(title.toLowerCase()).flatMap((name) => byBaseName.get(name) ?? []));
  const { places: frames, remarks } = await framePlaces(view, files, text);
  for (const { file, line, position } of frames) {
    raise(file, longText.pathWritten / (position + 1));
    addLine(file, line, longText.frame / (position + 1));
  }
  for (const literal of [...literalsOf(text).filter(isTelling), ...optionsIn(text)].slice(0, maxLiterals)) {
    const { hits } = await findLiteral(view, files, literal, filter, quick);
    const places = hits.filter(({ type }) => type !== 'file');
    if (places.length > maxLiteralPlaces) continue;
    const amount = longText.literal / Math.max(1, places.length);
    for (const { file, matchLines } of places) {
      for (const line of matchLines) addLine(file, line, amount);
    }
  }
  const told = sectionsOf(text)
    .filter(({ section }) => section !== 'listing')
    .map((piece) => piece.text)
    .join('\n');
  const names = new Set(identifiersOf(told));
  const phrases = phrasesIn(told);
  const partsOfFile = (file: FileVersion) => ({
    path_written: perFile.get(file.id) ?? 0,
    file_in_title: inTitle.has(file.id) ? longText.fileInTitle : 0,
  });
  const partsOfFunction = (file: FileVersion, span: SymbolSpan) => {
    const isName = names.has(span.name) && (looksCompound(span.name) || span.name.length > 3);
    return {
      line_written: mostWithin(lines.get(file.id) ?? [], span),
      name_written: isName ? longText.nameWritten : 0,
      phrase_written: phrases(span.name) ? longText.phraseWritten : 0,
      type: typeKinds.has(span.kind) ? longText.type : 0,
    };
  };
  const sum = (parts: Readonly<Record<string, number>>) =>
    Object.values(parts).reduce((total, amount) => total + amount, 0);
  return {
    ofFile: (file) => sum(partsOfFile(file)),
    ofFunction: (file, span) => sum(partsOfFunction(file, span)),
    partsOfFile,
    partsOfFunction,
    files: [...named.values()].filter((file) => filter.files === undefined || filter.files.admits(file)),
    linesIn: (file) => lines.get(file.id) ?? [],
    remarks,
  };
}

/** The lines of each amount, ascending; the highest amount first. There are few amounts, and a file may have all lines. */
const knownAmounts = new WeakMap<readonly WrittenLine[], readonly (readonly [number, readonly number[]])[]>();

function mostWithin(written: readonly WrittenLine[], { lineStart, lineEnd }: SymbolSpan): number {
  const amounts = knownAmounts.get(written) ?? linesByAmount(written);
  knownAmounts.set(written, amounts);
  const isHere = (lines: readonly number[]) => (lines[firstAtOrAfter(lines, lineStart)] ?? Infinity) <= lineEnd;
  return amounts.find(([, lines]) => isHere(lines))?.[0] ?? 0;
}

function linesByAmount(written: readonly WrittenLine[]): (readonly [number, readonly number[]])[] {
  const groups = new Map<number, number[]>();
  for (const { line, amount } of written) {
    const lines = groups.get(amount);
    if (lines === undefined) groups.set(amount, [line]);
    else lines.push(line);
  }
  for (const lines of groups.values()) lines.sort((a, b) => a - b);
  return [...groups].sort(([a], [b]) => b - a);
}

function isTelling(literal: string): boolean {
  return literal.length >= minLiteralLength && /\s/.test(literal);
}

/** Options of a command line (`--keep-going`), in order. */
function optionsIn(text: string): string[] {
  const found = text.match(/(?<![\w-])--[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w-])/g) ?? [];
  return [...new Set(found)];
}

interface WrittenPath {
  readonly path: string;
  /** It is a dotted or scoped name, which may be a module. */
  readonly isModule: boolean;
}

function pathsIn(text: string): WrittenPath[] {
  const found = new Map<string, boolean>();
  const tokens = text.split(/[\s`'"()<>[\],;]+/).filter((token) => token !== '');
  for (const token of tokens) if (looksLikePath(token)) found.set(readPath(token).path, false);
  for (const token of tokens) {
    const path = token.replaceAll(/\.|::/g, '/');
    const isName = /^[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)+$/.test(token) && !looksLikePath(token);
    if (isName && !found.has(path)) found.set(path, true);
  }
  return [...found].slice(0, maxPaths).map(([path, isModule]) => ({ path, isModule }));
}

/** The ids of the files with each base name. */
async function filesByBaseName(view: RefView): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, number[]>();
  for (const { id, path } of (await view.files()).files) {
    const name = baseName(path);
    const known = found.get(name);
    if (known === undefined) found.set(name, [id]);
    else known.push(id);
  }
  return found;
}

/** The name of a file without its folder and extensions, in lower case. */
function baseName(path: string): string {
  const [name = ''] = path.slice(path.lastIndexOf('/') + 1).split('.', 1);
  return name.toLowerCase();
}

/** Returns a predicate: whether the words of a name of at least two words follow each other in the text. */
function phrasesIn(text: string): (name: string) => boolean {
  const known = new Map<string, string>();
  const stemOf = (word: string) => {
    const found = known.get(word) ?? formsOf(word).toSorted()[0] ?? word;
    known.set(word, found);
    return found;
  };
  const words = identifiersOf(text).map((word) => stemOf(word.toLowerCase()));
  const runs = new Set<string>();
  for (let at = 0; at < words.length; at++) {
    let run = words[at] as string;
    for (let length = minPhraseWords; length <= maxPhraseWords && at + length <= words.length; length++) {
      run += ` ${words[at + length - 1]}`;
      runs.add(run);
    }
  }
  return (name) => {
    const [, ...parts] = wordsOf(name);
    return parts.length > 1 && runs.has(parts.map(stemOf).join(' '));
  };
}
