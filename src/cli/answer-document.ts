/** The answer of a query as the JSON document of a command: with its ref, and with what was said about the parameters. */
import type { Answer } from '../query/answer.ts';
import type { RefView } from '../query/ref-view.ts';

export function answerDocument(view: RefView, answer: Answer, warnings: readonly string[]): Answer {
  const said = [...warnings, ...(answer.metadata.warnings ?? [])];
  return {
    ...answer,
    metadata: { ref: view.ref.name, ...answer.metadata, ...(said.length > 0 ? { warnings: said } : {}) },
  };
}
