/**
 * Handed values are names among a call's arguments that may refer to functions: names that the file defines or imports,
 * and in Go also names that are not variables, because a package spans several files.
 */

import type { Language } from '../../languages/language.ts';
import type { ImportFact, SymbolFact, SymbolKind } from '../../model.ts';
import { listParts } from '../../text/access-chain.ts';
import type { Span } from './captures.ts';

export interface HandedValue {
  readonly name: string;
  readonly receiver: string;
  readonly start: number;
}

const maxListLength = 2_000;
const argument =
  /^\s*(?:[\p{L}_][\p{L}\p{N}_]*\s*=\s*(?!=))?&?((?:[\p{L}_$][\p{L}\p{N}_$]*(?:\.|::))*)([\p{L}_$][\p{L}\p{N}_$]*)\s*$/u;
const words = new Set(
  'nil true false True False None null undefined this self cls super iota _ NaN Infinity'.split(' '),
);
const callable = new Set<SymbolKind>(['fn', 'method', 'class', 'struct']);

/** Returns the arguments of a list (with its parentheses) that are bare names or paths. */
export function namesInList(text: string, { start, end }: Span): HandedValue[] {
  if (end - start > maxListLength || end - start < 3) return [];
  const list = text.slice(start + 1, end - 1);
  const found: HandedValue[] = [];
  let offset = start + 1;
  for (const part of /[,([{]/.test(list) ? listParts(list) : [list]) {
    const [, receiver = '', name] = argument.exec(part) ?? [];
    if (name !== undefined && !words.has(name)) {
      found.push({
        name,
        receiver: receiver.replace(/(?:\.|::)$/, ''),
        start: offset + part.trimEnd().length - name.length,
      });
    }
    offset += part.length + 1;
  }
  return found;
}

/** Decides which values may be functions, from the definitions and imports of the file. */
export class Handable {
  readonly #defined = new Set<string>();
  readonly #otherwise = new Set<string>();
  readonly #imported = new Set<string>();
  readonly #reachesBeyond: boolean;

  constructor(language: Language, symbols: readonly SymbolFact[], imports: readonly ImportFact[]) {
    this.#reachesBeyond = language.sharesPackageNames === true;
    for (const { name, kind } of symbols) (callable.has(kind) ? this.#defined : this.#otherwise).add(name);
    for (const { name, alias, source } of imports) {
      const local = alias ?? (name === undefined || name === '*' ? /[^./:]+$/.exec(source)?.[0] : name);
      if (local !== undefined) this.#imported.add(local);
    }
  }

  has(name: string, receiver: string, isLocal: (head: string) => boolean): boolean {
    if (receiver === '') {
      if (isLocal(name)) return false;
      if (this.#defined.has(name) || this.#imported.has(name)) return true;
      return this.#reachesBeyond && !this.#otherwise.has(name);
    }
    if (this.#defined.has(name)) return true;
    const head = /^[^.:]+/.exec(receiver)?.[0] as string;
    return this.#imported.has(head) && !isLocal(head);
  }
}
