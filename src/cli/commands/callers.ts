/** `codecompass callers`: who calls a symbol, and how that is known. */
import type { Invocation } from '../invocation.ts';
import { printCalls } from '../print/calls.ts';

export async function run(call: Invocation): Promise<number> {
  return printCalls(call, 'callers');
}
