/**
 * The names by which an answer's places can be asked for again. A stable id is built of what does not move when a file is
 * edited or renamed; an id adds the project and the path. Neither lines nor commits enter, so both survive re-indexing and are the same on two refs.
 */
import { blake3 } from '@noble/hashes/blake3.js';
import { separatorOf } from '../../languages/languages.ts';
import type { SymbolRecord } from '../../store/store.ts';

export interface SymbolIds {
  readonly symbol_id: string;
  readonly symbol_stable_id: string;
}

/** What the ids of a symbol are made of. */
type Identified = Pick<SymbolRecord, 'path' | 'language' | 'kind' | 'scope' | 'name' | 'ordinal'>;

export function symbolIds(projectId: string, symbol: Identified): SymbolIds {
  const stableId = stableIdOf(symbol);
  return { symbol_id: `sym_${digits([projectId, symbol.path, stableId])}`, symbol_stable_id: stableId };
}

/** Language, kind, the names that lead to the symbol inside its file, and the ordinal among its namesakes there. */
export function stableIdOf(symbol: Identified): string {
  const { language, kind, scope, name, ordinal } = symbol;
  return `b3:${Buffer.from(hash([language, kind, scope, name, String(ordinal)])).toString('hex')}`;
}

/** The id of a place that is no symbol: a stretch of lines, or a whole file. */
export function resultId(projectId: string, prefix: 'snip' | 'file', path: string, lineStart: number): string {
  return `${prefix}_${digits([projectId, path, String(lineStart)])}`;
}

/** Module, scope and name, joined as the language does. */
export function qualifiedName({
  language,
  module,
  scope,
  name,
}: Pick<SymbolRecord, 'language' | 'module' | 'scope' | 'name'>): string {
  return [module, scope, name].filter((part) => part !== '').join(separatorOf(language));
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 128 bits of a hash in 26 digits of base 32. */
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
