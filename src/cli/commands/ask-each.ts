/** A command about several symbols: each gets the answer that the command alone would give. */
import { errorTable, toCodedError } from '../../errors.ts';
import type { Invocation } from '../invocation.ts';
import { errorDocument } from '../print/output.ts';

/** One symbol that fails leaves the others; the exit code is then that of the first failure. */
export async function askEach(call: Invocation, ask: (one: Invocation) => Promise<number>): Promise<number> {
  const { operands, output } = call;
  const answers: unknown[] = [];
  let exitCode = 0;
  for (const [at, operand] of operands.entries()) {
    if (at > 0 && !output.json) output.print('');
    const gathering = { ...output, document: (answer: unknown) => void answers.push(withQuestion(operand, answer)) };
    try {
      const ended = await ask({ ...call, operands: [operand], output: gathering });
      exitCode ||= ended;
    } catch (thrown) {
      const error = toCodedError(thrown);
      if (error.code === 'internal_error') throw thrown;
      if (output.json) gathering.document(errorDocument(error));
      else output.fail(error);
      exitCode ||= errorTable[error.code].exitCode;
    }
  }
  if (output.json) output.document({ answers });
  return exitCode;
}

function withQuestion(asked: string, answer: unknown): unknown {
  return { asked, ...(answer as object) };
}
