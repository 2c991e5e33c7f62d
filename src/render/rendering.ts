/**
 * How an answer becomes text. One renderer per answer serves two readers: a model, which gets each path once and the
 * names of tools, and a person at a terminal, who gets colours, lines that the terminal can open, and commands.
 */
import type { Answer } from '../query/shapes/answer.ts';

export type Colour = 'red' | 'green' | 'yellow' | 'bold' | 'dim';

export interface Rendering {
  readonly reader: 'model' | 'person';
  /** The width of the terminal; infinite without a terminal. */
  readonly columns: number;
  /** The names of the queried refs. */
  readonly refs: readonly string[];
  /** Returns the text in a colour, if the reader sees colours. */
  paint(colour: Colour, text: string): string;
}

export interface Rendered {
  /** The results. */
  readonly lines: readonly string[];
  /** The last line: how much was found and what was left out. */
  readonly ending?: string;
  /** The warnings of the answer, in the words of the reader. */
  readonly warnings: readonly string[];
}

/** Text from a repository must pass through `printable`. */
export type Renderer<A extends Answer = Answer> = (answer: A, rendering: Rendering) => Rendered;

/** The rendering for a model. */
export function forModel(refs: readonly string[] = []): Rendering {
  return { reader: 'model', columns: Number.POSITIVE_INFINITY, refs, paint: (_, text) => text };
}

/** The warnings that every answer may have. */
export function warningsOf({ metadata }: Answer): readonly string[] {
  return metadata.warnings ?? [];
}

/** ` on main`, for a person; a model knows what it asked for. */
export function onRef({ reader, refs }: Rendering, text: (name: string) => string): string {
  return reader === 'model' || refs.length === 0 ? '' : ` on ${text(refs.at(-1) as string)}`;
}
