/**
 * The references to one name in one file, packed into bytes: a call takes four or five bytes, where a row would take
 * thirty. Numbers are little-endian base-128; lines are relative to the previous reference.
 */
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { type BindingFact, type ReferenceFact, referenceKinds } from '../../model.ts';
import { damaged } from '../damage.ts';

const kindBits = 7;
const hasReceiver = 8;
const hasArgs = 16;

/**
 * Up to about this length, SQLite stores a block in one piece. The rest of a longer block is on pages without any
 * check, so it ends with a checksum.
 */
const summedBytes = 480;
const sumBytes = 4;

/** Appends the packed references, all to one name, to `bytes`. */
export function packReferences(references: readonly ReferenceFact[], bytes: number[]): void {
  const start = bytes.length;
  let line = 0;
  for (const reference of references) {
    const { receiver } = reference;
    const flags = (receiver === undefined ? 0 : hasReceiver) | (reference.args === undefined ? 0 : hasArgs);
    pushNumber(bytes, referenceKinds.indexOf(reference.kind) | flags);
    pushNumber(bytes, reference.line - line);
    pushNumber(bytes, reference.within + 1);
    if (reference.args !== undefined) pushNumber(bytes, reference.args);
    if (receiver !== undefined) pushText(bytes, receiver);
    line = reference.line;
  }
  if (bytes.length - start < summedBytes) return;
  const sum = crc32(new Uint8Array(bytes.slice(start)));
  for (let at = 0; at < sumBytes; at++) bytes.push((sum >>> (8 * at)) & 0xff);
}

export function unpackReferences(name: string, bytes: Uint8Array): ReferenceFact[] {
  const buffer = summed(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const references: ReferenceFact[] = [];
  let at = 0;
  let line = 0;
  const next = () => {
    let value = 0;
    let weight = 1;
    for (;;) {
      const byte = buffer[at++];
      // Without this check, a truncated block would cause an endless loop.
      if (byte === undefined) throw damaged(`the references to ${name} cannot be read`);
      value += (byte & 0x7f) * weight;
      if (byte < 0x80) return value;
      weight *= 0x80;
    }
  };
  while (at < buffer.length) {
    const head = next();
    line += next();
    const within = next() - 1;
    const args = head & hasArgs ? next() : undefined;
    let receiver: string | undefined;
    if (head & hasReceiver) {
      const length = next();
      receiver = buffer.toString('utf8', at, at + length);
      at += length;
    }
    references.push({
      name,
      kind: referenceKinds[head & kindBits] as ReferenceFact['kind'],
      ...(receiver === undefined ? {} : { receiver }),
      ...(args === undefined ? {} : { args }),
      line,
      within,
    });
  }
  return references;
}

/** Verifies the checksum and returns the block without it. */
function summed(name: string, block: Buffer): Buffer {
  if (block.length < summedBytes) return block;
  const end = block.length - sumBytes;
  if (end >= summedBytes && crc32(block.subarray(0, end)) === block.readUInt32LE(end)) return block.subarray(0, end);
  throw damaged(`the references to ${name} cannot be read`);
}

/** Appends the length in bytes and the text as UTF-8. Nearly all text is ASCII, which needs no buffer. */
function pushText(bytes: number[], text: string): void {
  const start = bytes.length;
  pushNumber(bytes, text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) {
      bytes.length = start;
      const encoded = Buffer.from(text, 'utf8');
      pushNumber(bytes, encoded.length);
      for (const byte of encoded) bytes.push(byte);
      return;
    }
    bytes.push(code);
  }
}

function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

// The bindings of one file version as one block of bytes. They are only read together, to resolve the calls of the
// file, so they need no key.

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
