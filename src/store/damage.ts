/** Damage is inconsistent stored data: something other than CodeCompass has changed the file. */
import { CodedError } from '../errors.ts';

export function damaged(what: string, cause?: unknown): CodedError {
  return new CodedError('index_incompatible', `The index is damaged: ${what}.`, cause === undefined ? {} : { cause });
}

export function isDamage(thrown: unknown): boolean {
  return thrown instanceof CodedError && thrown.code === 'index_incompatible';
}

/** Decodes stored bytes; any exception counts as damage. */
export function decoded<Value>(what: string, decode: () => Value): Value {
  try {
    return decode();
  } catch (thrown) {
    throw damaged(`${what} cannot be read`, thrown);
  }
}
