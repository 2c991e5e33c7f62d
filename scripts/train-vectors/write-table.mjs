/**
 * Writes a trained model as the table of the package: rows of bytes, and two scales per row.
 *
 *   node scripts/train-vectors/write-table.mjs VOCABULARY MODEL.bin OUT.bin
 */
import { readFileSync, writeFileSync } from 'node:fs';

const [vocabulary, model, out] = process.argv.slice(2);
const words = readFileSync(vocabulary, 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' ')[0]);
const bytes = new Uint8Array(readFileSync(model)).buffer;
const [stems, buckets, dimensions] = new Int32Array(bytes, 0, 3);
const count = stems + buckets;
let at = 12;
const floats = (length) => {
  const found = new Float32Array(bytes, at, length);
  at += found.byteLength;
  return found;
};
const [parts, question, symbol, values] = [floats(4), floats(count), floats(count), floats(count * dimensions)];
const rows = new Int8Array(count * dimensions);
const inQuestion = new Float32Array(count);
const inSymbol = new Float32Array(count);
for (let row = 0; row < count; row++) {
  const from = row * dimensions;
  let most = 1e-9;
  for (let d = 0; d < dimensions; d++) most = Math.max(most, Math.abs(values[from + d]));
  for (let d = 0; d < dimensions; d++) rows[from + d] = Math.round((values[from + d] / most) * 127);
  inQuestion[row] = (Math.exp(question[row]) * most) / 127;
  inSymbol[row] = (Math.exp(symbol[row]) * most) / 127;
}
const head = new Uint32Array([stems]);
const weights = parts.map((value) => Math.exp(value));
const buffers = [head, weights, inQuestion, inSymbol, rows].map((each) =>
  Buffer.from(each.buffer, each.byteOffset, each.byteLength),
);
writeFileSync(out, Buffer.concat([...buffers, Buffer.from(words.join('\n'))]));
