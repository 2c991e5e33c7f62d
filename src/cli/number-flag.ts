/** A flag that takes a whole number; anything else is refused by the flag's name. */
import { CodedError } from '../errors.ts';
import type { TypedFlags } from './flags.ts';

export function numberFlag(flags: TypedFlags, name: string): number | undefined {
  const typed = flags.value(name);
  if (typed === undefined) return undefined;
  if (/^-?\d{1,15}$/.test(typed)) return Number(typed);
  throw new CodedError('invalid_input', `--${name} takes a whole number, not ${JSON.stringify(typed)}.`);
}
