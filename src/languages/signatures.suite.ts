/** One-line checks for the signatures and types of a language. */
import { expect, test } from 'vitest';
import type { Signatures } from './signatures.ts';
import type { TypeTexts } from './type-texts.ts';

/** Parameters as `name:Type`, with `?` if optional and `…` for a rest parameter; the receiver in parentheses. */
export function checkParts(
  signatures: Signatures,
  signature: string,
  name: string,
  parameters: string,
  returns: string,
): void {
  test(`parses ${signature}`, () => {
    const parts = signatures.functionParts(signature, name);
    const own = parts?.receiver === undefined ? [] : [`(${parts.receiver.name}${parts.receiver.origin})`];
    const rest = parts?.parameters.map(
      (each) => each.name + each.origin + (each.optional ? '?' : '') + (each.rest ? '…' : ''),
    );
    expect([...own, ...(rest ?? [])].join(' ')).toBe(parameters);
    expect(parts?.returns).toBe(returns);
  });
}

export function checkOrigin(signatures: Signatures, signature: string, name: string, origin: string): void {
  test(`${signature} has the origin ${origin}`, () => {
    expect(signatures.valueOrigin(signature, name)).toBe(origin);
  });
}

export function checkBases(signatures: Signatures, signature: string, name: string, bases: string[]): void {
  test(`${signature} has the bases ${bases.join(', ') || 'none'}`, () => {
    expect(signatures.writtenBases(signature, name)).toEqual(bases);
  });
}

export function checkType(types: TypeTexts, written: string, path: string | undefined): void {
  test(`${written} has the named type ${path ?? 'none'}`, () => {
    expect(types.namedType(written)?.path).toBe(path);
  });
}
