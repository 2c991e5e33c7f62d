/**
 * The bindings of one file version as one block of bytes. They are read only together, when the calls of the file are
 * followed, so nothing of them has to be found by a key.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { BindingFact } from '../model.ts';

/** Nothing for a file without bindings. */
export function packBindings(bindings: readonly BindingFact[]): Uint8Array | null {
  if (bindings.length === 0) return null;
  let line = 0;
  const rows = bindings.map(({ name, origin, lineStart, lineEnd, within }) => {
    const row = `${name}\t${origin}\t${lineStart - line}\t${lineEnd - lineStart}\t${within}`;
    line = lineStart;
    return row;
  });
  return new Uint8Array(deflateRawSync(rows.join('\n'), { level: 3 }));
}

export function unpackBindings(packed: Uint8Array): BindingFact[] {
  let line = 0;
  return inflateRawSync(packed)
    .toString('utf8')
    .split('\n')
    .map((row) => {
      const [name = '', origin = '', start, length, within] = row.split('\t');
      line += Number(start);
      return { name, origin, lineStart: line, lineEnd: line + Number(length), within: Number(within) };
    });
}
