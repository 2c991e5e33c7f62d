/**
 * Ids of symbols and other results. A stable id is derived from properties that do not change when a file is edited or
 * renamed; an id adds the project and the path. Neither depends on lines or commits, so both survive re-indexing and
 * are equal on two refs.
 */
import { blake3 } from '@noble/hashes/blake3.js';
import { separatorOf } from '../../languages/languages.ts';
import type { SymbolRecord } from '../../store/store.ts';

export interface SymbolIds {
  readonly symbol_id: string;
  readonly symbol_stable_id: string;
}

/** The properties that the ids of a symbol are derived from. */
type Identified = Pick<SymbolRecord, 'path' | 'language' | 'kind' | 'scope' | 'name' | 'ordinal'>;

export function symbolIds(projectId: string, symbol: Identified): SymbolIds {
  const stableId = stableIdOf(symbol);
  return { symbol_id: `sym_${digits([projectId, symbol.path, stableId])}`, symbol_stable_id: stableId };
}

/** Hashes language, kind, scope, name, and the ordinal among symbols of the same name in the file. */
export function stableIdOf(symbol: Identified): string {
  const { language, kind, scope, name, ordinal } = symbol;
  return `b3:${Buffer.from(hash([language, kind, scope, name, String(ordinal)])).toString('hex')}`;
}

/** The id of a result that is not a symbol: a range of lines, or a whole file. */
export function resultId(projectId: string, prefix: 'snip' | 'file', path: string, lineStart: number): string {
  return `${prefix}_${digits([projectId, path, String(lineStart)])}`;
}

/** Module, scope and name, joined by the separator of the language. */
export function qualifiedName({
  language,
  module,
  scope,
  name,
}: Pick<SymbolRecord, 'language' | 'module' | 'scope' | 'name'>): string {
  return [module, scope, name].filter((part) => part !== '').join(separatorOf(language));
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Encodes 128 bits of a hash as 26 base-32 digits. */
function digits(parts: readonly string[]): string {
  let value = 0n;
  for (const byte of hash(parts).subarray(0, 16)) value = (value << 8n) | BigInt(byte);
  let text = '';
  for (let index = 0; index < 26; index++) {
    text = crockford[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return text;
}

function hash(parts: readonly string[]): Uint8Array {
  return blake3(new TextEncoder().encode(parts.join('\0')));
}
