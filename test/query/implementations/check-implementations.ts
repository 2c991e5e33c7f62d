/** Asks for implementations in a small repository and shows them as lines. */
import { readParameters } from '../../../src/query/parameters/parameters.ts';
import {
  type FindImplementationsAnswer,
  findImplementations,
  findImplementationsParameters,
} from '../../../src/query/tools/find-implementations.ts';
import { sharedView } from '../../support/query-view.ts';

export interface Implementations {
  readonly answer: FindImplementationsAnswer;
  /** `path:line name relation distance`, with `?` after a heuristic one, in the order of the answer. */
  readonly shown: readonly string[];
}

export function implementationsIn(files: Readonly<Record<string, string>>) {
  const ask = sharedView(files);
  return async (symbol_name: string, sent: Record<string, unknown> = {}): Promise<Implementations> => {
    const { values } = readParameters(findImplementationsParameters, { symbol_name, ...sent });
    const answer = await ask((view) => findImplementations(view, values));
    return { answer, shown: answer.implementations.map(shownAs) };
  };
}

function shownAs({ symbol, relation, confidence, distance }: FindImplementationsAnswer['implementations'][number]) {
  return `${symbol.path}:${symbol.line_start} ${symbol.name} ${relation} ${distance}${confidence === 'static' ? '' : '?'}`;
}
