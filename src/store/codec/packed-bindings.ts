/**
 * The bindings of one file version as one block of bytes. They are only read together, to resolve the calls of the
 * file, so they need no key.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { BindingFact } from '../../model.ts';

/** Below this size, the setup of the compression costs more than it saves. */
const worthDeflating = 1_500;
/** No name starts with this. */
const deflated = Buffer.of(0);

/** Returns null for a file without bindings. */
export function packBindings(bindings: readonly BindingFact[]): Uint8Array | null {
  if (bindings.length === 0) return null;
  let line = 0;
  const rows = bindings.map(({ name, origin, lineStart, lineEnd, within }) => {
    const row = `${name}\t${origin}\t${lineStart - line}\t${lineEnd - lineStart}\t${within}`;
    line = lineStart;
    return row;
  });
  const text = Buffer.from(rows.join('\n'), 'utf8');
  return new Uint8Array(
    text.length < worthDeflating ? text : Buffer.concat([deflated, deflateRawSync(text, { level: 3 })]),
  );
}

export function unpackBindings(packed: Uint8Array): BindingFact[] {
  let line = 0;
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const text = bytes[0] === 0 ? inflateRawSync(bytes.subarray(1)) : bytes;
  return text
    .toString('utf8')
    .split('\n')
    .map((row) => {
      const [name = '', origin = '', start, length, within] = row.split('\t');
      line += Number(start);
      return { name, origin, lineStart: line, lineEnd: line + Number(length), within: Number(within) };
    });
}
