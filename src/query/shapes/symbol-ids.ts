/**
 * Ids in answers. A stable id is a fact of a symbol (parse/extract/identify.ts): it depends on neither lines nor commit. An
 * id adds the project and the path, so both survive re-indexing and are equal on two refs. Each id contains the key under
 * which it is found again, and a checksum that rejects ids of other projects and paths.
 */
import { separatorOf } from '../../languages/languages.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { hashParts } from '../../text/hash-parts.ts';

export interface SymbolIds {
  readonly symbol_id: string;
  readonly symbol_stable_id: string;
}

export function symbolIds(projectId: string, symbol: Pick<SymbolRecord, 'path' | 'stableId'>): SymbolIds {
  const { path, stableId } = symbol;
  return {
    symbol_id: `sym_${digits(BigInt(`0x${stableId}`), checkOf([projectId, path, stableId], checkBits))}`,
    symbol_stable_id: `b3:${stableId}`,
  };
}

/** A stable id with the checksum of its symbol, for when another file has a symbol with the same stable id. */
export function lengthened(projectId: string, symbol: Pick<SymbolRecord, 'path' | 'stableId'>): string {
  const { path, stableId } = symbol;
  return `b3:${stableId}${hex(checkOf([projectId, path, stableId], checkBits) >> BigInt(checkBits - 64))}`;
}

/** The id of a result that is not a symbol: a range of lines, or a whole file. */
export function resultId(projectId: string, prefix: ResultPrefix, path: string, lineStart: number): string {
  const check = checkOf([projectId, path, String(lineStart)], checkBits - lineBits);
  return `${prefix}_${digits(BigInt(`0x${fileKey(path)}`), (BigInt(lineStart) << BigInt(checkBits - lineBits)) | check)}`;
}

type ResultPrefix = 'snip' | 'file';

/** What an id tells without a lookup. `matches` compares the checksum with that of a symbol or file found by the key. */
export type ReadId =
  | { readonly of: 'symbol'; readonly key: string; matches(projectId: string, path: string): boolean }
  | {
      readonly of: 'lines';
      readonly key: string;
      readonly line: number;
      matches(projectId: string, path: string): boolean;
    };

/** Returns undefined if the text has not the form of an id. */
export function readId(text: string): ReadId | undefined {
  const stable = /^b3:([0-9a-f]{16})([0-9a-f]{16})?$/i.exec(text)?.slice(1);
  if (stable !== undefined) {
    const [key = '', rest] = stable.map((part) => part?.toLowerCase());
    const matches = (projectId: string, path: string) =>
      rest === undefined || lengthened(projectId, { path, stableId: key }) === `b3:${key}${rest}`;
    return { of: 'symbol', key, matches };
  }
  const [, prefix, written] = /^(sym|snip|file)_([0-9A-HJKMNP-TV-Z]{26})$/i.exec(text) ?? [];
  if (prefix === undefined || written === undefined) return undefined;
  const id = `${prefix.toLowerCase()}_${written.toUpperCase()}`;
  const value = numberOf(id.slice(id.indexOf('_') + 1));
  const key = hex(value >> BigInt(checkBits));
  if (prefix.toLowerCase() === 'sym') {
    return {
      of: 'symbol',
      key,
      matches: (projectId, path) => symbolIds(projectId, { path, stableId: key }).symbol_id === id,
    };
  }
  const line = Number((value & mask(checkBits)) >> BigInt(checkBits - lineBits));
  const kind = prefix.toLowerCase() as ResultPrefix;
  return { of: 'lines', key, line, matches: (projectId, path) => resultId(projectId, kind, path, line) === id };
}

/** The key of a file in ids, and the stable id of its top-level code. */
export function fileKey(path: string): string {
  return Buffer.from(hashParts(['file', path], 8)).toString('hex');
}

/** The top-level code of a file as a symbol: the caller of what no symbol contains. */
export function topLevelCode(file: FileVersion): SymbolRecord {
  return {
    id: -1,
    versionId: file.id,
    position: -1,
    parent: -1,
    name: file.path.slice(file.path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, ''),
    kind: 'module',
    scope: '',
    place: 0,
    stableId: fileKey(file.path),
    signature: '',
    visibility: 'public',
    lineStart: 1,
    lineEnd: Math.max(1, file.lineCount),
    path: file.path,
    language: file.language,
    module: file.module,
    labels: file.labels,
  };
}

export function isTopLevelCode({ position }: Pick<SymbolRecord, 'position'>): boolean {
  return position === -1;
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

/** An id has 26 digits of 5 bits: a key of 64 bits and the rest. */
const checkBits = 26 * 5 - 64;
const lineBits = 30;
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function digits(key: bigint, rest: bigint): string {
  let value = (key << BigInt(checkBits)) | rest;
  let text = '';
  for (let index = 0; index < 26; index++) {
    text = crockford[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return text;
}

function numberOf(written: string): bigint {
  let value = 0n;
  for (const digit of written) value = (value << 5n) | BigInt(crockford.indexOf(digit));
  return value;
}

function checkOf(parts: readonly string[], bits: number): bigint {
  let value = 0n;
  for (const byte of hashParts(parts, 9)) value = (value << 8n) | BigInt(byte);
  return value & mask(bits);
}

function mask(bits: number): bigint {
  return (1n << BigInt(bits)) - 1n;
}

function hex(value: bigint): string {
  return value.toString(16).padStart(16, '0');
}
