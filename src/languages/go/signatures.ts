/** Signatures and types of Go: the name precedes its type, and a function may return several results. */

import { accessChain, closing, listParts } from '../../text/access-chain.ts';
import { stripEnds } from '../../text/strip.ts';
import { type Parameter, splitTypes } from '../signature-text.ts';
import { signaturesBy } from '../signatures.ts';
import { typeTextsBy } from '../type-texts.ts';

/** The built-in types. */
export const basicTypes = (
  'any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 ' +
  'rune string uint uint8 uint16 uint32 uint64 uintptr'
).split(' ');

export const goSignatures = signaturesBy({
  parameters: (list) => parametersIn(listParts(list)),
  receiver,
  nameFrom: (signature) => receiverEnd(signature) ?? 0,
  results: (tail) =>
    (tail.startsWith('(') ? parametersIn(listParts(tail.slice(1, closing(tail, 0) - 1))) : []).filter(
      ({ name }) => name !== '',
    ),
  returned: (tail) => tail,
  origin,
  // Type parameters directly follow the name; a space separates it from a list type.
  aliased: (tail) => (tail.startsWith('[') ? tail.slice(closing(tail, 0)) : tail).replace(/^\s*=?\s*/, ''),
});

/** Common types of the standard library that are not interfaces. */
const structs =
  /^(?:sync\.(?:Mutex|RWMutex|WaitGroup|Once|Map|Pool|Cond)|time\.(?:Time|Duration|Month|Weekday)|bytes\.Buffer|strings\.Builder|atomic\.\w+|url\.(?:URL|Values)|http\.(?:Header|Request|Client|Server|Cookie)|reflect\.(?:Value|Kind)|json\.(?:RawMessage|Number)|regexp\.Regexp|template\.\w+|big\.\w+|netip\.\w+)$/;

export const goTypes = typeTextsBy({
  builtins: new Set(basicTypes),
  // A type argument may be a type of the repository.
  isInterface: (written) =>
    written === 'error' || /\w\[/.test(written) || (/^\w+\.\w+$/.test(written) && !structs.test(written)),
  stripped: (written) => stripEnds(written.trim(), '*&(', ')'),
  element(type) {
    if (type.startsWith('...')) return type.slice(3);
    if (type.startsWith('[')) return type.slice(closing(type, 0));
    if (type.startsWith('map[')) return type.slice(closing(type, 3));
    return /^(?:<-)?chan\s+(\S.*)$/.exec(type)?.[1];
  },
  result(type, position) {
    if (!type.startsWith('(')) return position === 0 ? type : undefined;
    const part = splitTypes(type.slice(1, closing(type, 0) - 1), ',')[position];
    // Results may have names.
    return part?.replace(/^[\p{L}_][\p{L}\p{N}_]*\s+(?=[*[\]\p{L}_(])/u, '');
  },
  unnamed: /^[[(]|^(?:map|chan|func)\b/,
});

/** `a, b int, c *Store`: a name without a type has the type of the next one. */
function parametersIn(list: readonly string[]): Parameter[] {
  const parameters: Parameter[] = [];
  let type = '';
  const parts = list.map((part) => part.trim()).filter((part) => part !== '');
  const areNamed = parts.some(
    (part) => /^[\p{L}_][\p{L}\p{N}_]*\s+\S/u.test(part) && !/^(?:chan|func|map|struct|interface)\b/.test(part),
  );
  for (const part of parts.reverse()) {
    const named = areNamed ? /^([\p{L}_][\p{L}\p{N}_]*)(?:\s+(\S.*))?$/u.exec(part) : null;
    if (named?.[2] !== undefined) type = named[2];
    const own = areNamed ? type : part;
    const rest = own.startsWith('...');
    parameters.push({ name: named?.[1] ?? '', origin: `:${own.replace(/^\.\.\./, '[]')}`, optional: false, rest });
  }
  return parameters.reverse();
}

function receiver(signature: string): Parameter | undefined {
  const end = receiverEnd(signature);
  if (end === undefined) return undefined;
  const [found] = parametersIn([signature.slice(signature.indexOf('(') + 1, end - 1)]);
  return found?.name === '' ? undefined : found;
}

/** The end of the receiver in `func (store *Store) Name()`. */
function receiverEnd(signature: string): number | undefined {
  const open = /^func\s*\(/.exec(signature)?.[0].length;
  return open === undefined ? undefined : closing(signature, open - 1);
}

function origin(signature: string, tail: string, name: string): string {
  // An embedded type is a field with the name of the type, perhaps with type arguments.
  if (tail.trim() === '' || /^(?:\s*[`"]|\[)/.test(tail) || !signature.startsWith(name)) {
    const lead = /^(?:var|const)\s/.test(signature) ? undefined : withoutTag(signature);
    if (lead !== undefined) return `:${lead}`;
  }
  const rest = tail.replace(/^(?:\s*,\s*[\p{L}_][\p{L}\p{N}_]*)*/u, '');
  const equals = /^\s*=\s*/.exec(rest)?.[0];
  if (equals !== undefined) {
    const chain = accessChain(rest.slice(equals.length));
    return chain === '' ? '' : `=${chain}`;
  }
  const type = (withoutTag(rest).split(/\s=\s/, 1)[0] as string).trim();
  return type === '' ? '' : `:${type}`;
}

/** Removes the tag of a field. */
export function withoutTag(signature: string): string {
  return (signature.split(/[`"]/, 1)[0] as string).trimEnd();
}
