/** A renderer prints the answer of a capability for a person at a terminal. */
import type { Answer } from '../../../query/shapes/answer.ts';
import type { RefView } from '../../../query/view/ref-view.ts';
import type { FlagTable, TypedFlags } from '../../flags.ts';
import type { Output } from '../output.ts';

export interface Renderer<A extends Answer = Answer> {
  /** Flags that choose how the answer is printed. */
  readonly flags?: FlagTable;
  /** Prints the results; resolves to the line that ends them, if there is one. */
  print(answer: A, printing: Printing): Promise<string | undefined> | string | undefined;
  /** The files that the answer is about, which may have changed since they were indexed. */
  files?(answer: A): readonly string[];
  /** With `--json`, nothing is said about files that have changed. */
  readonly isSilentInJson?: true;
  /** The line that ends the results covers what the answer warns of. */
  readonly coversWarnings?: true;
}

export interface Printing {
  readonly output: Output;
  readonly flags: TypedFlags;
  /** The ref that was asked; of two, the later one. */
  readonly view: RefView;
  /** The names of the refs that were asked. */
  readonly refs: readonly string[];
}
