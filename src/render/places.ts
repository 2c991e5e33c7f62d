/**
 * Places as lines: `path:line  text`. For a model, the places of one file follow each other and its path is written
 * once; files keep the order of their first place. For a person, every line can be opened by a terminal.
 */
import { printable } from '../text/printable.ts';
import type { Rendering } from './rendering.ts';

export interface Place {
  readonly path: string;
  readonly line: number;
  /** What is there; printable. */
  readonly text: string;
  /** Further lines, printed below. */
  readonly below?: readonly string[];
}

export function placeLines(places: readonly Place[], rendering: Rendering): string[] {
  if (rendering.reader === 'person') {
    return places.flatMap(({ path, line, text, below = [] }) => [
      besides(rendering.paint('bold', `${printable(path)}:${line}`), text),
      ...below,
    ]);
  }
  return filesOf(places).flatMap(([path, inFile]) => {
    const [only] = inFile;
    if (inFile.length === 1 && only !== undefined) {
      return [besides(`${printable(path)}:${only.line}`, only.text), ...(only.below ?? [])];
    }
    return [
      printable(path),
      ...inFile.flatMap(({ line, text, below = [] }) => [besides(`  :${line}`, text), ...below]),
    ];
  });
}

/** The places of each file, in the order of the first. */
export function filesOf<Each extends { readonly path: string }>(places: readonly Each[]): [string, Each[]][] {
  const files = new Map<string, Each[]>();
  for (const place of places) {
    const inFile = files.get(place.path);
    if (inFile === undefined) files.set(place.path, [place]);
    else inFile.push(place);
  }
  return [...files];
}

function besides(place: string, text: string): string {
  return text === '' ? place : `${place}  ${text}`;
}
