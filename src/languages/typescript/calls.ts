/** Call rules of TypeScript: those of JavaScript, with declared types. */
import type { CallRules } from '../call-rules.ts';
import { scriptCalls } from '../javascript/calls.ts';
import { wordSet } from '../signature-text.ts';
import { typeTextsBy } from '../type-texts.ts';
import { typescriptSignatures } from './signatures.ts';

export const typescriptCalls: CallRules = {
  ...scriptCalls,
  names: { ...scriptCalls.names, sharesBetweenParts: ({ modifier }) => modifier === 'export' },
  signatures: typescriptSignatures,
  types: typeTextsBy({
    builtins: wordSet(
      'string number boolean bigint symbol any unknown object never void Array Map Set WeakMap WeakSet Record Date RegExp Error Promise Buffer URL Function Uint8Array ArrayBuffer ReadonlyArray ReadonlyMap ReadonlySet Iterable HTMLElement Element Node Document Event Request Response',
    ),
    anyTypes: wordSet('any unknown object'),
    wrappers: wordSet('Promise PromiseLike Awaited Readonly Partial Required NonNullable'),
    sequences: wordSet(
      'Array ReadonlyArray Set ReadonlySet Iterable IterableIterator AsyncIterable Generator AsyncGenerator',
    ),
  }),
};
