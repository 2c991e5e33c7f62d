/** The answer of a query as those get it who ask without a server: with its ref, and with what was said about the parameters. */

import type { RefView } from '../view/ref-view.ts';
import type { Answer } from './answer.ts';

export function answerDocument<Given extends Answer>(view: RefView, answer: Given, warnings: readonly string[]): Given {
  const said = [...warnings, ...(answer.metadata.warnings ?? [])];
  return {
    ...answer,
    metadata: { ref: view.ref.name, ...answer.metadata, ...(said.length > 0 ? { warnings: said } : {}) },
  };
}
