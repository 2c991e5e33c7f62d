/** `codecompass callees`: what a symbol calls, and how that is known. */
import type { Call } from '../call.ts';
import { printCalls } from '../print/calls.ts';

export async function run(call: Call): Promise<number> {
  return printCalls(call, 'callees');
}
