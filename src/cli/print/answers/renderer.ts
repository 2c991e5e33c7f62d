/** A renderer prints the answer of a capability as text. */
import type { Answer } from '../../../query/shapes/answer.ts';
import type { RefView } from '../../../query/view/ref-view.ts';
import type { FlagTable, TypedFlags } from '../../flags.ts';
import type { Output } from '../output.ts';

export interface Renderer<A extends Answer = Answer> {
  /** Flags that select the output format. */
  readonly flags?: FlagTable;
  /** Prints the results. Returns the last line, or undefined if there is none. */
  print(answer: A, printing: Printing): Promise<string | undefined> | string | undefined;
  /** The last line already contains the warnings of the answer. */
  readonly coversWarnings?: true;
}

export interface Printing {
  readonly output: Output;
  readonly flags: TypedFlags;
  /** The queried ref; of two, the head. */
  readonly view: RefView;
  /** The names of the queried refs. */
  readonly refs: readonly string[];
}
